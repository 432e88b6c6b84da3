import { describe, expect, it } from "vitest";
import { explainEnds, lookUpFlow, readFlow } from "../../../src/questions/ask/flow.js";
import { partOfFamily } from "../family-part.js";
import { REFERENCE } from "../../../src/semantics/match/profile.js";
import { Work } from "../../../src/base/limits/work.js";
import type { Cluster } from "../../../src/cluster/model/cluster.js";
import type { Explanation } from "../../../src/questions/explain/result.js";

function explained(cluster: Cluster, from: string, to: string): Explanation {
  const read = readFlow({ from, to, port: "443", protocol: undefined });
  if (!read.ok) throw new Error("these words can be read");
  const ends = lookUpFlow(cluster, { ...read.value, namespace: undefined });
  if (!ends.ok || ends.value.type !== "ends") throw new Error("these ends are there");
  const { traffic } = read.value;
  const answer = explainEnds(cluster, ends.value, { traffic, profile: REFERENCE });
  if (!answer.ok) throw new Error("this question has an answer");
  return answer.value;
}

const verdictsOf = ({ results }: Explanation): string[] => results.map(({ verdict }) => verdict).toSorted();

describe.each([
  ["two-apis", 12],
  ["open-labels", 12],
  ["names", 6],
] as const)("explain of a part of %s", (family, policies) => {
  it.each([
    ["from an address that may be a pod's", false],
    ["to an address that may be a pod's", true],
  ])("%s has an answer wherever its work ends", async (_, isTo) => {
    const cluster = await partOfFamily(family, { policies, oneOf: 5 });
    const workload = cluster.workloads[0];
    const name = `${workload?.namespace}/${workload?.name}`;
    const [from, to] = isTo ? [name, "10.1.2.3"] : ["10.1.2.3", name];
    const work = new Work(Infinity);
    const whole = explained({ ...cluster, work }, from, to);
    expect(work.spent).toBeGreaterThan(1000);
    // Closer and closer to the end: there the answer is decided, and only said.
    const ends = Array.from({ length: 24 }, (_, i) => Math.floor(work.spent * (1 - 0.7 ** i)));
    for (const steps of ends) {
      const cut = explained({ ...cluster, work: new Work(steps) }, from, to);
      const verdicts = verdictsOf(cut);
      if (verdicts.includes("unknown")) continue;
      expect(verdicts, `${steps} steps`).toEqual(verdictsOf(whole));
    }
  });
});
