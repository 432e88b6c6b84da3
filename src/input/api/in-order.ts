/** Runs tasks, some of them at the same time, and gives their results in the order of the tasks. */
export async function* runInOrder<T>(
  tasks: readonly (() => Promise<T>)[],
  atOnce: number,
): AsyncGenerator<T> {
  const running: Promise<T>[] = [];
  for (const task of tasks) {
    const started = task();
    // Who waits for an earlier one is told of a failure when its turn comes.
    started.catch(() => undefined);
    running.push(started);
    const first = running.length < atOnce ? undefined : running.shift();
    if (first !== undefined) yield await first;
  }
  for (const rest of running) yield await rest;
}
