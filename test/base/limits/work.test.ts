import { describe, expect, it } from "vitest";
import { LimitReached, Work } from "../../../src/base/limits/work.js";

describe("work", () => {
  it("ends where the steps are used up, for all that is asked from then on", () => {
    const work = new Work(3);
    work.take(3);
    expect([work.limit, work.spent, work.refused]).toEqual([undefined, 3, 0]);
    expect(() => work.take(1)).toThrow(LimitReached);
    expect(() => work.take(0)).toThrow(LimitReached);
    expect([work.limit, work.refused, work.isOver]).toEqual(["work", 2, true]);
  });

  it("ends where time is over, at the next look at the clock", () => {
    let isLate = false;
    const work = new Work(1e9, () => isLate);
    work.take(1);
    isLate = true;
    work.take(1);
    expect(work.limit).toBeUndefined();
    expect(() => work.take(1_000_000)).toThrow("time");
    expect([work.limit, work.refused]).toEqual(["time", 1]);
  });

  it("is over as soon as somebody asks whether it is", () => {
    const work = new Work(1e9, () => true);
    expect([work.isOver, work.limit]).toEqual([true, "time"]);
  });

  it("keeps the limit that was reached first", () => {
    const work = new Work(5, () => true);
    expect(() => work.take(6)).toThrow(LimitReached);
    expect([work.isOver, work.limit]).toEqual([true, "work"]);
  });
});
