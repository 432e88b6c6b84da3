import { describe, expect, it } from "vitest";
import { apiObject } from "../../support/api-object.js";
import { child, rootOrigin, type PathStep } from "../../../src/source/manifest/origin.js";
import { refusedPolicy, repeatedPolicy, unservedPolicy } from "../../../src/cluster/kinds/refused-policy.js";
import { decodeNetworkPolicy } from "../../../src/cluster/kinds/network-policy/decode.js";
import type { ApiObject } from "../../../src/cluster/admission/request.js";
import type { ClusterObject } from "../../../src/cluster/model/objects.js";
import type { Policy } from "../../../src/cluster/model/policy.js";
import type { Problem } from "../../../src/cluster/problems/problem.js";

type Refused = Extract<ClusterObject, { readonly type: "refused-policy" }>["refused"];

function refusedOf(object: ClusterObject | undefined): Refused {
  if (object?.type !== "refused-policy") throw new Error("no refused policy");
  return object.refused;
}

const asReleased = (object: ApiObject): Policy => decodeNetworkPolicy(object, "released");

const policy = (kind: string, spec: string): ApiObject =>
  apiObject(`apiVersion: a/v1\nkind: ${kind}\nmetadata: { name: web, namespace: shop }\nspec: ${spec}\n`);

const EGRESS = policy(
  "NetworkPolicy",
  "{ podSelector: { matchLabels: { app: web } }, policyTypes: [Egress] }",
);

function problemAt(code: string, ...path: readonly PathStep[]): Problem {
  return {
    code,
    facts: {},
    at: child(EGRESS.node.origin, ...path),
    object: EGRESS.ref,
  } as unknown as Problem;
}

/** The pods that a refused policy selects for certain, and its directions. */
function trusted(problems: readonly Problem[] | undefined): string {
  const { subject, directions } = refusedOf(refusedPolicy(EGRESS, asReleased, problems));
  return `${subject === undefined ? "any pods" : (subject.pods?.key ?? "")}: ${directions.join(" ")}`;
}

const SELECTED = `${asReleased(EGRESS).subject.pods?.key}`;

describe("of a refused policy counts what the faults do not touch", () => {
  it.each<readonly [what: string, problems: readonly Problem[] | undefined, trusted: string]>([
    [
      "its subject and directions",
      [problemAt("invalid", "spec", "egress", 0, "ports")],
      `${SELECTED}: egress`,
    ],
    ["where something else is unknown", [problemAt("unknown-field", "metadata", "x")], `${SELECTED}: egress`],
    [
      "where a field further in is",
      [problemAt("unknown-field", "spec", "egress", "x")],
      `${SELECTED}: egress`,
    ],
    ["where a field of the spec is wrong", [problemAt("invalid", "spec", "egress")], `${SELECTED}: egress`],
    [
      "no subject, where its selector is wrong",
      [problemAt("invalid", "spec", "podSelector", "matchLabels")],
      "any pods: egress",
    ],
    ["none of another kind of policy", [problemAt("invalid", "spec", "subject", "pods")], "any pods: egress"],
    ["nothing where the spec is wrong", [problemAt("invalid", "spec")], "any pods: egress ingress"],
    ["nothing where the object is", [problemAt("invalid")], "any pods: egress ingress"],
    [
      "nothing where a field of the spec is unknown",
      [problemAt("invalid", "spec", "egress"), problemAt("unknown-field", "spec", "polcyTypes")],
      "any pods: egress ingress",
    ],
    [
      "nor written in other letters",
      [problemAt("wrong-case-field", "spec", "PodSelector")],
      "any pods: egress ingress",
    ],
    [
      "nor in an item of a list",
      [problemAt("unknown-field", "items", 0, "spec", "x")],
      "any pods: egress ingress",
    ],
    [
      "nothing where a part of the text is wrong",
      [
        {
          ...problemAt("invalid"),
          at: { document: EGRESS.node.origin.document, span: { start: 0, end: 1 } },
        } as unknown as Problem,
      ],
      "any pods: egress ingress",
    ],
    ["nothing where nothing can be trusted", undefined, "any pods: egress ingress"],
  ])("%s", (_, problems, expected) => expect(trusted(problems)).toBe(expected));

  it.each<
    readonly [
      kind: string,
      spec: string,
      tiers: readonly string[],
      priority: number | undefined,
      generation: string,
    ]
  >([
    ["ClusterNetworkPolicy", "{ tier: Baseline, priority: 7 }", ["Baseline"], 7, "ClusterNetworkPolicy"],
    [
      "ClusterNetworkPolicy",
      "{ tier: Other, priority: 1000 }",
      ["Admin", "Baseline"],
      1000,
      "ClusterNetworkPolicy",
    ],
    ["ClusterNetworkPolicy", "{ priority: 1001 }", ["Admin", "Baseline"], undefined, "ClusterNetworkPolicy"],
    ["AdminNetworkPolicy", "{ tier: Baseline, priority: 0 }", ["Admin"], 0, "AdminNetworkPolicy"],
    ["AdminNetworkPolicy", "{ priority: -1 }", ["Admin"], undefined, "AdminNetworkPolicy"],
    ["AdminNetworkPolicy", "{ priority: 1.5 }", ["Admin"], undefined, "AdminNetworkPolicy"],
    ["AdminNetworkPolicy", "{ priority: '5' }", ["Admin"], undefined, "AdminNetworkPolicy"],
    ["BaselineAdminNetworkPolicy", "{ priority: 5 }", ["Baseline"], undefined, "AdminNetworkPolicy"],
    ["NetworkPolicy", "{ priority: 5 }", ["NetworkPolicy"], undefined, "NetworkPolicy"],
    ["adminnetworkpolicy", "{ priority: 5 }", ["Admin"], 5, "AdminNetworkPolicy"],
    ["Unheard", "{ tier: Baseline, priority: 5 }", ["Baseline"], undefined, "AdminNetworkPolicy"],
    ["Unheard", "{}", ["Admin", "Baseline"], undefined, "AdminNetworkPolicy"],
  ])("%s of %s acts in a tier", (kind, spec, tiers, priority, generation) => {
    const object = policy(kind, spec);
    const refused = refusedOf(refusedPolicy(object, asReleased, []));
    expect(refused).toMatchObject({ cause: "refused", tiers, generation, ref: object.ref });
    expect(refused.priority).toBe(priority);
    expect(refused.origin).toBe(object.node.origin);
    const unserved = refusedOf(unservedPolicy(object, "undecided"));
    expect(unserved).toEqual({
      cause: "undecided",
      ref: object.ref,
      origin: refused.origin,
      generation,
      tiers,
      priority: undefined,
      subject: undefined,
      directions: ["egress", "ingress"],
    });
  });

  it("and what is known beside it", () => {
    const [asMeant, asStored, other] = ["{}", "{ policyTypes: [Egress] }", "{ policyTypes: [Ingress] }"].map(
      (spec) => asReleased(policy("NetworkPolicy", spec)),
    );
    if (asMeant === undefined || asStored === undefined || other === undefined)
      throw new Error("no policies");
    const mixedUp = { asMeant, asStored };
    const told = (known: Parameters<typeof refusedPolicy>[3]): Refused =>
      refusedOf(refusedPolicy(EGRESS, asReleased, [], known));
    expect(told({ mixedUp })).toMatchObject({ cause: "refused", mixedUp, storedUnchecked: asStored });
    expect(told({ cause: "undecided", storedUnchecked: other })).toMatchObject({
      cause: "undecided",
      storedUnchecked: other,
    });
    expect(Object.keys(told({}))).not.toContain("mixedUp");
    expect(Object.keys(told({}))).not.toContain("storedUnchecked");
  });
});

describe("of a policy that is there several times counts what its copies have in common", () => {
  const copy = (kind: string, spec: string, priority?: number): ClusterObject => {
    const object = policy(kind, spec);
    return { type: "policy", policy: { ...asReleased(object), priority } };
  };
  const refused = (spec: string): ClusterObject =>
    refusedPolicy(policy("AdminNetworkPolicy", spec), asReleased, []);
  const WEB = "{ podSelector: { matchLabels: { app: web } } }";

  it.each<
    readonly [
      what: string,
      copies: readonly ClusterObject[],
      hasSubject: boolean,
      priority: number | undefined,
      tiers: readonly string[],
    ]
  >([
    ["the pods", [copy("NetworkPolicy", WEB, 4), copy("NetworkPolicy", WEB, 4)], true, 4, ["NetworkPolicy"]],
    [
      "not the pods",
      [copy("NetworkPolicy", WEB, 4), copy("NetworkPolicy", "{}", 4)],
      false,
      4,
      ["NetworkPolicy"],
    ],
    [
      "not the priority",
      [copy("NetworkPolicy", WEB, 4), copy("NetworkPolicy", WEB, 5)],
      true,
      undefined,
      ["NetworkPolicy"],
    ],
    [
      "not the tier, and no pods of one that is refused",
      [copy("NetworkPolicy", WEB, 6), refused("{ priority: 6 }")],
      false,
      6,
      ["Admin", "NetworkPolicy"],
    ],
    ["the pods of one alone", [copy("NetworkPolicy", WEB, 7)], true, 7, ["NetworkPolicy"]],
  ])("%s", (_, copies, hasSubject, priority, tiers) => {
    const repeated = refusedOf(repeatedPolicy(copies));
    expect([repeated.subject !== undefined, repeated.priority, repeated.tiers]).toEqual([
      hasSubject,
      priority,
      tiers,
    ]);
    expect(repeated).toMatchObject({ cause: "repeated", directions: ["egress", "ingress"] });
  });

  it("and it is told as the first refused one, or the first", () => {
    const [first, second] = [copy("NetworkPolicy", WEB), refused("{}")];
    expect(refusedOf(repeatedPolicy([first, second])).generation).toBe("AdminNetworkPolicy");
    expect(refusedOf(repeatedPolicy([first])).ref.kind).toBe("NetworkPolicy");
  });

  it("where it is one at all", () => {
    expect(repeatedPolicy([])).toBeUndefined();
    const origin = rootOrigin(EGRESS.node.origin.document);
    const detour: ClusterObject = {
      type: "detour",
      detour: { type: "egress-gateway", ref: EGRESS.ref, origin },
    };
    expect(repeatedPolicy([detour])).toBeUndefined();
  });
});
