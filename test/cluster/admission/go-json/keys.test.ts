import { expect, it } from "vitest";
import { keysAsSent } from "../../../../src/cluster/admission/go-json/keys.js";

/** In UTF-16, U+1F600 begins with a unit before U+FFEE; in UTF-8 its bytes come after. */
const FACE = "\u{1F600}";

it.each([
  ["by their letters", ["b", "a", "B"], ["B", "a", "b"]],
  ["by code point where UTF-16 has another order", [FACE, "\uffee"], ["\uffee", FACE]],
  ["by code point, whichever is longer", [FACE, "\uffee\uffee\uffee"], ["\uffee\uffee\uffee", FACE]],
  [
    "by the first character that differs",
    [`a${FACE}b`, `a\uffeec`, `a${FACE}a`],
    ["a\uffeec", `a${FACE}a`, `a${FACE}b`],
  ],
  ["the shorter first where one begins with the other", [`${FACE}b`, FACE], [FACE, `${FACE}b`]],
  ["one, as it is", ["a"], ["a"]],
])("keys are sent %s", (_name, keys, expected) => {
  expect(keysAsSent(Object.fromEntries(keys.map((key) => [key, null])))).toEqual(expected);
});
