import { code } from "./code.js";
import { unbuiltWords } from "./unbuilt.js";
import { conjunction, withMore } from "../../../base/text/list.js";
import { shellWord } from "../../../base/text/shell-word.js";
import type { RenderDoubt } from "../../../cluster/problems/not-read.js";
import type { ProblemFacts } from "../../../cluster/problems/facts.js";

interface UnreadWords {
  readonly message: string;
  readonly label?: string;
  readonly help?: string;
}

type Reason = Exclude<ProblemFacts["not-analysed"]["reason"], "forbidden">;

/** What was not read. */
interface Unread {
  /** What the reader said: a limit, a character, an offset; empty where it said nothing. */
  readonly detail: string;
  /** How many files the same is true of. */
  readonly files: number;
  /** Why what is not rendered may hold a policy. */
  readonly doubt: RenderDoubt | undefined;
}

/** Why files or documents were not read, and what to do. */
export function unreadWords(reason: Reason, unread: Unread): UnreadWords {
  const words = WORDS[reason];
  return typeof words === "function" ? words(unread.detail, unread) : words;
}

/** A kind that a cluster did not show. */
interface UnseenKind {
  readonly kind: string;
  /** The namespaces in which it could be read. */
  readonly readIn: readonly string[];
  /** What the cluster answered; undefined where it is forbidden. */
  readonly why: string | undefined;
}

/** That a cluster did not show a kind. */
export function forbiddenWords({ kind, readIn, why }: UnseenKind): UnreadWords {
  if (why !== undefined)
    return {
      message: `${code(kind)} could not be listed, so anything that depends on it is unknown: ${why}`,
      help: "retry; `kubectl get --raw` with that path shows the full reply",
    };
  const outside = readIn.length === 0 ? "" : ` outside namespace ${conjunction(readIn.map(code))}`;
  return {
    message: `you may not list ${code(kind)}${outside}: anything that depends on it is unknown`,
    help: "ask for permission to list it: `anp snapshot --print-rbac` prints the ClusterRole",
  };
}

/** What is to be done where documents run into one another. */
export const SPLIT = "separate documents with a `---` line";

const WORDS: Readonly<Record<Reason, UnreadWords | ((detail: string, unread: Unread) => UnreadWords)>> = {
  "yaml-syntax": (detail) => ({
    message: "the document is not valid YAML",
    ...(detail === "" ? {} : { label: detail }),
  }),
  "json-syntax": { message: "the document is not valid JSON", label: "not expected here" },
  depth: {
    message: "nested too deeply",
    label: "deeper than any Kubernetes object",
    help: "Kubernetes objects have fewer than 30 levels; anp reads 64",
  },
  "alias-budget": {
    message: "aliases and merges make the document too large",
    help: "expand the aliases, or split the file",
  },
  "too-many-duplicates": (detail) => ({
    message: `more than ${detail} keys of the document appear twice`,
    label: "not compared from here on",
    help: "keep one of each",
  }),
  "anchor-contains-itself": {
    message: "an anchor contains itself",
    label: "this alias is inside its own anchor",
  },
  "unknown-anchor": {
    message: "an alias refers to an unknown anchor",
    label: "no anchor with this name before it",
  },
  "control-character": (detail) => ({
    message: `the document contains the control character ${detail}`,
    label: detail,
    help: "remove it, or escape it in double quotes",
  }),
  "unicode-line-break": (detail) => ({
    message: `${detail} breaks lines for Kubernetes, but not for most editors`,
    label: "the server sees a line break here",
    help: "remove it, or escape it in double quotes",
  }),
  "separator-with-text": {
    message: "text on the same line as a document separator",
    label: "kubectl doesn't split the stream here",
    help: "only comments are allowed after `---`",
  },
  "text-after-document": {
    message: "kubectl silently drops text after the end of the document",
    label: "not read from here",
    help: SPLIT,
  },
  "last-line-dropped": {
    message:
      "kubectl silently drops the last line of the file: its length is a multiple of 4096 bytes, and no line break ends it",
    label: "not read from here",
    help: "end the file with a line break",
  },
  "yaml-version": {
    message: "Kubernetes doesn't support this YAML version",
    help: "remove the `%YAML` directive",
  },
  "map-key": { message: "a key is a list or a mapping", label: "not a scalar" },
  "null-key": { message: "a key is null", label: "put it in quotes if you mean text" },
  "number-key": {
    message: "a key is a number that JSON can't represent",
    label: "put it in quotes if you mean text",
  },
  "merge-of-no-map": {
    message: "`<<` merges a value that isn't a mapping",
    label: "neither a mapping nor a list of mappings",
  },
  "number-not-finite": {
    message: "a number is not finite, which JSON can't represent",
    label: "not a number",
  },
  "tag-mismatch": {
    message: "a tag doesn't match its value",
    label: "the value is not of this type",
    help: "remove the tag",
  },
  "surrogate-escape": (detail) =>
    detail === "\\/"
      ? {
          message: "the document is not valid YAML",
          label: "only JSON has this escape: the YAML reader of Kubernetes refuses it",
          help: "write `/`, which needs no escape",
        }
      : { message: "an escape is half a surrogate pair, not a character", label: "not a character" },
  "list-at-root": {
    message: "kubectl refuses a list of objects without a `List` around it",
    label: "a list",
    help: "separate the objects with `---` lines, or make them the `items` of a `kind: List`",
  },
  "items-no-list": {
    message: "kubectl treats an object with `items` as a list, but `items` is not a list",
    label: "not a list",
    help: "kubectl treats any object with `items` as a list, whatever its kind",
  },
  "item-no-object": {
    message: "kubectl refuses the whole list: an item is not an object",
    label: "not an object",
    help: "remove the item",
  },
  "list-in-list": {
    message: "kubectl refuses the whole list: an item has its own `items`",
    label: "a list inside a list",
    help: "merge both lists into one",
  },
  "list-without-kind": {
    message: "kubectl refuses a list without a kind",
    label: "a list of objects",
    help: "add `kind: List`",
  },
  "list-of-no-version": {
    message: "kubectl refuses a list with an invalid `apiVersion`",
    label: "not a version",
    help: "write `apiVersion: v1`",
  },
  "list-metadata": (detail) => ({
    message: `kubectl refuses the whole list because of its metadata: ${code(detail)}`,
    label: "wrong type",
    help: "quote the value, or remove it: a list doesn't need metadata",
  }),
  "metadata-fraction": (detail) => ({
    message: `kubectl refuses the object: its metadata has ${code(detail)} instead of a whole number`,
    label: "not a whole number",
    help: "remove the field: the server sets it",
  }),
  "object-with-items": {
    message: "kubectl treats an object with `items` as a list, and silently drops the object itself",
    label: "only these are applied",
    help: "remove `items`",
  },
  "file-too-large": (detail) => ({
    message: `the file is larger than ${detail} bytes`,
    help: "raise `--max-file-size`",
  }),
  "too-many-files": (detail) => ({
    message: `more than ${detail} ${detail === "1" ? "file" : "files"}; the rest were not read`,
    help: "name fewer folders, or raise `--max-files`",
  }),
  "total-too-large": (detail) => ({
    message: `more than ${detail} bytes in total; the rest were not read`,
    help: "name fewer folders, or raise `--max-total-size`",
  }),
  timeout: {
    message: "the time limit was reached; the rest was not read",
    help: "name fewer folders, or raise `--timeout`",
  },
  "not-a-file": { message: "not a regular file", help: "name a file, a folder or `-`" },
  "not-readable": (detail) => ({
    message: `the file cannot be read${detail === "" ? "" : `: ${code(detail)}`}`,
  }),
  "symbolic-link": (detail, { files }) => ({
    message: `${files === 1 ? "a symbolic link was" : `${files} symbolic links were`} not followed${detail === "" ? "" : `: ${code(detail)}`}`,
    help: "`--follow-symlinks` follows links that stay inside the given folders",
  }),
  "invalid-utf-8": (detail) => ({
    message: `the file is not UTF-8: invalid at byte ${detail}`,
    help: "save the file as UTF-8",
  }),
  "invalid-utf-16": { message: "the file is not valid UTF-16", help: "save the file as UTF-8" },
  "git-lfs": {
    message: "the file is a pointer of Git LFS: its content was not fetched",
    help: "run `git lfs pull` (`lfs: true` for actions/checkout); a revision that git shows holds pointers alone",
  },
  "git-crypt": {
    message: "the file is encrypted by git-crypt",
    help: "run `git-crypt unlock` before",
  },
  submodule: {
    message: "the submodule is not checked out, so its manifests were not read",
    help: "`git submodule update --init` (`submodules: true` for actions/checkout); without `--strict-input` this is only a notice",
  },
  "broken-gzip": {
    message: "the file looks like gzip but can't be decompressed",
    help: "it may be truncated; take the snapshot again",
  },
  "unknown-snapshot-version": (detail) => ({
    message: `the snapshot has version ${detail}, which this release can't read`,
    help: "read it with the release that wrote it, or take it again",
  }),
  "broken-snapshot": (detail) => ({
    message: `the snapshot's field ${code(detail)} is invalid`,
    help: "take the snapshot again",
  }),
  "helm-template": (detail, { files }) => ({
    message:
      files === 1
        ? "chart templates are not manifests"
        : `the templates of ${files} charts are not manifests`,
    // What is to be typed is never cut.
    help: `render ${files === 1 ? "the chart" : "them"} first: \`helm template ${shellWord(detail)} | anp lint -\``,
  }),
  "kustomize-build": unbuiltWords,
  template: (_detail, { files }) => ({
    message: files === 1 ? "a template is not a manifest" : `${files} templates are not manifests`,
    label: "not YAML before it is rendered",
    help: `render ${files === 1 ? "it" : "them"} first, and pass the result to \`anp lint -\``,
  }),
  "not-rendered": (detail) => ({
    message: `the ${detail} is not rendered, so its manifests were not read`,
    help: "render it, and lint the result; without `--strict-input` this is only a notice",
  }),
  patch: {
    message: "a patch of a kustomization may change a policy: what it makes of it was not read",
    help: "lint what is applied: `kustomize build` the folder that is deployed, and pass the result to `anp lint -`",
  },
  placeholder: (detail, { files }) => ({
    message:
      files === 1
        ? `the policy is not rendered: ${code(detail)} is a placeholder`
        : `${files} policies are not rendered: they have placeholders`,
    label: "its value is unknown",
    help: `replace the placeholders first${detail.startsWith("${") ? " (`envsubst`, or `oc process` for an OpenShift Template)" : ""}, and pass the result to \`anp lint -\``,
  }),
  "too-many-findings": (detail) => ({
    message: `more than ${detail} findings; the rest are omitted`,
    label: "the first one omitted",
    help: "fix some of them, or lint fewer files at once",
  }),
  "too-much-work": (detail) => ({
    message: `${rulesText(detail)} not finished: the work limit was reached`,
    label: "the first object in the input",
    help: "raise `--max-work`, lint fewer namespaces at once, or turn rules off: `--rule ID=off`",
  }),
  "out-of-time": (detail) => ({
    message: `${rulesText(detail)} not finished: the time limit was reached`,
    label: "the first object in the input",
    help: "raise `--timeout`, lint fewer namespaces at once, or turn rules off: `--rule ID=off`",
  }),
  "unknown-version": (detail) => ({
    message: `the cluster serves ${code(detail)}, which this version of anp doesn't know`,
    label: "the policy was not read",
    help: "update anp",
  }),
  "crd-check-unsupported": (detail) => ({
    message: `a CRD check can't be evaluated: ${code(detail)}`,
    label: "the server may refuse this",
    help: "ask the server: `kubectl apply --dry-run=server`",
  }),
  "crd-check-too-slow": (detail) => ({
    message: `a CRD check takes too long: ${code(detail)}`,
    label: "the server may refuse this",
    help: "ask the server: `kubectl apply --dry-run=server`",
  }),
  "crd-check-too-large": (detail) => ({
    message: `a CRD check uses too much memory: ${code(detail)}`,
    label: "the server may refuse this",
    help: "ask the server: `kubectl apply --dry-run=server`",
  }),
  "crd-check-not-run": (detail) => ({
    message: `a CRD check was not evaluated: ${code(detail)}`,
    label: "the server may refuse this",
    help: "ask the server: `kubectl apply --dry-run=server`",
  }),
  damaged: (detail) => ({
    message: `no server stores this policy: ${detail === "" ? "it has no `spec`" : code(detail)}`,
    label: "what it does is unknown",
    help: "it may have been cut or masked since: take the dump again, or `anp snapshot --anonymize`, which keeps every verdict",
  }),
  "item-without-kind": {
    message: "an item of the list has no `kind`: it may be a policy",
    label: "what this is can't be told",
    help: "items of a `List` need their own `apiVersion` and `kind`; those of a `NetworkPolicyList` don't",
  },
  "list-page": {
    message: "the list is one page of several: what the server left out was not read",
    label: "the server has more items",
    help: "save the whole list: `kubectl get … -o json`, or `kubectl get --raw` without `limit`",
  },
  "server-error": (detail) => ({
    message: `a server's answer instead of objects${detail === "" ? "" : `: ${code(detail)}`}`,
    label: "not an object of the cluster",
    help: "get the objects again",
  }),
  "server-metadata": (detail) => ({
    message: `${code(detail)} has no specs: policies among these objects were not read`,
    label: "metadata alone",
    help: "get whole objects: `kubectl get … -o json`",
  }),
  "no-api-version": {
    message: "a policy without `apiVersion` or `kind`",
    label: "both `apiVersion` and `kind` are required, spelled like this",
    help: "add both fields; kubectl refuses the object without them",
  },
};

/** `the rule shadowed-rule was`, `the rules shadowed-rule, redundant-rule and 3 more were`. */
function rulesText(list: string): string {
  const ids = list.split(", ");
  if (ids.length === 1) return `the rule ${code(list)} was`;
  const shown = ids.slice(0, SHOWN_RULES).map(code);
  const more = ids.length - shown.length;
  return `the rules ${more > 0 ? withMore(shown, more) : shown.join(", ")} were`;
}

const SHOWN_RULES = 20;
