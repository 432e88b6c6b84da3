// A process of its own for one mutant, which is on from the start: what is worked out once for a text, or while modules load, is
// worked out with it. `fork`ed by run.mjs, which sends what is to be tried.
process.once("message", async ({ output, id, literals, checks, seconds }) => {
  process.send(await fate(output, id, literals, checks, seconds));
  process.disconnect();
  // What tests have left open is nobody's.
  process.exit();
});

/** @param known the checks by their numbers, the likeliest first, each with what it asks without the mutant */
async function fate(output, id, literals, known, seconds) {
  const loaded = await import(output);
  loaded.describeMutants(literals);
  loaded.turnOn(id, Infinity);
  let checks;
  try {
    checks = await loaded.checks();
  } catch (error) {
    return { type: "killed", by: `what loading throws: ${String(error).slice(0, 120)}`, checks: 0 };
  }
  const begin = process.cpuUsage();
  for (const [i, { index, bound }] of known.entries()) {
    const { user, system } = process.cpuUsage(begin);
    if ((user + system) / 1e6 > seconds) return { type: "survived", checks: i, left: known.length - i };
    loaded.turnOn(id, bound);
    if (await loaded.fails(checks[index].run))
      return { type: "killed", by: checks[index].name, checks: i + 1 };
  }
  return { type: "survived", checks: known.length };
}
