import * as fc from "fast-check";
import { check, isWholeRun, Mismatch } from "./run.js";
import { evaluate } from "../reference/reference.js";
import { evaluate as decide } from "../../src/semantics/evaluate/evaluate.js";
import { expect, it } from "vitest";
import { explainFlow, loadSources, REFERENCE, STRICT } from "../../src/index.js";
import { readCluster } from "../reference/objects.js";
import { toText } from "./generate/text.js";
import { trafficOf } from "../../src/base/net/traffic.js";
import { verdictText } from "./program.js";
import { Work } from "../../src/base/limits/work.js";
import { DIRECT } from "../../src/semantics/evaluate/flow.js";
import type { KubernetesObject } from "../reference/kubernetes.js";

/** Namespaces that are not loaded: of their labels nothing is known but the name. */
const [CLIENT, SERVER] = ["shop", "payments"];
const PORTS = [80, 443] as const;

/** Few enough that the reference can try every value of each, for both namespaces. */
const KEYS = ["team", "zone"] as const;

const requirement = fc.oneof(
  fc.record({
    key: fc.constantFrom(...KEYS),
    operator: fc.constantFrom("In", "NotIn"),
    values: fc.uniqueArray(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ key: fc.constantFrom(...KEYS), operator: fc.constantFrom("Exists", "DoesNotExist") }),
);

const namespaces = fc
  .array(requirement, { maxLength: 2 })
  .map((matchExpressions) => (matchExpressions.length === 0 ? {} : { matchExpressions }));

const policy = fc.record({
  isOfNewGeneration: fc.boolean(),
  direction: fc.constantFrom("ingress" as const, "egress" as const),
  subject: namespaces,
  rules: fc.array(
    fc.record({
      action: fc.constantFrom("Allow" as const, "Deny" as const, "Pass" as const),
      peer: namespaces,
      port: fc.constantFrom(undefined, ...PORTS),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

type TiedPolicy = typeof policy extends fc.Arbitrary<infer T> ? T : never;

interface Tied {
  /** One generation alone, or both as each policy says. */
  readonly isMixed: boolean;
  readonly policies: readonly TiedPolicy[];
}

const tied: fc.Arbitrary<Tied> = fc.record({
  isMixed: fc.nat(3).map((one) => one === 0),
  policies: fc.oneof(
    fc.array(policy, { minLength: 2, maxLength: 6 }),
    fc.array(policy, { minLength: 12, maxLength: 20 }),
  ),
});

function objectOf(
  { isOfNewGeneration, direction, subject, rules }: TiedPolicy,
  index: number,
  isMixed: boolean,
) {
  const isNew = isMixed && isOfNewGeneration;
  const kind = isNew ? "ClusterNetworkPolicy" : "AdminNetworkPolicy";
  return {
    apiVersion: `policy.networking.k8s.io/${isNew ? "v1alpha2" : "v1alpha1"}`,
    kind,
    metadata: { name: `p${index}` },
    spec: {
      ...(isNew ? { tier: "Admin" } : {}),
      priority: 10,
      subject: { namespaces: subject },
      [direction]: rules.map(({ action, peer, port }) => ({
        action: isNew && action === "Allow" ? "Accept" : action,
        [direction === "ingress" ? "from" : "to"]: [{ namespaces: peer }],
        ...(port === undefined ? {} : portsOf(isNew, port)),
      })),
    },
  } as KubernetesObject;
}

function portsOf(isNew: boolean, port: number): object {
  return isNew
    ? { protocols: [{ tcp: { destinationPort: { number: port } } }] }
    : { ports: [{ portNumber: { protocol: "TCP", port } }] };
}

function pod(namespace: string): KubernetesObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "pod", namespace },
    spec: { nodeName: namespace, containers: [{ name: "a" }] },
    status: { podIP: namespace === CLIENT ? "10.0.0.1" : "10.0.0.2" },
  } as KubernetesObject;
}

/** More runs than this are not tried: such a cluster is asked of the program alone. */
const MOST_WORLDS = 60_000;

/**
 * What all ports of one flow may take: a tenth of the program's own budget, and far more than most of these clusters do. One of a few
 * thousand (seed 1243034032, the ninth case) takes more than 100 million.
 */
const MOST_STEPS = 300_000_000;

it(
  "many policies of one priority over labels that are not known are settled as the reference does",
  { timeout: 600_000 },
  async () => {
    const met = { compared: 0, tooMany: 0, undefined: 0, unknown: 0, large: 0 };
    await check<Tied>({
      name: "ties over unknown labels",
      arbitrary: tied,
      runs: 200,
      isSlow: true,
      part: 500,
      holds: async ({ policies, isMixed }) => {
        const objects = [
          ...[CLIENT, SERVER].map(pod),
          ...policies.map((each, index) => objectOf(each, index, isMixed)),
        ];
        const sources = objects.map((object, index) => ({
          name: `${index}.yaml`,
          text: toText(object, 0, "manifests"),
        }));
        const loaded = await loadSources(sources);
        for (const profile of [REFERENCE, STRICT]) {
          const reference = readCluster(objects, {
            profile: profile === STRICT ? "strict" : "reference",
            limit: MOST_WORLDS,
          });
          for (const port of PORTS) {
            const question = { from: `${CLIENT}/pod`, to: `${SERVER}/pod`, port: String(port), profile };
            const { results } = explainFlow(loaded, question);
            const found = results.map(verdictText).join("; ");
            if (results.some(({ isExact }) => !isExact)) throw new Mismatch(`${port}: not exact: ${found}`);
            const query = {
              from: { pod: `${CLIENT}/pod` },
              to: { pod: `${SERVER}/pod` },
              family: "IPv4",
              protocol: "TCP",
              port,
            } as const;
            const expected = answerOf(() => verdictText(evaluate(reference, query)));
            if (expected === undefined) met.tooMany++;
            else {
              met.compared++;
              if (policies.length >= 12) met.large++;
              if (expected.startsWith("undefined")) met.undefined++;
              if (expected.startsWith("unknown")) met.unknown++;
              if (found !== expected)
                throw new Mismatch(
                  `TCP ${port}, ${profile.name}\n  program:   ${found}\n  reference: ${expected}`,
                );
            }
          }
          const work = new Work(MOST_STEPS);
          const cluster = { ...loaded.cluster, work };
          const [from, to] = [CLIENT, SERVER].map(
            (namespace) => cluster.workloads.find((each) => each.namespace === namespace)?.members[0],
          );
          if (from === undefined || to === undefined) throw new Error("a pod is missing");
          const traffic = trafficOf("TCP", [[1, 65_535]]);
          decide(cluster, { from, to, family: "IPv4", traffic, way: DIRECT }, profile);
          if (work.isOver) throw new Mismatch(`more than ${MOST_STEPS} steps`);
        }
      },
      smaller: function* ({ policies, isMixed }) {
        for (const index of policies.keys()) yield { isMixed, policies: policies.toSpliced(index, 1) };
        if (isMixed) yield { isMixed: false, policies };
      },
      show: ({ policies, isMixed }) =>
        policies.map((each, index) => toText(objectOf(each, index, isMixed), 0, "manifests")).join("---\n"),
    });
    console.log(JSON.stringify(met));
    expect(met.compared).toBeGreaterThan(met.tooMany);
    if (isWholeRun)
      for (const count of [met.undefined, met.unknown, met.large]) expect(count).toBeGreaterThan(20);
  },
);

/** What the reference says; undefined where it had too much to try. */
function answerOf(ask: () => string): string | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("too many worlds")) return undefined;
    throw error;
  }
}
