import type { SingleFile } from "./alternatives.js";

/** What a test of chainsaw, of kyverno's own command or of kuttl begins with. */
const VERSION = /^["']?apiVersion["']?:\s*["']?(?:chainsaw\.kyverno\.io|cli\.kyverno\.io|kuttl\.dev)\//m;
const KIND = /^["']?kind["']?:\s*["']?(?:Test|TestStep|TestAssert|TestFile)["']?\s*(?:#.*)?$/m;

/** What kuttl expects behind a step: `00-assert.yaml`, `01-errors.yaml`. */
const EXPECTED = /(?:^|\/)\d+-(?:assert|errors?)(?:-[^/]*)?\.ya?ml$/;

/**
 * True for a file that tells of a test: its steps apply one of the files beside it, change that with the next, and expect what is in a
 * third.
 */
export function tellsOfTest({ path, unit }: SingleFile): boolean {
  if (EXPECTED.test(path)) return true;
  const [input] = unit.inputs;
  if (input?.type !== "file") return false;
  const { text } = input.file;
  return VERSION.test(text) && KIND.test(text);
}
