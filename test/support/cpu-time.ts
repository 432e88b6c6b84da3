/** Seconds of CPU that something takes in this process, whatever else the machine does meanwhile. */
export async function cpuTimeOf(run: () => unknown): Promise<number> {
  const begin = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1e6;
}
