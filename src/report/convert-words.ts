import { withMore } from "../base/text/list.js";
import { count } from "../base/text/count.js";
import { requirementText, conjunction, ruleText } from "./describe.js";
import { encode } from "./encode.js";
import { placeText, placesText } from "./place.js";
import { isComplete } from "../cluster/load/incomplete.js";
import { kindAndName, type ObjectRef } from "../cluster/model/object-ref.js";
import type { Policy } from "../cluster/model/policy.js";
import type { About, ConversionNote, Left, LeftReason } from "../questions/convert/conversion.js";
import type { ConvertReport } from "./convert-report.js";
import type { Doubt } from "../questions/convert/everywhere.js";

type Dropped = Extract<ConversionNote, { readonly code: "dropped" }>["dropped"];
type RefusalCode = Extract<LeftReason, { readonly code: "not-rewritten" }>["refusal"];

/** `converted 3 objects in 1 file; 1 can't be converted`, `would convert 3 objects in 1 file`. */
export function convertSummary({ run, target, incompleteness, outcome }: ConvertReport): string {
  const { conversions, left, files } = run;
  const isWritten = outcome === "written";
  if (conversions.length + left.length === 0) {
    if (!isComplete(incompleteness)) return "nothing to convert in what could be read";
    return target === undefined
      ? "nothing to convert: every policy already has the newest API"
      : `nothing to convert to ${target}`;
  }
  const verb = isWritten ? "converted" : "would convert";
  if (conversions.length === 0) return `${count(left.length, "object")} can't be converted`;
  const converted = `${verb} ${count(conversions.length, "object")} in ${count(files.size, "file")}`;
  return left.length === 0 ? converted : `${converted}; ${left.length} can't be converted`;
}

/** `AdminNetworkPolicy tenants`. */
export function objectText(ref: ObjectRef): string {
  return encode(kindAndName(ref));
}

/** How many names of new objects are told. */
const NAMED = 5;

/** `ClusterNetworkPolicy tenants`, `3 ClusterNetworkPolicies: tenants, tenants-blue and tenants-red`, `the same of networking.k8s.io/v1`. */
export function becomesText(ref: ObjectRef, becomes: readonly ObjectRef[]): string {
  const [first, ...others] = becomes;
  const isOneKind = others.every(
    ({ kind, namespace }) => kind === first?.kind && namespace === first.namespace,
  );
  if (first === undefined || others.length === 0 || !isOneKind)
    return conjunction(becomes.map((each) => oneText(ref, each)));
  const shown = becomes.length > NAMED + 1 ? becomes.slice(0, NAMED) : becomes;
  const names = shown.map(({ name }) => encode(name));
  const more = becomes.length - shown.length;
  return `${becomes.length} ${encode(first.kind).replace(/y$/, "ies")}: ${withMore(names, more)}`;
}

function oneText(ref: ObjectRef, { apiVersion, kind, namespace, name }: ObjectRef): string {
  if (kind !== ref.kind || namespace !== ref.namespace || name !== ref.name)
    return encode(kindAndName({ kind, namespace, name }));
  return apiVersion === ref.apiVersion ? "the same without the annotation" : encode(apiVersion);
}

/** How many names of a rollout are told. */
const STEPS = 12;

/** Objects of any kinds, in their order. */
export function refsText(refs: readonly ObjectRef[]): string {
  const shown = refs.slice(0, STEPS).map((ref) => `${encode(ref.kind)}/${encode(ref.name)}`);
  const more = refs.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more by priority`] : [])].join(", ");
}

/** What is worth knowing about a conversion, as a sentence. */
export function conversionNoteText(note: ConversionNote): string {
  switch (note.code) {
    case "read-as":
      return note.release === "kep"
        ? "read as in KEP-2091: no release accepts it"
        : `read as in release ${note.release}, the newest that accepts it`;
    case "dropped":
      return droppedText(note.dropped);
    case "rules-split":
      return `${note.direction} ${note.rules.length === 1 ? "rule" : "rules"} ${conjunction(note.rules.map((rule) => String(rule + 1)))} ${note.rules.length === 1 ? "is" : "are"} split: a rule can have at most 25 peers and 25 protocols`;
    case "policy-split":
      return `split into ${note.priorities.length} policies with priorities ${conjunction(note.priorities.map(String))}: a policy can have at most 25 rules per direction. One that isn't in the input must have none of them: its order would change`;
    case "tenants":
      return `no selector can compare \`${conjunction(note.keys.map(encode))}\` between namespaces: expanded to ${count(note.policies, "policy", "policies")}, one for each value in the input. Convert again for new values`;
    case "renamed":
      return `renamed to ${encode(note.to)} (the name is taken)`;
    case "priority-chosen":
      return `assigned priority ${note.priority} (its kind has none)`;
    case "empty-ports":
      return `an empty list of ports meant all ports, and is removed (${placeText(note.at)})`;
    case "experimental":
      return `has ${conjunction(note.fields)}, which only the experimental channel of ClusterNetworkPolicy accepts`;
    case "own-node":
      return "the 2016 design let in the kubelet; now everything on a pod's own node can reach it";
    case "egress-without-effect":
      return `its egress rules have no effect, as in the 2016 design (${placeText(note.at)})`;
  }
}

function droppedText({ code, at, rule, direction, action, isWholeRule }: Dropped): string {
  const what = `${DROPPED[code]} (${placeText(at)})`;
  if (!isWholeRule) return `${what}: it matches nothing and is removed`;
  const never = action === "Deny" ? "; it never denied anything" : "";
  return `${what}: ${direction} rule ${rule + 1} matches nothing and is removed${never}`;
}

const DROPPED: Readonly<Record<Dropped["code"], string>> = {
  "reversed-range": "a range of ports that ends before it starts",
  "unknown-protocol": "a protocol other than TCP, UDP and SCTP",
  "no-cidr": "an invalid CIDR",
  "no-labels": "a comparison without labels",
  "empty-list": "an empty list, which meant none in the 2016 design",
};

/** Why an object stays as it is, as a sentence. */
export function leftText({ reason }: Left): string {
  switch (reason.code) {
    case "unknown-action":
      return "its action is invalid, and newer servers refuse it";
    case "named-port-empty":
      return "it has a port with an empty name, which ClusterNetworkPolicy does not allow";
    case "domain-names-without-accept":
      return "it denies or passes by domain name, which ClusterNetworkPolicy does not allow";
    case "contested-comparison":
      return "its notSameLabels means different things in KEP-2091 and in the releases";
    case "unbuildable-selector":
      return "it has an invalid selector, which may deny everything from its rule on, and that rule would be split";
    case "refused":
      return `the API server refuses it (${problemsText(reason)})`;
    case "target-refuses":
      return `the API server would refuse the result (${problemsText(reason)})`;
    case "repeated":
      return "the input contains it several times";
    case "no-tenants":
      return `it compares namespaces by ${conjunction(reason.keys.map(encode))}, and no namespace it selects has that label in the input`;
    case "unknown-namespaces":
      return `it compares the labels of namespaces, and those of ${conjunction(reason.namespaces.slice(0, NAMED).map(encode))}${reason.namespaces.length > NAMED ? " …" : ""} are not in the input`;
    case "no-free-priority":
      return `it needs ${count(reason.needed, "free priority", "free priorities")} after ${reason.priority}`;
    case "shared-priority":
      return `it must be split, but ${objectText(reason.with)} has the same priority ${reason.priority}, and only one part could keep that tie`;
    case "no-effect":
      return `namespace ${encode(reason.namespace)} is not isolated, so it has no effect; converted, it would isolate pods`;
    case "namespace-not-loaded":
      return `Namespace ${encode(reason.namespace)} is not in the input, and its annotation says whether it isolates`;
    case "not-rewritten":
      return `its text can't be edited safely: ${REFUSALS[reason.refusal]}`;
  }
}

/** What to do about it, where something can be done. */
export function leftHelp({ code }: LeftReason): string | undefined {
  switch (code) {
    case "unknown-action":
      return "write Allow, Deny or Pass";
    case "unbuildable-selector":
      return "fix the selector (anp lint says what is wrong)";
    case "contested-comparison":
      return "--bundle v0.1.1 reads it as the releases do";
    case "refused":
      return "anp lint says what is wrong; anp lint --fix applies unambiguous fixes";
    case "repeated":
      return "keep one of them";
    case "no-tenants":
    case "unknown-namespaces":
    case "namespace-not-loaded":
      return "add the Namespaces with -f, or the cluster with --context";
    case "no-free-priority":
    case "shared-priority":
      return "change the priorities of the other policies first";
    case "no-effect":
      return "delete it";
    default:
      return undefined;
  }
}

const REFUSALS: Readonly<Record<RefusalCode, string>> = {
  encoding: "the file is UTF-16",
  "line-breaks": "lines end with a lone CR",
  unreadable: "part of its document can't be read",
  alias: "it is written through a YAML alias",
  "no-such-place": "a field is not where it was read",
  "not-a-list": "a field is not where it was read",
  unverified: "the result would mean something else",
};

/** How many problems are named. */
const PROBLEMS = 3;

function problemsText({
  problems,
}: Extract<LeftReason, { readonly code: "refused" | "target-refuses" }>): string {
  const texts = problems.slice(0, PROBLEMS).map(({ code, at }) => `${code} ${placeText(at)}`);
  const more = problems.length - texts.length;
  return texts.length === 0
    ? "a key is written twice"
    : [...texts, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/** The comment above an object that is made. */
export function aboutLines(about: About): readonly string[] {
  switch (about.code) {
    case "part":
      return [
        `Part ${about.number} of ${about.of} of ${objectText(about.source)}, which has more rules than one policy may have.`,
      ];
    case "tenant":
      return [
        `${objectText(about.source)} for namespaces with ${conjunction(about.conditions.map(requirementText))}.`,
        "Convert again when these labels get new values.",
      ];
    case "other-tenants":
      return [
        `${objectText(about.source)} for the other namespaces: with ${conjunction(about.conditions.map(requirementText))}.`,
        "Convert again when these labels get new values.",
      ];
    case "isolation":
      return [`Isolates namespace ${encode(about.namespace)}, as its annotation did in the 2016 design.`];
  }
}

/** Why it is not shown that no cluster differs, as a sentence. */
export function doubtText(doubt: Doubt): string {
  switch (doubt.code) {
    case "incomplete":
      return doubt.refused.length === 0
        ? `a file that may contain a policy could not be read (${doubt.side})`
        : `${conjunction(doubt.refused.slice(0, NAMED).map(({ ref }) => objectText(ref)))} ${doubt.refused.length === 1 ? "is" : "are"} refused (${doubt.side})`;
    case "tenants":
      return `${named(doubt.policy)} compares namespaces by ${conjunction(doubt.keys.map(encode))}: new values are not covered`;
    case "isolation-2016":
      return "annotations said which namespaces are isolated";
    case "missing":
      return `nothing replaces ${named(doubt.policy)}`;
    case "added":
      return `${named(doubt.policy)} replaces nothing`;
    case "tier":
      return `${named(doubt.by)} is in another tier than ${named(doubt.policy)}`;
    case "subject":
      return `${named(doubt.by)} may select other pods than ${named(doubt.policy)}`;
    case "isolation":
      return `the replacement of ${named(doubt.policy)} isolates other pods for ${doubt.direction}`;
    case "rules":
      return `${doubt.direction} of ${named(doubt.policy)}: ${rulesText(doubt)}`;
    case "generations":
      return `${conjunction(doubt.before.map(named))} may overlap (${doubt.direction}), and their order is undefined before or after`;
    case "order":
      return `${conjunction(doubt.before.map(named))} may overlap (${doubt.direction}), and their order changes`;
  }
}

function rulesText({ before, after }: Extract<Doubt, { readonly code: "rules" }>): string {
  const texts = [before, after].flatMap((each) =>
    each === undefined ? [] : [`${ruleText(each.rule)} (${placesText([each.rule.origin])})`],
  );
  return `${texts.join(" and ")} ${texts.length === 1 ? "stands alone" : "may differ"}`;
}

function named({ ref }: Policy): string {
  return objectText(ref);
}
