import { expect, it } from "vitest";
import { auditEgress } from "../../../src/questions/audit/audit.js";
import { NO_TRAFFIC } from "../../../src/base/net/traffic.js";
import { partOfFamily } from "../family-part.js";
import { Work } from "../../../src/base/limits/work.js";
import type { Audit } from "../../../src/questions/audit/result.js";

const QUESTION = { to: [], from: [], except: [], exceptNamespaces: [] };

/** What each pod comes to for each class. */
function statusesIn({ classes }: Audit): ReadonlyMap<string, string> {
  return new Map(
    classes.flatMap(({ name, groups }) =>
      groups.flatMap(({ endpoints, status }) => endpoints.map((id) => [`${name} ${id}`, status] as const)),
    ),
  );
}

it.each([
  ["two-apis", 4],
  ["wide", 8],
  ["fronts", 8],
] as const)(
  "an audit of a part of %s says what it found wherever its work ends, and proves nothing that it did not",
  async (family, policies) => {
    const cluster = await partOfFamily(family, { policies, oneOf: 12 });
    const work = new Work(Infinity);
    const whole = statusesIn(auditEgress({ ...cluster, work }, QUESTION));
    const ends = Array.from({ length: 16 }, (_, i) => Math.floor(work.spent * (1 - 0.7 ** i)));
    let undecided = 0;
    for (const steps of ends) {
      const audit = auditEgress({ ...cluster, work: new Work(steps) }, QUESTION);
      const cut = statusesIn(audit);
      expect([...cut.keys()].toSorted(), `${steps} steps`).toEqual([...whole.keys()].toSorted());
      for (const [name, status] of cut)
        if (status !== "undecided") expect(status, `${name}, ${steps} steps`).toBe(whole.get(name));
      for (const { status, missing, denied } of audit.classes.flatMap(({ groups }) => groups)) {
        const isBeyond = missing.some(
          (each) => each.code === "unsettled" && each.reasons.some(({ code }) => code === "limit"),
        );
        if (status !== "undecided" || !isBeyond) continue;
        undecided++;
        expect(denied).toEqual(NO_TRAFFIC);
      }
    }
    expect(undecided).toBeGreaterThan(0);
  },
);
