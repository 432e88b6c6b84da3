import { expect, it } from "vitest";
import { runInOrder } from "../../../src/input/api/in-order.js";

it("runs as many tasks at once as it may, and gives their results in order", async () => {
  let running = 0;
  let most = 0;
  // The later a task comes, the sooner it is done.
  const task = (i: number) => async (): Promise<number> => {
    most = Math.max(most, ++running);
    await new Promise((done) => setTimeout(done, 20 - 4 * i));
    running--;
    return i;
  };
  const results: number[] = [];
  for await (const result of runInOrder([0, 1, 2, 3, 4].map(task), 2)) results.push(result);
  expect(results).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
});

it("gives what came before a failure, and fails with the first one", async () => {
  const results: number[] = [];
  const fail = (text: string) => (): Promise<number> => Promise.reject(new Error(text));
  const reading = (async () => {
    for await (const result of runInOrder([async () => 7, fail("first"), fail("second")], 3))
      results.push(result);
  })();
  await expect(reading).rejects.toThrow("first");
  expect(results).toEqual([7]);
});
