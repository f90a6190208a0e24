/** For Workers: answers a request with what came of the vectors. */
import { runAll } from "./all.ts";

export default {
  async fetch(): Promise<Response> {
    return Response.json(await runAll());
  },
};
