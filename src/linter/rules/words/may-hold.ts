import { code } from "./code.js";
import type { RenderDoubt } from "../../../cluster/problems/facts.js";

/** Why what is not rendered may hold a policy: `it may hold a policy: templates/np.yaml writes a `NetworkPolicy``. */
export function mayHoldText({ file, ...doubt }: RenderDoubt): string {
  return `it may contain a policy: ${file} ${WORDS[doubt.code](doubt.text)}`;
}

const WORDS: Readonly<Record<RenderDoubt["code"], (text: string) => string>> = {
  "template-syntax": (text) =>
    text === ""
      ? "is a template that anp can't parse"
      : `has the action ${shown(text)}, which anp can't parse`,
  "root-line": (text) => `has the line ${shown(text)} at the root of a document`,
  "printed-at-root": (text) => `prints ${shown(text)} at the root of a document`,
  "indented-root": (text) => `may start a document with the indented line ${shown(text)}`,
  "no-kind": () => "has a document without `apiVersion` and `kind`",
  function: (text) => `calls ${shown(text)}, which can write anything`,
  "missing-template": (text) => `includes ${shown(text)}, which is not in the chart`,
  "too-complex": () => "has too many branches to follow",
  kind: (text) => `writes a ${shown(text)}${text === "Namespace" ? ", whose labels policies select" : ""}`,
  "chart-dependency": (text) => `has the dependency ${shown(text)}, which is not in the chart`,
  "chart-archive": () => "is not unpacked",
  "chart-link": () => "is a link or not a regular file",
  "chart-file": () => "cannot be read",
  "chart-lines": (text) => `has a multi-line value that starts with ${shown(text)}`,
};

const LONGEST = 60;

function shown(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return code(line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line);
}
