import { describe, expect, it } from "vitest";
import { LimitReached, Work } from "../../../src/base/limits/work.js";
import { Share } from "../../../src/base/limits/share.js";

const taking = (work: Work, steps: number) => (): string => {
  work.take(steps);
  return `took ${steps}`;
};
const none = (): string => "none";

describe("a share of the work", () => {
  it("ends what takes more than is left of it, and not the run", () => {
    const work = new Work(1000);
    const share = new Share(work, 20);
    expect([7, 9, 5, 1].map((steps) => share.orElse(taking(work, steps), none))).toEqual([
      "took 7",
      "took 9",
      "none",
      "none",
    ]);
    work.take(100);
    expect([work.spent, work.limit, work.refused]).toEqual([122, undefined, 0]);
  });

  it("is all that there is where nobody counts", () => {
    expect(new Share(undefined, 0).orElse(() => "done", none)).toBe("done");
  });

  it("counts what failed otherwise, which is no matter of it", () => {
    const work = new Work(1000);
    const share = new Share(work, 20);
    const fail = (): string => {
      work.take(15);
      throw new Error("another one");
    };
    expect(() => share.orElse(fail, none)).toThrow("another one");
    expect(share.orElse(taking(work, 6), none)).toBe("none");
  });

  it("does not keep the run from ending", () => {
    const work = new Work(10);
    const share = new Share(work, 20);
    expect(share.orElse(taking(work, 11), none)).toBe("none");
    expect(() => work.take(1)).toThrow(LimitReached);
  });
});
