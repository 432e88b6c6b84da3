import { code } from "./code.js";
import { conjunction, withMore } from "../../../base/text/list.js";
import { shellWord } from "../../../base/text/shell-word.js";
import type { ProblemFacts } from "../../../cluster/problems/facts.js";

interface UnreadWords {
  readonly message: string;
  readonly label?: string;
  readonly help?: string;
}

type Reason = Exclude<ProblemFacts["not-analysed"]["reason"], "forbidden">;

/** Why a file or document was not read, and what to do. `detail` is what the reader said: a limit, a character, an offset. */
export function unreadWords(reason: Reason, detail: string | undefined): UnreadWords {
  const words = WORDS[reason];
  return typeof words === "function" ? words(detail ?? "") : words;
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
      message: `${code(kind)} could not be listed, and what depends on it is not known: ${why}`,
      help: "ask again; where it stays so, `kubectl get --raw` with that path shows the whole answer",
    };
  const outside = readIn.length === 0 ? "" : ` outside of namespace ${conjunction(readIn.map(code))}`;
  return {
    message: `the cluster does not let you list ${code(kind)}${outside}: what depends on it is not known`,
    help: "ask for the right to list it: `anp snapshot --print-rbac` prints the ClusterRole",
  };
}

const SPLIT = "separate documents with a line of `---`";

const WORDS: Readonly<Record<Reason, UnreadWords | ((detail: string) => UnreadWords)>> = {
  "yaml-syntax": (detail) => ({
    message: "the document is not valid YAML",
    ...(detail === "" ? {} : { label: detail }),
  }),
  "json-syntax": { message: "the document is not valid JSON", label: "not expected here" },
  depth: {
    message: "collections nest too deep",
    label: "deeper than any Kubernetes object",
    help: "objects of Kubernetes stay below 30 levels; 64 are read",
  },
  "alias-budget": {
    message: "aliases and merges make the document too large",
    help: "write out what the aliases stand for, or split the file",
  },
  "too-many-duplicates": (detail) => ({
    message: `more than ${detail} keys of the document are written twice`,
    label: "not compared from here on",
    help: "keep one of each two",
  }),
  "anchor-contains-itself": {
    message: "an anchor contains itself",
    label: "this alias stands inside of what it names",
  },
  "unknown-anchor": {
    message: "an alias names an anchor that is not there",
    label: "no anchor of this name before it",
  },
  "control-character": (detail) => ({
    message: `the document holds the control character ${detail}`,
    label: detail,
    help: "remove it, or escape it in double quotes",
  }),
  "unicode-line-break": (detail) => ({
    message: `${detail} breaks lines for Kubernetes, but not for most editors`,
    label: "the server sees a new line here",
    help: "remove it, or escape it in double quotes",
  }),
  "separator-with-text": {
    message: "text stands on the line of a document separator",
    label: "kubectl does not cut the stream here",
    help: "put nothing but a comment behind `---`",
  },
  "text-after-document": {
    message: "text behind the end of the document is dropped by kubectl without a word",
    label: "not read from here",
    help: SPLIT,
  },
  "last-line-dropped": {
    message:
      "kubectl drops the last line of the file without a word: 4096 bytes, or so many times over, and no line break",
    label: "not read from here",
    help: "end the file with a line break",
  },
  "yaml-version": {
    message: "the YAML version of the document is none that Kubernetes reads",
    help: "remove the `%YAML` directive",
  },
  "map-key": { message: "a mapping has a key that is a list or a mapping", label: "not a scalar" },
  "null-key": { message: "a mapping has the key null", label: "write quotes if the text is meant" },
  "number-key": {
    message: "a mapping has a number as its key that JSON cannot hold",
    label: "write quotes if the text is meant",
  },
  "merge-of-no-map": {
    message: "`<<` merges something that is no mapping",
    label: "neither a mapping nor a list of mappings",
  },
  "number-not-finite": { message: "a number is not finite, which JSON cannot hold", label: "not a number" },
  "tag-mismatch": {
    message: "a tag does not fit its value",
    label: "the value is not of this type",
    help: "remove the tag",
  },
  "surrogate-escape": {
    message: "an escape is half of a surrogate pair, which is no character",
    label: "not a character",
  },
  "items-no-list": {
    message: "`items` makes this a list to kubectl, and is none",
    label: "not a list",
    help: "whatever has `items` beside its kind is a list of objects to kubectl, whatever its kind",
  },
  "item-no-object": {
    message: "kubectl refuses the whole list: an item is no object",
    label: "not an object",
    help: "remove the item",
  },
  "list-in-list": {
    message: "kubectl refuses the whole list: an item has `items` of its own",
    label: "a list in a list",
    help: "put the objects of both lists into one",
  },
  "list-without-kind": {
    message: "kubectl refuses a list that does not say its kind",
    label: "a list of objects",
    help: "add `kind: List`",
  },
  "list-of-no-version": {
    message: "kubectl refuses a list whose `apiVersion` is neither a version nor a group and a version",
    label: "no version",
    help: "write `apiVersion: v1`",
  },
  "list-metadata": (detail) => ({
    message: `kubectl refuses the whole list for its own metadata: ${code(detail)}`,
    label: "not of this type",
    help: "quote the value, or remove it: nothing needs metadata of a list",
  }),
  "metadata-fraction": (detail) => ({
    message: `kubectl refuses the object: its metadata has ${code(detail)} where a whole number belongs`,
    label: "not written as a whole number",
    help: "remove the field: the server sets it",
  }),
  "object-with-items": {
    message: "`items` makes this a list to kubectl: the object that has it is dropped without a word",
    label: "only these are sent",
    help: "remove `items`",
  },
  "file-too-large": (detail) => ({
    message: `the file is larger than ${detail} bytes`,
    help: "raise `--max-file-size`",
  }),
  "too-many-files": (detail) => ({
    message: `there are more than ${detail} files; this one and those behind it were not read`,
    help: "name fewer folders, or raise `--max-files`",
  }),
  "total-too-large": (detail) => ({
    message: `the files come to more than ${detail} bytes; this one and those behind it were not read`,
    help: "name fewer folders, or raise `--max-total-size`",
  }),
  timeout: {
    message: "the time for reading was over; what is left from here on was not read",
    help: "name fewer folders, or raise `--timeout`",
  },
  "not-a-file": { message: "this is no regular file", help: "name a file, a folder or `-`" },
  "not-readable": (detail) => ({
    message: `the file cannot be read${detail === "" ? "" : `: ${code(detail)}`}`,
  }),
  "symbolic-link": (detail) => ({
    message: `a symbolic link was not followed${detail === "" ? "" : `: ${code(detail)}`}`,
    help: "`--follow-symlinks` follows those that stay inside of the given folders",
  }),
  "invalid-utf-8": (detail) => ({
    message: `the file is not UTF-8: byte ${detail} begins no character`,
    help: "save the file as UTF-8",
  }),
  "invalid-utf-16": { message: "the file is not whole UTF-16", help: "save the file as UTF-8" },
  "broken-gzip": {
    message: "the file begins like gzip and cannot be inflated",
    help: "it may have been cut off: take the snapshot again",
  },
  "unknown-snapshot-version": (detail) => ({
    message: `the snapshot is of version ${detail}, which this release does not read`,
    help: "read it with the release that wrote it, or take it again with this one",
  }),
  "broken-snapshot": (detail) => ({
    message: `the snapshot's field ${code(detail)} does not hold what it should`,
    help: "take the snapshot again",
  }),
  "helm-template": (detail) => ({
    message: "a chart's templates are not manifests yet",
    help: `render the chart first: ${code(`helm template ${shellWord(detail)} | anp lint -`)}`,
  }),
  template: {
    message: "a template is not a manifest yet",
    label: "not YAML before it is rendered",
    help: "render it first, and pass the result to `anp lint -`",
  },
  "not-rendered": (detail) => ({
    message: `the ${detail} is not rendered: what it makes was not read`,
    help: "render it, and lint the result; without `--strict-input` it is a notice",
  }),
  placeholder: (detail) => ({
    message: `the policy is not rendered: ${code(detail)} stands for something else`,
    label: "what it will be is not known",
    help: "lint what is applied: fill it in first, and pass the result to `anp lint -`",
  }),
  "too-many-findings": (detail) => ({
    message: `there are more than ${detail} findings; the others are left out`,
    label: "the first one that is left out",
    help: "mend some of them, or lint fewer files at once",
  }),
  "too-much-work": (detail) => ({
    message: `${rulesText(detail)} not decided: the limit of work was reached`,
    label: "the first object that was read",
    help: "raise `--max-work`, lint fewer namespaces at once, or switch rules off: `--rule ID=off`",
  }),
  "out-of-time": (detail) => ({
    message: `${rulesText(detail)} not decided: the limit of time was reached`,
    label: "the first object that was read",
    help: "raise `--timeout`, lint fewer namespaces at once, or switch rules off: `--rule ID=off`",
  }),
  "unknown-version": (detail) => ({
    message: `${code(detail)} is served by the cluster, but not known to this version of anp`,
    label: "what the policy says was not read",
    help: "update anp",
  }),
  "crd-check-unsupported": (detail) => ({
    message: `a check of the CRD cannot be evaluated here: ${code(detail)}`,
    label: "whether the server takes this is not known",
    help: "ask the server: `kubectl apply --dry-run=server`",
  }),
  "crd-check-too-slow": (detail) => ({
    message: `a check of the CRD takes too long: ${code(detail)}`,
    label: "whether the server takes this is not known",
    help: "ask the server: `kubectl apply --dry-run=server`",
  }),
  "crd-check-too-large": (detail) => ({
    message: `a check of the CRD takes too much memory: ${code(detail)}`,
    label: "whether the server takes this is not known",
    help: "ask the server: `kubectl apply --dry-run=server`",
  }),
  "crd-check-not-run": (detail) => ({
    message: `a check of the CRD was not evaluated: ${code(detail)}`,
    label: "whether the server takes this is not known",
    help: "ask the server: `kubectl apply --dry-run=server`",
  }),
  "no-api-version": {
    message: "a policy does not say what it is",
    label: "`apiVersion` and `kind` must both be here, in this spelling",
    help: "kubectl does not send it: write both fields",
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
