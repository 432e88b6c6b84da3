import { beforeAll, describe, expect, it } from "vitest";
import { askOne } from "../../../support/flow.js";
import { definition, newestDefinition } from "../../../support/crd.js";
import { definitionsIn } from "../../../../src/cluster/load/definitions.js";
import { namespace, pod } from "../../../cli/manifests.js";
import type { Definition } from "../../../../src/cluster/admission/crd/definition.js";
import type { Result } from "../../../../src/index.js";

/** As far as it tells the shape: peers select namespaces by members of `namespaces`, as in v0.1.0 to v0.1.2. */
const LABELS = { type: "object", additionalProperties: { type: "string" } };
const SELECTOR = { type: "object", properties: { matchLabels: LABELS } };
const NAMESPACES = {
  type: "object",
  minProperties: 1,
  maxProperties: 1,
  properties: {
    namespaceSelector: SELECTOR,
    sameLabels: { type: "array", items: { type: "string" } },
    notSameLabels: { type: "array", items: { type: "string" } },
  },
};
const RULE = {
  type: "object",
  required: ["action", "from"],
  properties: {
    action: { type: "string" },
    from: {
      type: "array",
      items: {
        type: "object",
        properties: {
          namespaces: NAMESPACES,
          pods: { type: "object", properties: { namespaces: NAMESPACES, podSelector: SELECTOR } },
        },
      },
    },
  },
};
const OLDER = definition({
  kind: "AdminNetworkPolicy",
  version: "v1alpha1",
  schema: {
    type: "object",
    properties: {
      apiVersion: { type: "string" },
      kind: { type: "string" },
      metadata: { type: "object" },
      spec: {
        type: "object",
        properties: {
          priority: { type: "integer", format: "int32" },
          subject: { type: "object", properties: { namespaces: SELECTOR } },
          ingress: { type: "array", items: RULE },
        },
      },
    },
  },
});

function definitionIn(text: string): Definition {
  const [reading] = definitionsIn({ name: "crd.json", text });
  if (reading?.definition === undefined) throw new Error("no definition");
  return reading.definition;
}

function denyFrom(peer: string): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: { name: deny }
spec: { priority: 7, subject: { namespaces: {} }, ingress: [{ action: Deny, from: [${peer}] }] }
`;
}

const PODS = [
  namespace("shop", "{ team: shop }"),
  namespace("lab", "{ team: lab }"),
  pod("shop", "web"),
  pod("shop", "cart"),
  pod("lab", "probe"),
];

describe("peers of releases before v0.1.3", () => {
  let crds: ReadonlyMap<string, Definition>;

  beforeAll(() => {
    crds = new Map([["AdminNetworkPolicy", definitionIn(OLDER)]]);
  });

  const asked = async (peer: string, from: string): Promise<Result> =>
    askOne([...PODS, denyFrom(peer)], `${from} -> shop/web TCP 80`, { crds });

  it.each([
    ["namespaces: { namespaceSelector: { matchLabels: { team: lab } } }", "lab/probe", "denied"],
    ["namespaces: { namespaceSelector: { matchLabels: { team: lab } } }", "shop/cart", "allowed"],
    ["namespaces: { namespaceSelector: {} }", "shop/cart", "denied"],
    [
      "pods: { namespaces: { namespaceSelector: {} }, podSelector: { matchLabels: { app: cart } } }",
      "shop/cart",
      "denied",
    ],
    [
      "pods: { namespaces: { namespaceSelector: {} }, podSelector: { matchLabels: { app: cart } } }",
      "lab/probe",
      "allowed",
    ],
  ])("{ %s } from %s is %s", async (peer, from, verdict) => {
    expect((await asked(`{ ${peer} }`, from)).verdict).toBe(verdict);
  });

  it.each([
    ["sameLabels: [team]", "lab/probe", "allowed"],
    ["sameLabels: [team]", "shop/cart", "denied"],
    ["notSameLabels: [team]", "lab/probe", "denied"],
    ["notSameLabels: [team]", "shop/cart", "allowed"],
    ["sameLabels: []", "shop/cart", "allowed"],
    ["notSameLabels: []", "lab/probe", "allowed"],
  ])("{ namespaces: { %s } } from %s is %s (S-TEN-2, S-TEN-3)", async (namespaces, from, verdict) => {
    expect((await asked(`{ namespaces: { ${namespaces} } }`, from)).verdict).toBe(verdict);
  });

  it("are refused by the CRD of a later release, which has another shape", async () => {
    const later = new Map([["AdminNetworkPolicy", definitionIn(newestDefinition("AdminNetworkPolicy"))]]);
    const { reasons } = await askOne(
      [...PODS, denyFrom("{ namespaces: { namespaceSelector: {} } }")],
      "lab/probe -> shop/web TCP 80",
      { crds: later },
    );
    expect(reasons.map(({ code }) => code)).toEqual(["refused-policy"]);
  });
});
