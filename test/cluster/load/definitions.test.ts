import { describe, expect, it } from "vitest";
import { adminEgress, stream } from "../../cli/manifests.js";
import { load, loadToReload } from "../../../src/cluster/load/load.js";
import type { LoadOptions, Loaded } from "../../../src/cluster/load/options.js";
import { newestDefinition, withRules } from "../../support/crd.js";
import { READ_OPTIONS } from "../../support/api-object.js";
import { clusterInput, fileInput, storedInput } from "../../support/stored.js";
import { definitionsIn } from "../../../src/cluster/load/definitions.js";
import type { Input } from "../../../src/cluster/load/input.js";

const POLICY = adminEgress("tenants", "{ action: Deny, to: [{ namespaces: {} }] }");
const OPTIONS: LoadOptions = { ...READ_OPTIONS, purpose: "flows", runChecks: async () => [{ holds: false }] };

/** The CRD of a release, with a rule that nothing here fulfils. */
const NONE_SUCH = newestDefinition(
  "ClusterNetworkPolicy",
  withRules({ rule: "false", message: "none such" }),
);
const OVERLAY = fileInput(POLICY, "new.yaml");
const REFUSED = ["spec: Invalid value: none such"];

function serverLines({ problems }: Loaded): string[] {
  return problems.flatMap(({ server }) => server ?? []);
}

describe("the CRDs of a cluster", () => {
  it.each([
    ["a live cluster", storedInput(NONE_SUCH)],
    ["a snapshot", fileInput(NONE_SUCH, "prod.json", { isStored: true })],
  ])("of %s judge what is laid over it", async (_, cluster) => {
    expect(serverLines(await load([cluster, OVERLAY], OPTIONS))).toEqual(REFUSED);
  });

  it("do not judge what the server has stored", async () => {
    const loaded = await load([storedInput(stream(NONE_SUCH, POLICY))], OPTIONS);
    expect(loaded.problems).toEqual([]);
    expect(loaded.cluster.policies.map(({ ref }) => ref.name)).toEqual(["tenants"]);
  });

  it("that nobody has stored say nothing: who writes the policies writes them too", async () => {
    const loaded = await load([fileInput(NONE_SUCH, "crd.json"), OVERLAY], OPTIONS);
    expect(loaded.problems).toEqual([]);
  });

  it("count behind those that are given, and behind a release that is named", async () => {
    const inputs = [storedInput(NONE_SUCH), OVERLAY];
    const [given] = definitionsIn({ name: "crd.json", text: newestDefinition("ClusterNetworkPolicy") });
    const crds = new Map(given?.definition === undefined ? [] : [[given.definition.kind, given.definition]]);
    expect(serverLines(await load(inputs, { ...OPTIONS, crds }))).toEqual([]);
    expect(serverLines(await load(inputs, { ...OPTIONS, bundles: ["v0.2.0/standard"] }))).toEqual([]);
    expect(serverLines(await load(inputs, { ...OPTIONS, bundles: ["v0.1.8/standard"] }))).toEqual(REFUSED);
  });

  it("are known when a file that lies over the cluster is loaded again", async () => {
    const file = { name: "new.yaml", text: POLICY };
    const inputs: Input[] = [storedInput(NONE_SUCH), { type: "file", file, isNamed: true }];
    const { loaded, reload } = await loadToReload(inputs, OPTIONS);
    expect(serverLines(loaded)).toEqual(REFUSED);
    const other = { ...file, text: POLICY.replace("priority: 7", "priority: 8") };
    expect(serverLines(await reload(new Map([[file, other]])))).toEqual(REFUSED);
  });

  it("of another kind, and those that are broken, change nothing", async () => {
    const other = NONE_SUCH.replaceAll("ClusterNetworkPolicy", "Tenant");
    const beta = NONE_SUCH.replace("k8s.io/v1", "k8s.io/v1beta1");
    const loaded = await load([storedInput(stream(other, beta)), OVERLAY], OPTIONS);
    expect(loaded.problems).toEqual([]);
  });
});

describe("checks that somebody else wrote", () => {
  it("are not evaluated, and so not passed, where nobody runs them", async () => {
    const { runChecks: _, ...without } = OPTIONS;
    const loaded = await load([storedInput(NONE_SUCH), OVERLAY], without);
    expect(loaded.problems.map(({ code, facts }) => [code, facts])).toEqual([
      ["not-analysed", { reason: "crd-check-not-run", detail: "false" }],
    ]);
    expect(loaded.cluster.policies).toEqual([]);
    expect(loaded.cluster.refused.map(({ cause }) => cause)).toEqual(["undecided"]);
  });

  it.each(["unsupported", "too-slow", "too-large", "not-run"] as const)(
    "are said to be %s, and the policy counts as undecided",
    async (unevaluated) => {
      const inputs = [storedInput(NONE_SUCH), OVERLAY];
      const loaded = await load(inputs, { ...OPTIONS, runChecks: async () => [{ unevaluated }] });
      expect(loaded.problems.map(({ code, facts }) => [code, facts])).toEqual([
        ["not-analysed", { reason: `crd-check-${unevaluated}`, detail: "false" }],
      ]);
      expect(loaded.cluster.refused.map(({ cause }) => cause)).toEqual(["undecided"]);
    },
  );

  it("decide by their results", async () => {
    const inputs = [storedInput(NONE_SUCH), OVERLAY];
    const loaded = await load(inputs, { ...OPTIONS, runChecks: async () => [{ holds: true }] });
    expect(loaded.problems).toEqual([]);
    expect(loaded.cluster.policies).toHaveLength(1);
  });
});

describe("the version of a cluster's server", () => {
  /** Servers before 1.35 show the type of what breaks a rule. */
  const SHOWN = ['spec: Invalid value: "object": none such'];
  const inputs = (minor: number): Input[] => [
    clusterInput({ serverVersion: [1, minor] }),
    storedInput(NONE_SUCH),
    OVERLAY,
  ];

  it("is the one that validates, unless another one is given", async () => {
    const told = { ...OPTIONS, kubernetesVersion: undefined };
    expect(serverLines(await load(inputs(34), told))).toEqual(SHOWN);
    expect(serverLines(await load(inputs(34), { ...told, kubernetesVersion: [1, 36] }))).toEqual(REFUSED);
    expect(serverLines((await loadToReload(inputs(34), told)).loaded)).toEqual(SHOWN);
  });

  it("that is newer than what is known counts as the newest", async () => {
    expect(serverLines(await load(inputs(99), { ...OPTIONS, kubernetesVersion: undefined }))).toEqual(
      REFUSED,
    );
  });
});
