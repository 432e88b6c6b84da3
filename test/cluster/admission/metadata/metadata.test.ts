import { admitText, serverLines, underlined } from "../../../support/api-object.js";
import { describe, expect, it } from "vitest";

function networkPolicy(metadata: string): string {
  return `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: ${metadata}\nspec: {}\n`;
}

function clusterPolicy(metadata: string): string {
  const spec = "{ tier: Admin, priority: 1, subject: { namespaces: {} } }";
  return `apiVersion: policy.networking.k8s.io/v1alpha2\nkind: ClusterNetworkPolicy\nmetadata: ${metadata}\nspec: ${spec}\n`;
}

const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

describe("the same for every kind", () => {
  it.each([
    ["V-META-2", "{ name: A }", [`metadata.name: Invalid value: "A": ${SUBDOMAIN}`], "A"],
    [
      "V-META-3, with the name that is made of it",
      "{ generateName: Web- }",
      [
        `metadata.generateName: Invalid value: "Web-": ${SUBDOMAIN}`,
        `metadata.name: Invalid value: "Web-xxxxx": ${SUBDOMAIN}`,
      ],
      "Web-",
    ],
    [
      "V-META-9",
      '{ name: a, finalizers: ["a b/c"] }',
      [`metadata.finalizers: Invalid value: "a b/c": prefix part ${SUBDOMAIN}`],
      '"a b/c"',
    ],
    [
      "V-META-10",
      "{ name: a, finalizers: [orphan, foregroundDeletion] }",
      [
        'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
      ],
      "finalizers",
    ],
    [
      "V-META-11",
      "{ name: a, ownerReferences: [{ apiVersion: apps/v1, kind: Deployment, name: web, uid: '' }] }",
      ['metadata.ownerReferences.uid: Invalid value: "": must not be empty'],
      "''",
    ],
    [
      "V-META-12",
      "{ name: a, managedFields: [{ manager: me, operation: apply }] }",
      ['metadata.managedFields[0].operation: Invalid value: "apply": must be `Apply` or `Update`'],
      "apply",
    ],
  ])("%s", (_, metadata, server, place) => {
    for (const manifest of [networkPolicy(metadata), clusterPolicy(metadata)]) {
      const admission = admitText(manifest);
      expect(serverLines(admission)).toEqual(server);
      expect(admission.problems.map(({ at }) => underlined(at))).toEqual([place]);
    }
  });

  it.each([
    [
      "uid, resourceVersion and generation (V-META-13)",
      "{ name: a, uid: u, resourceVersion: '7', generation: -3 }",
    ],
    ["a prefix with a hyphen", "{ generateName: web- }"],
    ["annotations in upper case (V-META-8)", "{ name: a, annotations: { Example.com/X: '!' } }"],
    [
      "an owner twice, which the server drops",
      "{ name: a, ownerReferences: [&o { apiVersion: v1, kind: Pod, name: p, uid: u, controller: true }, *o] }",
    ],
  ])("takes %s", (_, metadata) => {
    expect(serverLines(admitText(networkPolicy(metadata)))).toEqual([]);
    expect(serverLines(admitText(clusterPolicy(metadata)))).toEqual([]);
  });
});

describe("what differs by kind", () => {
  it.each([
    [
      "no name (V-META-1, V-CR-18)",
      "{}",
      ["metadata.name: Required value: name or generateName is required"],
      [
        "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
        "metadata.name: Required value: name or generateName is required",
      ],
    ],
    [
      "a namespace that is no label (V-META-4): dropped unchecked where the kind has none",
      "{ name: a, namespace: a.b }",
      ['metadata.namespace: Invalid value: "a.b": must not contain dots'],
      [],
    ],
    [
      "a wrong type (V-META-5)",
      "{ name: 5 }",
      ["json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string"],
      ["json: cannot unmarshal number into Go struct field ObjectMeta.name of type string"],
    ],
    [
      "an unknown field (V-META-6)",
      '{ name: a, "a\\"b": 1 }',
      [String.raw`strict decoding error: unknown field "metadata.a\"b"`],
      ['strict decoding error: unknown field "metadata.a"b"'],
    ],
    [
      "a finalizer without a domain (V-META-9)",
      "{ name: a, finalizers: [mine] }",
      [
        'metadata.finalizers[0]: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
      ],
      [],
    ],
  ])("%s", (_, metadata, builtIn, custom) => {
    expect(serverLines(admitText(networkPolicy(metadata)))).toEqual(builtIn);
    expect(serverLines(admitText(clusterPolicy(metadata)))).toEqual(custom);
  });

  it("annotations may be 256 KiB in all (V-META-8)", () => {
    const sized = (size: number): string => `{ name: a, annotations: { k: "${"x".repeat(size - 1)}" } }`;
    expect(serverLines(admitText(networkPolicy(sized(262_144))))).toEqual([]);
    const line = "metadata.annotations: Too long: may not be more than 262144 bytes";
    expect(serverLines(admitText(networkPolicy(sized(262_145))))).toEqual([line]);
    expect(serverLines(admitText(clusterPolicy(sized(262_145))))).toContain(line);
  });

  it("two controllers are refused (V-META-11)", () => {
    const owner = (name: string): string =>
      `{ apiVersion: v1, kind: Pod, name: ${name}, uid: ${name}1, controller: true }`;
    const [line] = serverLines(
      admitText(networkPolicy(`{ name: a, ownerReferences: [${owner("p")}, ${owner("q")}] }`)),
    );
    expect(line).toBe(
      'metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"Pod","name":"p","uid":"p1","controller":true},{"apiVersion":"v1","kind":"Pod","name":"q","uid":"q1","controller":true}]: Only one reference can have Controller set to true. Found "true" in references for Pod/p and Pod/q',
    );
  });

  it("an owner that no object may have is told where its kind is written", () => {
    const owners = "[{ apiVersion: v1, kind: Event, name: e, uid: u }]";
    const [problem] = admitText(networkPolicy(`{ name: a, ownerReferences: ${owners} }`)).problems;
    expect(problem).toMatchObject({
      code: "schema",
      facts: { field: "metadata.ownerReferences", violation: { type: "forbidden-owner", kind: "Event" } },
    });
    expect(problem === undefined ? "" : underlined(problem.at)).toBe("Event");
  });

  it("of an owner that is there twice the first one is told", () => {
    const owner = "{ apiVersion: v1, kind: Pod, name: p, uid: '' }";
    const { problems } = admitText(networkPolicy(`{ name: a, ownerReferences: [${owner}, ${owner}] }`));
    expect(problems).toHaveLength(1);
    const [at] = problems.map((each) => ("step" in each.at ? each.at.parent?.step : undefined));
    expect(at).toBe(0);
  });
});
