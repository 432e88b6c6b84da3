import { structuredPatch } from "diff";
import type { View } from "./view.js";

/** The lines around a change: enough to see the list or mapping that it is in. */
const CONTEXT = 2;

/** Policies that both examples have are shown as far as the page stays a screen. */
const MOST_LINES = 25;

interface ExamplePart {
  readonly object: string;
  readonly isPolicy: boolean;
  readonly isChanged: boolean;
  /** Those of a patch: each begins with a blank, a minus or a plus. */
  readonly lines: readonly string[];
}

/** What makes the good example of the bad one, object by object, beside the policies that stay. */
export function* exampleLines(bad: string, good: string, { paint }: View): Generator<string> {
  yield `${paint.bold("Example")}  ${paint.patch("removed", "- bad")}  ${paint.patch("added", "+ good")}`;
  for (const { object, lines } of shownOf(partsOf(bad, good))) {
    yield `  ${paint.dim(`# ${object}`)}`;
    for (const line of lines) {
      const shown = `  ${line}`.trimEnd();
      if (line.startsWith("-")) yield paint.patch("removed", shown);
      else yield line.startsWith("+") ? paint.patch("added", shown) : shown;
    }
  }
}

function shownOf(parts: readonly ExamplePart[]): readonly ExamplePart[] {
  let room = MOST_LINES - sizeOf(parts.filter(({ isChanged }) => isChanged));
  return parts.filter((part) => {
    if (part.isChanged) return true;
    if (!part.isPolicy || sizeOf([part]) > room) return false;
    room -= sizeOf([part]);
    return true;
  });
}

function sizeOf(parts: readonly ExamplePart[]): number {
  return parts.reduce((sum, { lines }) => sum + lines.length + 1, 0);
}

/** The objects of both, in the order of the good ones; what only the bad ones have comes first. */
function partsOf(bad: string, good: string): ExamplePart[] {
  const before = objectsOf(bad);
  const after = objectsOf(good);
  const gone = [...before].filter(([object]) => !after.has(object));
  const [only] = gone;
  // One object that is called otherwise is the same one, changed.
  const fresh = [...after].filter(([object]) => !before.has(object));
  const isRenamed = gone.length === 1 && fresh.length === 1;
  return [
    ...(isRenamed ? [] : gone.map(([object, text]) => partOf(object, text, ""))),
    ...[...after].map(([object, text]) =>
      partOf(object, before.get(object) ?? (isRenamed && only !== undefined ? only[1] : ""), text),
    ),
  ];
}

function partOf(object: string, before: string, after: string): ExamplePart {
  const isPolicy = /Policy\b/.test(object);
  if (before === after) return { object, isPolicy, isChanged: false, lines: linesOf(after, " ") };
  if (before === "") return { object, isPolicy, isChanged: true, lines: linesOf(after, "+") };
  if (after === "") return { object, isPolicy, isChanged: true, lines: linesOf(before, "-") };
  const { hunks } = structuredPatch("", "", before, after, undefined, undefined, { context: CONTEXT });
  return { object, isPolicy, isChanged: true, lines: hunks.flatMap(({ lines }) => lines) };
}

/** What the heading says is left out of objects that are shown whole. */
const HEAD = /^apiVersion: .+\nkind: .+\nmetadata:\n(?: {2}name(?:space)?: .+\n)+(?=spec:)/;

function linesOf(text: string, mark: string): string[] {
  return text
    .replace(HEAD, "")
    .trimEnd()
    .split("\n")
    .map((line) => mark + line);
}

/** The documents of a stream by the object that they hold; of several of one name, those behind the first get a number. */
function objectsOf(stream: string): Map<string, string> {
  const objects = new Map<string, string>();
  for (const text of stream.split(/^---\n/m)) {
    const object = objectOf(text);
    let key = object;
    for (let i = 2; objects.has(key); i++) key = `${object} (${i})`;
    objects.set(key, text);
  }
  return objects;
}

/** The examples are written by us, in block style. */
function objectOf(text: string): string {
  const kind = /^kind: (.+)$/m.exec(text)?.[1] ?? "a document";
  const name = /^ {2}name: (.+)$/m.exec(text)?.[1];
  const namespace = /^ {2}namespace: (.+)$/m.exec(text)?.[1];
  return [kind, [namespace, name].filter((each) => each !== undefined).join("/")]
    .filter((each) => each !== "")
    .join(" ");
}
