import { describe, expect, it } from "vitest";
import { loadSources } from "../../../../src/index.js";
import { apiObject, READ_OPTIONS } from "../../../support/api-object.js";
import { API_SERVICE } from "../../../../src/cluster/kinds/detour/api-service.js";
import {
  EGRESS_GATEWAYS,
  egressGatewayReader,
} from "../../../../src/cluster/kinds/detour/egress-gateways.js";
import { roleReader } from "../../../../src/cluster/kinds/detour/roles.js";
import type { KindReader } from "../../../../src/cluster/kinds/kind.js";

/** What an object tells of ways around policies. */
function detour(reader: KindReader, text: string): unknown {
  const { objects, problems } = reader.read(apiObject(text), READ_OPTIONS);
  expect(problems).toEqual([]);
  return objects.flatMap((each) => {
    // What a role lets its own pods use is asked elsewhere.
    if (each.type === "access") return [];
    if (each.type !== "detour") throw new Error(each.type);
    const { ref, origin, ...told } = each.detour;
    expect(origin.document.file.text).toBe(text);
    return [{ name: ref.name, ...told }];
  });
}

describe("a role lets somebody connect through the API server", () => {
  const role = (rules: string): string => `kind: ClusterRole\nmetadata: { name: debug }\nrules: ${rules}\n`;
  const connects = (rules: string, isNamespaced = false): unknown =>
    detour(roleReader(isNamespaced), role(rules));

  it.each<readonly [what: string, rules: string, connects: readonly string[]]>([
    ["by a verb", '[{ apiGroups: [""], resources: [pods/exec, pods/log], verbs: [create] }]', ["pods/exec"]],
    ["by the other one", '[{ apiGroups: [""], resources: [nodes/proxy], verbs: [get] }]', ["nodes/proxy"]],
    ["by any verb", '[{ apiGroups: ["*"], resources: [pods/attach], verbs: ["*"] }]', ["pods/attach"]],
    [
      "by a subresource of anything",
      '[{ apiGroups: [apps, ""], resources: ["*/proxy"], verbs: [list, get] }]',
      ["pods/proxy", "services/proxy", "nodes/proxy"],
    ],
    [
      "by anything",
      '[{ apiGroups: [""], resources: ["*"], verbs: [get] }]',
      ["pods/attach", "pods/exec", "pods/portforward", "pods/proxy", "services/proxy", "nodes/proxy"],
    ],
    [
      "by each of several rules, in one order",
      '[{ apiGroups: [""], resources: [pods/portforward], verbs: [get] }, { apiGroups: [""], resources: [pods/exec], verbs: [get] }]',
      ["pods/exec", "pods/portforward"],
    ],
    ["not by another verb", '[{ apiGroups: [""], resources: [pods/exec], verbs: [list, delete] }]', []],
    ["not by another group", "[{ apiGroups: [apps], resources: [pods/exec], verbs: [get] }]", []],
    ["not by pods themselves", '[{ apiGroups: [""], resources: [pods, exec], verbs: [get] }]', []],
    ["not by parts of several rules", '[{ apiGroups: [""], resources: [pods/exec] }, { verbs: [get] }]', []],
    ["not without rules", "null", []],
    ["not by what is no text", '[{ apiGroups: [""], resources: [[pods/exec]], verbs: [get] }]', []],
  ])("%s", (_, rules, expected) =>
    expect(connects(rules)).toEqual([{ type: "role", name: "debug", connects: expected }]),
  );

  it("but to no node, where it counts in a namespace", () => {
    const rules = '[{ apiGroups: [""], resources: ["*/proxy"], verbs: [get] }]';
    expect(connects(rules, true)).toEqual([
      { type: "role", name: "debug", connects: ["pods/proxy", "services/proxy"] },
    ]);
  });
});

it.each([
  ["spec: { service: { namespace: shop, name: metrics } }", true],
  ["spec: { group: apps }", false],
  ["spec: { service: null }", false],
  ["spec: {}", false],
])("an API of %s is called: %s", (spec, isCalled) => {
  const text = `kind: APIService\nmetadata: { name: v1.a.b }\n${spec}\n`;
  expect(detour(API_SERVICE, text)).toEqual([{ type: "server-call", name: "v1.a.b", isCalled }]);
});

it("of an egress gateway nothing is told but that it is there", () => {
  const text = "kind: Egress\nmetadata: { name: out }\nspec: { egressIP: 192.0.2.7 }\n";
  expect(detour(egressGatewayReader(false), text)).toEqual([{ type: "egress-gateway", name: "out" }]);
});

it("each kind of them is read, in a namespace where it has one", async () => {
  const text = EGRESS_GATEWAYS.flatMap(({ apiVersions, kind }) =>
    apiVersions.map((each, i) => `apiVersion: ${each}\nkind: ${kind}\nmetadata: { name: out-${i} }\n`),
  ).join("---\n");
  const { cluster, problems } = await loadSources([{ name: "a.yaml", text }], { namespace: "shop" });
  expect(problems).toEqual([]);
  const found = cluster.detours.map(({ ref }) => `${ref.kind} ${ref.namespace ?? "-"}/${ref.name}`);
  expect(found.toSorted()).toEqual(
    EGRESS_GATEWAYS.flatMap(({ apiVersions, kind, isNamespaced }) =>
      apiVersions.map((_, i) => `${kind} ${isNamespaced ? "shop" : "-"}/out-${i}`),
    ).toSorted(),
  );
  expect(EGRESS_GATEWAYS.filter(({ isNamespaced }) => isNamespaced).map(({ kind }) => kind)).toEqual([
    "EgressService",
    "EgressRouter",
    "VpcEgressGateway",
  ]);
});
