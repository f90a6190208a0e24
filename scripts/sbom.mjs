/** sbom.cdx.json: what the package contains of others, as CycloneDX. The same sources give the same bytes: no time, no serial number. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LICENCES, thirdParty } from "./third-party.mjs";

export const SBOM = "sbom.cdx.json";

export function writeSbom(root) {
  const { name, version, description, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const purl = `pkg:npm/${name}@${version}`;
  const components = thirdParty(root).map(component);
  const bom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: { "bom-ref": purl, type: "library", name, version, description, licenses: licences(license), purl },
    },
    components,
    dependencies: [
      { ref: purl, dependsOn: components.map((one) => one["bom-ref"]) },
      ...components.map((one) => ({ ref: one["bom-ref"] })),
    ],
  };
  writeFileSync(join(root, SBOM), `${JSON.stringify(bom)}\n`);
}

function component({ name, version, licence, purl, files, text, debian = {}, integrity }) {
  return {
    "bom-ref": purl ?? `${name}@${version}`,
    type: "library",
    name,
    version,
    licenses: licences(licence),
    ...(purl === undefined ? {} : { purl }),
    ...(integrity === undefined ? {} : { hashes: [hash(integrity)] }),
    properties: [
      ...files.map((file) => ({ name: "loopguard:contained-in", value: file })),
      ...Object.entries(debian).map(([debianName, debianVersion]) => ({
        name: "loopguard:debian-12",
        value: `${debianName} ${debianVersion}`,
      })),
      ...(text === undefined ? [] : [{ name: "loopguard:licence-text", value: LICENCES }]),
    ],
  };
}

function licences(expression) {
  return expression.includes(" ") ? [{ expression }] : [{ license: { id: expression } }];
}

/** Of the form that lock files have, "sha512-" and base64. */
function hash(integrity) {
  const [algorithm, base64] = integrity.split("-");
  return { alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(base64, "base64").toString("hex") };
}
