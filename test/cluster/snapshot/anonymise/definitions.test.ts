import { describe, expect, it } from "vitest";
import { bareDefinition } from "../../../../src/cluster/snapshot/anonymise/definitions.js";
import { newestDefinition, withRules } from "../../../support/crd.js";
import { folderWith } from "../../../support/folder.js";
import { runAnp } from "../../../support/run-anp.js";
import { readFileSync } from "node:fs";

const SECRET = "ask the acme team in building 7";

/** A definition into which people have written wherever they may. */
const written = (): any => {
  const crd = JSON.parse(
    newestDefinition(
      "ClusterNetworkPolicy",
      withRules({ rule: "self.priority < 900", message: `${SECRET} 1` }),
    ),
  );
  crd.spec.names.shortNames = [`${SECRET} 2`];
  crd.spec.names.categories = [`${SECRET} 3`];
  const [version] = crd.spec.versions;
  version.deprecationWarning = `${SECRET} 4`;
  version.additionalPrinterColumns = [
    { name: "a", type: "string", description: `${SECRET} 5`, jsonPath: ".a" },
  ];
  const schema = version.schema.openAPIV3Schema;
  schema.description = `${SECRET} 6`;
  schema.title = `${SECRET} 7`;
  schema.externalDocs = { description: `${SECRET} 8` };
  schema.properties.spec.example = { a: `${SECRET} 9` };
  schema.properties.spec.properties.egress.items.description = `${SECRET} 10`;
  schema.properties.spec.properties.description = { type: "string", description: `${SECRET} 11` };
  schema.properties.spec["x-kubernetes-validations"].push({
    rule: "self.priority >= 0",
    messageExpression: `"${SECRET} 12"`,
    reason: "FieldValueInvalid",
  });
  return crd;
};

describe("a definition in an anonymised snapshot", () => {
  it("holds nothing that people wrote for people", () => {
    const bare = JSON.stringify(bareDefinition(written()));
    expect(bare).not.toContain("acme");
  });

  it("keeps what validation takes, a field that is called description too", () => {
    const { spec } = JSON.parse(JSON.stringify(bareDefinition(written())));
    const { properties } = spec.versions[0].schema.openAPIV3Schema.properties.spec;
    expect(spec.group).toBe("policy.networking.k8s.io");
    expect(spec.names).toEqual({ kind: "ClusterNetworkPolicy", plural: "clusternetworkpolicies" });
    expect(Object.keys(spec.versions[0]).toSorted()).toEqual(["name", "schema", "served", "storage"]);
    expect(properties.description).toEqual({ type: "string" });
    const all = written().spec.versions[0].schema.openAPIV3Schema.properties.spec;
    expect(Object.keys(properties)).toEqual(Object.keys(all.properties));
    expect(properties.tier.enum).toEqual(all.properties.tier.enum);
    const rules = spec.versions[0].schema.openAPIV3Schema.properties.spec["x-kubernetes-validations"];
    expect(rules.map(({ rule }: { rule: string }) => rule)).toEqual(
      all["x-kubernetes-validations"].map(({ rule }: { rule: string }) => rule),
    );
    expect(rules.at(-1)).toEqual({ rule: "self.priority >= 0", reason: "FieldValueInvalid" });
  });

  it("judges policies as before, and the run says what stays", async () => {
    const cwd = folderWith({
      "dump.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: [written()] }),
      "new.yaml": `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: late }
spec: { tier: Admin, priority: 950, subject: { namespaces: {} } }
`,
    });
    const { stdout } = await runAnp(
      ["snapshot", "--snapshot", "dump.json", "--anonymize", "--file", "out.json"],
      { cwd },
    );
    expect(stdout).toContain("not anonymized  field names, enum values");
    expect(readFileSync(`${cwd}/out.json`, "utf8")).not.toContain("acme");
    for (const snapshot of ["dump.json", "out.json"]) {
      const { code, stdout: found } = await runAnp(
        ["lint", "--snapshot", snapshot, "-f", "new.yaml", "--only", "cel"],
        { cwd },
      );
      expect([snapshot, code, found.includes("error[cel]")]).toEqual([snapshot, 1, true]);
    }
  });
});
