import { code } from "./code.js";
import type { RenderDoubt } from "../../../cluster/problems/not-read.js";

/**
 * Why what is not rendered may hold a policy: `it may hold a policy: templates/np.yaml writes a `NetworkPolicy``.
 * @param isOneOf true where the same is true of other files
 */
export function mayHoldText({ file, ...doubt }: RenderDoubt, isOneOf = false): string {
  if (/^(?:build|render)-/.test(doubt.code))
    return `${file} ${WORDS[doubt.code](doubt.text)}${doubt.meant === undefined ? "" : `: did you mean ${path(doubt.meant)}?`}`;
  return `${isOneOf ? "each" : "it"} may contain a policy: ${file} ${WORDS[doubt.code](doubt.text)}`;
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
  // Where no function is at fault, it is an action whose result hangs on more than the template shows.
  function: (text) =>
    /^[.$]?[\w.]*\w$/.test(text)
      ? `calls ${shown(text)}, which can write anything`
      : `has the action ${shown(text)}, whose result can't be told`,
  "missing-template": (text) => `includes ${shown(text)}, which is not in the chart`,
  "too-complex": () => "has too many branches to follow",
  kind: (text) => `writes a ${shown(text)}${whyKind(text)}`,
  "chart-dependency": (text) => `has the dependency ${shown(text)}, which is not in the chart`,
  "chart-archive": () => "is not unpacked",
  "chart-link": () => "is a link or not a regular file",
  "chart-file": () => "cannot be read",
  "build-field": (text) => `has ${path(text)}, which only kustomize itself can apply`,
  "build-invalid": (text) => `has a field that kustomize doesn't know or can't read: ${path(text)}`,
  "build-case": (text) => `has the field ${path(text)}, which is spelled in another case`,
  "build-list": (text) => `has text where kustomize takes a list: ${path(text)}`,
  "build-remote": (text) => `needs ${path(text)}, which anp doesn't download`,
  "build-outside": (text) => `needs ${path(text)}, which is outside the files that may be read`,
  "build-missing": (text) => `needs ${path(text)}, which doesn't exist`,
  "build-no-kustomization": (text) => `needs ${path(text)}, which is not a folder with a kustomization`,
  "build-unreadable": (text) => `needs ${path(text)}, which can't be read as kustomize reads it`,
  "build-key-twice": (text) => `has the key ${shown(text)} twice`,
  "build-documents": () => "has a further document, which kustomize drops",
  "build-empty": () => "is empty, or begins with an empty document, and kustomize builds neither",
  "build-no-fields": () => "has no fields: it isn't a mapping",
  "build-cycle": (text) => `needs itself, through ${path(text)}`,
  "build-conflict": (text) => `adds ${path(text)} twice`,
  "build-two-kustomizations": (text) => `stands beside ${path(text)}: a folder has one kustomization`,
  "build-no-target": (text) => `patches ${path(text)}, which isn't among its resources`,
  "build-patch": (text) => `has a patch that can't be applied: ${path(text)}`,
  "build-limit": () => "takes more work than anp does",
  "render-refused": (text) => `isn't rendered: ${line(text)}`,
  "render-failed": (text) => `can't be rendered: ${line(text)}`,
  "chart-lines": (text) => `has a multi-line value that starts with ${shown(text)}`,
};

/** Nothing has to be said of a policy, of a list, or where it isn't known what is written. */
function whyKind(kind: string): string {
  if (kind === "Namespace") return ", whose labels policies select";
  return kind === "" || /(?:Policy|List)$/.test(kind) ? "" : ", a kind that anp doesn't know";
}

const LONGEST = 60;

/** What another program says, or what is said of what others wrote. */
function line(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, 300);
}

/** Paths and addresses are not cut in the middle. */
function path(text: string): string {
  return shown(text, 200);
}

function shown(text: string, longest = LONGEST): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return code(line.length > longest ? `${line.slice(0, longest)}…` : line);
}
