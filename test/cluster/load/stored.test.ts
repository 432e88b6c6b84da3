import { describe, expect, it } from "vitest";
import { clusterInput, fileInput, listJson, storedInput } from "../../support/stored.js";
import { DENY_ALL, adminEgress, namespace, pod, SHOP, stream, webEgress } from "../../cli/manifests.js";
import { explainFlow, showPlace } from "../../../src/index.js";
import { incompletenessOf, isComplete } from "../../../src/cluster/load/incomplete.js";
import { load } from "../../../src/cluster/load/load.js";
import type { Loaded, LoadOptions } from "../../../src/cluster/load/options.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import type { ForbiddenKind } from "../../../src/cluster/model/cluster.js";
import type { Input } from "../../../src/cluster/load/input.js";

/** Loads for flows, with the server's version as far as a cluster tells it. */
async function loaded(inputs: readonly Input[], options: Partial<LoadOptions> = {}): Promise<Loaded> {
  return load(inputs, { ...READ_OPTIONS, purpose: "flows", kubernetesVersion: undefined, ...options });
}

/** The verdict of `from > to port`, and what it hangs on. */
function verdictOf(input: Loaded, question: string): string {
  const [from = "", , to = "", port = ""] = question.split(" ");
  const { results } = explainFlow(input, { from, to, port });
  return results
    .map(({ verdict, reasons }) => [verdict, ...reasons.map(({ code }) => code)].join(" "))
    .join("; ");
}

/** Where the rules stand, and the objects that raise problems, by their names and paths. */
function placesIn({ cluster, problems }: Loaded): string[] {
  const rules = cluster.policies.flatMap(({ rules: { ingress, egress } }) => [
    ...(ingress?.rules ?? []),
    ...(egress?.rules ?? []),
  ]);
  return [...rules.map(({ origin }) => origin), ...problems.map(({ at }) => at)].map((at) => {
    const { file, isStored, path } = showPlace(at);
    return `${isStored ? "stored" : "file"} ${file} ${path}`;
  });
}

const WEB_TO_CART = "shop/web > shop/cart 7070";
const OPEN_ON_7071 = SHOP.slice(SHOP.lastIndexOf("---\n") + 4).replace("7070", "7071");

describe("objects that a server has stored", () => {
  it("make a cluster, and are known by their names", async () => {
    const input = await loaded([clusterInput(), storedInput(SHOP)]);
    expect(verdictOf(input, WEB_TO_CART)).toBe("allowed");
    expect(placesIn(input)).toEqual(["stored shop/networkpolicy/cart-from-web /spec/ingress/0"]);
    expect(input.summary).toMatchObject({ clusters: ["context prod"], files: 0, documents: 4 });
    expect([...input.summary.objects]).toEqual([
      ["Namespace", 1],
      ["NetworkPolicy", 1],
      ["Pod", 2],
    ]);
  });

  it("may stand in one list, and in files: a snapshot, what kubectl printed, several documents", async () => {
    const list = await loaded([storedInput(listJson(SHOP))]);
    const json = await loaded([fileInput(listJson(SHOP), "shop.json", { isStored: true })]);
    const yaml = await loaded([fileInput(SHOP, "shop.yaml", { isStored: true })]);
    for (const each of [list, json, yaml]) {
      expect(verdictOf(each, WEB_TO_CART)).toBe("allowed");
      expect(placesIn(each)).toEqual(["stored shop/networkpolicy/cart-from-web /spec/ingress/0"]);
    }
  });

  it("without a namespace are named without one", async () => {
    const input = await loaded([storedInput(stream(SHOP, adminEgress("tenants", DENY_ALL)))]);
    expect(placesIn(input)).toContain("stored clusternetworkpolicy/tenants /spec/egress/0");
  });

  it("are not validated again", async () => {
    const leadingZeros = webEgress('{ to: [{ ipBlock: { cidr: "198.051.100.0/24" } }] }');
    const text = stream(SHOP, leadingZeros);
    for (const input of [storedInput(text), fileInput(text, "shop.yaml", { isStored: true })]) {
      const stored = await loaded([input]);
      expect(isComplete(incompletenessOf(stored))).toBe(true);
      expect(verdictOf(stored, "shop/web > 198.51.100.7 443")).toBe("allowed");
    }
    const applied = await loaded([fileInput(text, "shop.yaml")]);
    expect(incompletenessOf(applied).refused.map(({ policy }) => policy.ref.name)).toEqual(["web-egress"]);
  });
});

describe("files over a cluster", () => {
  it("replace what has their names, and add the rest", async () => {
    const overlay = fileInput(stream(OPEN_ON_7071, pod("shop", "till")), "new.yaml", { isOverlay: true });
    const input = await loaded([clusterInput(), storedInput(SHOP), overlay]);
    expect(verdictOf(input, WEB_TO_CART)).toBe("denied");
    expect(verdictOf(input, "shop/web > shop/cart 7071")).toBe("allowed");
    expect(verdictOf(input, "shop/till > shop/cart 7071")).toBe("denied");
    expect(input.problems).toEqual([]);
    expect(placesIn(input)).toEqual(["file new.yaml /spec/ingress/0"]);
  });

  it("replace them in whichever version they are written, and wherever they come", async () => {
    const base = storedInput(SHOP.replace("networking.k8s.io/v1", "extensions/v1beta1"));
    const overlay = fileInput(OPEN_ON_7071, "new.yaml", { isOverlay: true });
    for (const inputs of [
      [base, overlay],
      [overlay, base],
    ]) {
      const input = await loaded(inputs, { kubernetesVersion: [1, 15] });
      expect(placesIn(input)).toEqual(["file new.yaml /spec/ingress/0"]);
    }
  });

  it("are validated, by the server that is there, and not what they lie over", async () => {
    const leadingZeros = (name: string): string =>
      webEgress('{ to: [{ ipBlock: { cidr: "010.0.0.0/8" } }] }').replace("web-egress", name);
    const base = storedInput(stream(SHOP, leadingZeros("stored")));
    const overlay = fileInput(leadingZeros("new"), "new.yaml", { isOverlay: true });
    const refused = async (inputs: readonly Input[], options: Partial<LoadOptions> = {}): Promise<string[]> =>
      incompletenessOf(await loaded(inputs, options)).refused.map(({ policy }) => policy.ref.name);
    expect(await refused([clusterInput({ serverVersion: [1, 36] }), base, overlay])).toEqual(["new"]);
    expect(await refused([clusterInput(), base, overlay])).toEqual(["new"]);
    // Servers took leading zeros until 1.35.
    expect(await refused([clusterInput({ serverVersion: [1, 35] }), base, overlay])).toEqual([]);
    // What a user says counts before what the cluster tells.
    const asked = { kubernetesVersion: [1, 36] as const };
    expect(await refused([clusterInput({ serverVersion: [1, 35] }), base, overlay], asked)).toEqual(["new"]);
    const trailer = {
      version: 1,
      server: { major: 1, minor: 35 },
      knowsEveryPod: true,
      forbidden: [],
    };
    const snapshot = fileInput(listJson(SHOP, trailer), "prod.json", { isStored: true });
    expect(await refused([snapshot, overlay])).toEqual([]);
  });

  it("take what is wrong with the replaced object away", async () => {
    const tenants = (operator: string): string =>
      adminEgress(
        "tenants",
        `{ action: Deny, to: [{ namespaces: { matchExpressions: [{ key: a, operator: ${operator}, values: [b] }] } }] }`,
      );
    const problemsOf = async (...inputs: readonly Input[]): Promise<string[]> =>
      (await load(inputs, READ_OPTIONS)).problems.map(({ code }) => code);
    const base = storedInput(stream(SHOP, tenants("notIn")));
    expect(await problemsOf(base)).toEqual(["unchecked-selector"]);
    expect(await problemsOf(base, fileInput(tenants("NotIn"), "new.yaml", { isOverlay: true }))).toEqual([]);
  });

  it("take nothing of the policy that they replace: one that is refused leaves its name unknown", async () => {
    const wrong = OPEN_ON_7071.replace("port: 7071", "port: 90, endPort: 80");
    const input = await loaded([storedInput(SHOP), fileInput(wrong, "new.yaml", { isOverlay: true })]);
    expect(verdictOf(input, WEB_TO_CART)).toBe("unknown refused-policy");
  });
});

describe("what a cluster does not show", () => {
  const PODS = stream(
    namespace("shop"),
    namespace("ops"),
    pod("shop", "web"),
    pod("shop", "cart"),
    pod("ops", "agent"),
  );

  function forbidden(kind: string, readIn: readonly string[] = []): ForbiddenKind {
    const group = kind === "NetworkPolicy" ? "networking.k8s.io/v1" : "policy.networking.k8s.io/v1alpha2";
    return { apiVersion: group, kind, readIn };
  }

  async function without(...kinds: readonly ForbiddenKind[]): Promise<Loaded> {
    return loaded([clusterInput({ forbidden: kinds }), storedInput(PODS)]);
  }

  it.each(["NetworkPolicy", "AdminNetworkPolicy", "BaselineAdminNetworkPolicy", "ClusterNetworkPolicy"])(
    "%s: every verdict is unknown, and the input is not complete",
    async (kind) => {
      const input = await without(forbidden(kind));
      expect(verdictOf(input, "shop/web > shop/cart 80")).toBe("unknown forbidden-policies");
      expect(isComplete(incompletenessOf(input))).toBe(false);
      expect(incompletenessOf(input).forbidden).toEqual([forbidden(kind)]);
    },
  );

  it("NetworkPolicies outside of one namespace: verdicts inside of it are whole", async () => {
    const input = await without(forbidden("NetworkPolicy", ["shop"]));
    expect(verdictOf(input, "shop/web > shop/cart 80")).toBe("allowed");
    expect(verdictOf(input, "shop/web > ops/agent 80")).toBe("unknown forbidden-policies");
    expect(verdictOf(input, "ops/agent > shop/web 80")).toBe("unknown forbidden-policies");
    expect(isComplete(incompletenessOf(input))).toBe(false);
  });

  it("policies: what comes before them decides all the same", async () => {
    const denied = stream(PODS, adminEgress("first", "{ action: Deny, to: [{ namespaces: {} }] }"));
    const input = await loaded([
      clusterInput({ forbidden: [forbidden("NetworkPolicy")] }),
      storedInput(denied),
    ]);
    expect(verdictOf(input, "shop/web > shop/cart 80")).toBe("denied");
    const unknown = await loaded([
      clusterInput({ forbidden: [forbidden("ClusterNetworkPolicy")] }),
      storedInput(denied),
    ]);
    expect(verdictOf(unknown, "shop/web > shop/cart 80")).toBe("unknown forbidden-policies");
  });

  it("kinds that are no policies: nothing stands for them, and the input is not complete", async () => {
    const node = { apiVersion: "v1", kind: "Node", readIn: [] };
    const input = await without(node);
    expect(input.cluster.refused).toEqual([]);
    expect(incompletenessOf(input).forbidden).toEqual([node]);
  });

  it("is told by a snapshot as by a cluster", async () => {
    const trailer = { version: 1, knowsEveryPod: true, forbidden: [forbidden("NetworkPolicy", ["ops"])] };
    const input = await loaded([fileInput(listJson(PODS, trailer), "prod.json", { isStored: true })]);
    expect(verdictOf(input, "shop/web > shop/cart 80")).toBe("unknown forbidden-policies");
    expect(verdictOf(input, "ops/agent > 192.0.2.7 80")).toBe("allowed");
  });

  it("in a file that is no snapshot is nothing but a field", async () => {
    const trailer = { version: 1, knowsEveryPod: true, forbidden: [forbidden("NetworkPolicy")] };
    const input = await loaded([fileInput(listJson(PODS, trailer), "prod.json")]);
    expect(verdictOf(input, "shop/web > shop/cart 80")).toBe("allowed");
    expect(isComplete(incompletenessOf(input))).toBe(true);
  });
});

describe("a cluster of which every pod is known", () => {
  const PEERS = stream(SHOP, webEgress("{ to: [{ podSelector: {} }] }"));
  const TO_PRIVATE = "shop/web > 10.8.3.7 443";

  it("has no other pod at a private address", async () => {
    const known = await loaded([clusterInput(), storedInput(PEERS)]);
    expect(verdictOf(known, TO_PRIVATE)).toBe("denied");
    const partly = await loaded([clusterInput({ knowsEveryPod: false }), storedInput(PEERS)]);
    expect(verdictOf(partly, TO_PRIVATE)).toMatch(/^unknown /);
    expect(verdictOf(await loaded([storedInput(PEERS)]), TO_PRIVATE)).toMatch(/^unknown /);
  });

  it("still has that pod where its address is known", async () => {
    const at = PEERS.replace("kind: Pod\n", 'kind: Pod\nstatus: { podIP: "10.8.3.7" }\n');
    const known = await loaded([clusterInput(), storedInput(at)]);
    expect(verdictOf(known, TO_PRIVATE)).toBe("allowed");
  });
});
