// Which modules of dist/ lie in one file. Bundlers put modules together that the same entries reach, and every import of a module
// that is loaded later is an entry: that makes more than a hundred small files, and each costs a start half a millisecond.
import { sep } from "node:path";

/** The commands that run most often. A module that all of them load is loaded with the first file. */
const FREQUENT = ["explain", "lint", "matrix", "diff"];

/**
 * Groups for rolldown: what every start loads; what all frequent commands load, and what several of them do. Each in two files, of which
 * the library, which has nothing of the command line, needs only the first.
 * @param root the project's folder
 */
export function chunkGroups(root) {
  let known;
  const groupOf = (kind) => (id, context) => {
    known ??= groupsIn(root, context);
    return known[kind].get(id) ?? null;
  };
  // A group takes all that it imports with it, and what every start loads imports none of the rest.
  return [
    { name: groupOf("first"), debugName: "first", priority: 1 },
    { name: groupOf("frequent"), debugName: "frequent" },
  ];
}

function groupsIn(root, context) {
  const at = (path) => `${root}${path.split("/").join(sep)}`;
  const library = reachedFrom(at("src/index.ts"), context);
  const program = reachedFrom(at("src/cli/program.ts"), context);
  const start = reachedFrom(at("src/cli/start.ts"), context);
  const commands = FREQUENT.map((name) => reachedFrom(at(`src/cli/${name}.ts`), context));
  const sideOf = (id) => (library.has(id) ? "library" : "program");
  const first = new Map();
  const frequent = new Map();
  for (const id of new Set([program, ...commands].flatMap((each) => [...each]))) {
    const times = commands.filter((each) => each.has(id)).length;
    const isOfAll = times === commands.length || program.has(id);
    if (start.has(id)) first.set(id, `${sideOf(id)}-first`);
    else if (isOfAll) frequent.set(id, sideOf(id));
    else if (times > 1) frequent.set(id, `${sideOf(id)}-some`);
  }
  return { first, frequent };
}

/** A module with all that is loaded with it. */
function reachedFrom(id, context) {
  const found = new Set();
  const waiting = [id];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    const info = found.has(each) ? null : context.getModuleInfo(each);
    if (info === null) continue;
    found.add(each);
    waiting.push(...info.importedIds);
  }
  return found;
}
