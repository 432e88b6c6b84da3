import { describe, expect, it } from "vitest";
import { provenBy } from "../../src/rules/proofs/proofs.js";
import { TooMuchWork, Work } from "../../src/reach/work.js";
import { load } from "../../src/load/load.js";
import { networkPolicy } from "../support/findings.js";
import { notAnalysed } from "../../src/rules/not-analysed.js";
import { READ_OPTIONS } from "../support/api-object.js";
import type { Cluster } from "../../src/model/cluster.js";
import type { Problem } from "../../src/diagnostics/problem.js";

async function clusterOf(text: string): Promise<Cluster> {
  const file = { name: "input.yaml", text };
  const { cluster } = await load([{ type: "file", file, isNamed: true }], READ_OPTIONS);
  return cluster;
}

describe("a proof that would take too long", () => {
  const work = new Work(3);

  it("ends where the steps are used up", () => {
    expect(() => work.take(3)).not.toThrow();
    expect(() => work.take(1)).toThrow(TooMuchWork);
  });

  it("makes the run incomplete, with what was found until then", async () => {
    const cluster = await clusterOf(networkPolicy("podSelector: {}\npolicyTypes: [Ingress]"));
    const [policy] = cluster.policies;
    const found: Problem = {
      code: "empty-policy",
      facts: { kind: "NetworkPolicy" },
      at: policy!.origin,
    };
    const check = provenBy("shadowed-rule", function* prove() {
      yield found;
      throw new TooMuchWork("enough");
    });
    const [first, undecided, ...others] = [...check(cluster)];
    expect(first).toBe(found);
    expect(others).toEqual([]);
    expect(undecided).toMatchObject({
      code: "not-analysed",
      facts: { reason: "too-much-work", detail: "shadowed-rule" },
      at: policy!.origin,
    });
    const words = notAnalysed.word({ reason: "too-much-work", detail: "shadowed-rule" }, undecided!);
    expect(words.message).toBe(
      "the rule `shadowed-rule` was not decided: the policies and pods are too many",
    );
    expect(words.help).toContain("`--rule shadowed-rule=off`");
  });

  it("is no excuse for another error", async () => {
    const cluster = await clusterOf(networkPolicy("podSelector: {}\npolicyTypes: [Ingress]"));
    const check = provenBy("shadowed-rule", () => {
      throw new RangeError("a mistake of ours");
    });
    expect(() => [...check(cluster)]).toThrow(RangeError);
  });

  it("is none where there is no policy", async () => {
    const cluster = await clusterOf("apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n");
    const check = provenBy("shadowed-rule", () => {
      throw new TooMuchWork("enough");
    });
    expect([...check(cluster)]).toEqual([]);
  });
});
