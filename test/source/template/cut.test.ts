import { expect, it } from "vitest";
import { cutTemplate } from "../../../src/source/template/cut.js";

/** The pieces of a template, as Go's `text/template` cuts them: actions in angle brackets. */
function cut(text: string): string | undefined {
  return cutTemplate(text)
    ?.map((piece) => (piece.type === "text" ? piece.text : `<${piece.body}>`))
    .join("");
}

it.each([
  ["an action", "a: {{ .Values.a }}!", "a: <.Values.a>!"],
  ["braces in double quotes", 'a: {{ print "}}" }}!', 'a: <print "}}">!'],
  ["braces in single quotes", "a: {{ eq .c '}' }}}!", "a: <eq .c '}'>}!"],
  ["braces in back quotes", "a: {{ print `}}` }}!", "a: <print `}}`>!"],
  ["a quote that another one hides", `a: {{ print "'" }} and '}}'`, `a: <print "'"> and '}}'`],
  ["blanks that an action trims", "a: \n{{- .b -}}\n !", "a:<.b>!"],
  ["a comment", "a{{/* }} */}}b", "ab"],
  ["a comment that trims", "a {{- /* }} */ -}} b", "ab"],
  ["no action that does not end", "a: {{ .b", undefined],
  ["no quote that does not end", 'a: {{ print "}} }}', undefined],
  ["no comment that does not end", "a: {{/* }}", undefined],
])("a template is cut at %s", (_name, text, expected) => {
  expect(cut(text)).toBe(expected);
});
