/** What the program asks the process for, and what holds on to it after a run. */
const EVENTS = ["exit", "SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What of a process one test file could leave to the next: where it is, its environment, its clock, who listens. */
export function traceOfProcess(): readonly string[] {
  return [
    `in ${process.cwd()}`,
    ...Object.entries(process.env)
      .filter(([name]) => !isOfRunner(name))
      .map(([name, value]) => `${name}=${value}`)
      .toSorted(),
    ...EVENTS.map((event) => `${process.listenerCount(event)} listen to ${event}`),
    `exits with ${process.exitCode ?? "nothing"}`,
  ];
}

/** What vitest itself sets as it goes from file to file. */
function isOfRunner(name: string): boolean {
  return name.startsWith("VITEST") || name === "TEST" || name === "NODE_ENV";
}
