// The bill of materials of the bundle, as CycloneDX: npm says what the lockfile holds, the bundler what is in dist/.
import { execFileSync } from "node:child_process";
import { bundledPackages } from "../third-party.mjs";

/**
 * @param root the project's folder
 * @param date when it is made, as ISO 8601
 * @returns npm's words about the project and about the packages whose code is in the bundle, the same for one commit
 */
export function billOfMaterials(root, date) {
  const text = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { components, dependencies, metadata, serialNumber: _, ...document } = JSON.parse(text);
  const refs = bundledPackages().map(({ name, version }) => `${name}@${version}`);
  const kept = refs.map((ref) => {
    const found = components.find((each) => each["bom-ref"] === ref);
    if (found === undefined) throw new Error(`the lockfile lacks ${ref}`);
    const { properties: _ofDevelopment, ...component } = found;
    return { ...component, scope: "required" };
  });
  const self = metadata.component["bom-ref"];
  const dependsOn = (ref) =>
    ref === self
      ? refs
      : (dependencies.find((each) => each.ref === ref)?.dependsOn ?? []).filter((each) =>
          refs.includes(each),
        );
  return {
    ...document,
    metadata: {
      ...metadata,
      timestamp: date,
      component: { ...metadata.component, name: self.slice(0, self.lastIndexOf("@")), type: "application" },
    },
    components: kept,
    dependencies: [self, ...refs].map((ref) => ({ ref, dependsOn: dependsOn(ref) })),
  };
}
