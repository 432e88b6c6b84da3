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

  it("ends what is done within a part of the steps, and nothing else", () => {
    const work = new Work(100);
    work.take(10);
    const asked = work.within(20, () => {
      work.take(20);
      expect(() => work.take(1)).toThrow(LimitReached);
      return "asked";
    });
    expect(asked).toBe("asked");
    work.take(40);
    expect([work.limit, work.spent, work.refused]).toEqual([undefined, 71, 0]);
  });

  it("takes no more within a part of a part than either has", () => {
    const work = new Work(100);
    const takes = (steps: number) => () => work.take(steps);
    expect(() => work.within(5, () => work.within(50, takes(6)))).toThrow(LimitReached);
    expect(() => work.within(50, () => work.within(5, takes(6)))).toThrow(LimitReached);
    work.within(50, () => {
      expect(() => work.within(5, takes(6))).toThrow(LimitReached);
      work.take(44);
    });
    expect(() => work.within(1000, takes(39))).toThrow(LimitReached);
    expect([work.limit, work.refused]).toEqual(["work", 1]);
  });

  it("keeps the limit that was reached first", () => {
    const work = new Work(5, () => true);
    expect(() => work.take(6)).toThrow(LimitReached);
    expect([work.isOver, work.limit]).toEqual([true, "work"]);
  });

  it("goes on where something was left out, and says so", () => {
    const work = new Work(9);
    work.leaveOut();
    work.take(7);
    expect([work.limit, work.isOver, work.spent, work.most]).toEqual(["work", false, 7, 9]);
    const late = new Work(9, () => true);
    late.leaveOut();
    expect([late.isOver, late.limit]).toEqual([true, "time"]);
  });
});
