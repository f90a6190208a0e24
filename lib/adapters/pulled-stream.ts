/** The stream of what a generator gives, one value for each that is asked for. `cancel` ends what the generator waits for. */
export function pulledStream<T>(
  each: AsyncGenerator<T, void>,
  cancel: (reason: unknown) => Promise<void>,
): ReadableStream<T> {
  return new ReadableStream<T>(
    {
      async pull(controller) {
        const { done, value } = await each.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}
