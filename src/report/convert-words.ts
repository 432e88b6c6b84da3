import { withMore } from "../base/text/list.js";
import { count } from "../base/text/count.js";
import { requirementText, conjunction, ruleText } from "./describe.js";
import { encode } from "./encode.js";
import { placeText, placesText } from "./place.js";
import { kindAndName, type ObjectRef } from "../cluster/model/object-ref.js";
import type { Policy } from "../cluster/model/policy.js";
import type { About, ConversionNote, Left, LeftReason } from "../questions/convert/conversion.js";
import type { ConversionRun } from "../questions/convert/run.js";
import type { Doubt } from "../questions/convert/everywhere.js";

type Dropped = Extract<ConversionNote, { readonly code: "dropped" }>["dropped"];
type RefusalCode = Extract<LeftReason, { readonly code: "not-rewritten" }>["refusal"];

/** `3 objects are converted in 1 file, 1 is left as it is`; what is not written `would be`. */
export function convertSummary({ conversions, left, files }: ConversionRun, isWritten: boolean): string {
  if (conversions.length + left.length === 0)
    return "nothing to convert: no object is of an older generation";
  const verb = !isWritten ? "would be" : conversions.length === 1 ? "is" : "are";
  const converted =
    conversions.length === 0
      ? "no object can be converted"
      : `${count(conversions.length, "object", "objects")} ${verb} converted in ${count(files.size, "file", "files")}`;
  if (left.length === 0) return converted;
  return `${converted}, ${left.length === 1 ? "1 is left as it is" : `${left.length} are left as they are`}`;
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
  return apiVersion === ref.apiVersion
    ? "itself without the annotation"
    : `the same of ${encode(apiVersion)}`;
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
        ? "read as KEP-2091 has it: no release takes it"
        : `read as of release ${note.release}, the newest that takes it`;
    case "dropped":
      return droppedText(note.dropped);
    case "rules-split":
      return `${note.direction} ${note.rules.length === 1 ? "rule" : "rules"} ${conjunction(note.rules.map((rule) => String(rule + 1)))} ${note.rules.length === 1 ? "is" : "are"} written as several: a rule may have 25 peers and 25 protocols`;
    case "policy-split":
      return `written as ${note.priorities.length} policies of priorities ${conjunction(note.priorities.map(String))}: one may have 25 rules in a direction`;
    case "tenants":
      return `compared by ${conjunction(note.keys.map(encode))}, which no selector can: written out as ${count(note.policies, "policy", "policies")} for the values that the namespaces of the input have. This is a snapshot: values that come up later are not covered`;
    case "renamed":
      return `is called ${encode(note.to)}: its own name is taken`;
    case "priority-chosen":
      return `gets priority ${note.priority}: its kind had none, and there is room on both sides`;
    case "empty-ports":
      return `an empty list of ports meant all ports, and is left out (${placeText(note.at)})`;
    case "experimental":
      return `has ${conjunction(note.fields)}, which only the experimental channel of ClusterNetworkPolicy takes`;
    case "own-node":
      return "the design of 2016 let in the kubelet; now whatever runs on a pod's own node reaches it";
    case "egress-without-effect":
      return `its egress rules have no effect, as in the design of 2016 (${placeText(note.at)})`;
  }
}

function droppedText({ code, at, rule, direction, action, isWholeRule }: Dropped): string {
  const what = `${DROPPED[code]} (${placeText(at)})`;
  if (!isWholeRule) return `${what}: it matches nothing, and is left out`;
  const never = action === "Deny" ? "; it never denied anything" : "";
  return `${what}: ${direction} rule ${rule + 1} matches nothing, and is left out${never}`;
}

const DROPPED: Readonly<Record<Dropped["code"], string>> = {
  "reversed-range": "a range of ports that ends before it starts",
  "unknown-protocol": "a protocol other than TCP, UDP and SCTP",
  "no-cidr": "text that is no CIDR",
  "no-labels": "a comparison of no labels",
  "empty-list": "an empty list, by which the design of 2016 meant none",
};

/** Why an object stays as it is, as a sentence. */
export function leftText({ reason }: Left): string {
  switch (reason.code) {
    case "unknown-action":
      return "its action is none that the API knows, and a newer server does not store it";
    case "named-port-empty":
      return "a port of it is named by an empty text, and none of that name can be written";
    case "domain-names-without-accept":
      return "it denies or passes by domain name, which ClusterNetworkPolicy does not have";
    case "contested-comparison":
      return "its notSameLabels means one thing in KEP-2091 and another in the releases";
    case "unbuildable-selector":
      return "a selector of it cannot be built, which may deny everything wherever its rule stands, and that rule would not stay one";
    case "refused":
      return `the API server refuses it (${problemsText(reason)})`;
    case "target-refuses":
      return `the API server would refuse what it becomes (${problemsText(reason)})`;
    case "repeated":
      return "the input has it several times";
    case "no-tenants":
      return `it compares namespaces by ${conjunction(reason.keys.map(encode))}, and none that it selects is in the input with that label`;
    case "unknown-namespaces":
      return `it compares the labels of namespaces, and those of ${conjunction(reason.namespaces.slice(0, NAMED).map(encode))}${reason.namespaces.length > NAMED ? " …" : ""} are not in the input`;
    case "no-free-priority":
      return `it needs ${count(reason.needed, "priority", "priorities")} behind ${reason.priority}, and they are not free`;
    case "shared-priority":
      return `it becomes several policies, and ${objectText(reason.with)} has its priority ${reason.priority} too: of the parts only one would be tied with it`;
    case "no-effect":
      return `namespace ${encode(reason.namespace)} is not isolated, so it had no effect; it would isolate pods now`;
    case "namespace-not-loaded":
      return `Namespace ${encode(reason.namespace)} is not in the input, and whether it isolates is its annotation's`;
    case "not-rewritten":
      return `its text cannot be rewritten safely: ${REFUSALS[reason.refusal]}`;
  }
}

/** What to do about it, where something can be done. */
export function leftHelp({ code }: LeftReason): string | undefined {
  switch (code) {
    case "unknown-action":
      return "write Allow, Deny or Pass";
    case "unbuildable-selector":
      return "mend the selector (anp lint says what is wrong)";
    case "contested-comparison":
      return "--bundle v0.1.1 takes it as the releases do";
    case "refused":
      return "anp lint says what is wrong, and with --fix mends what has one remedy";
    case "repeated":
      return "leave one of them";
    case "no-tenants":
    case "unknown-namespaces":
    case "namespace-not-loaded":
      return "add the Namespaces with -f, or name the cluster with --context";
    case "no-free-priority":
    case "shared-priority":
      return "move the others of its tier first";
    case "no-effect":
      return "delete it";
    default:
      return undefined;
  }
}

const REFUSALS: Readonly<Record<RefusalCode, string>> = {
  encoding: "the file is UTF-16",
  "line-breaks": "lines end with a lone CR",
  unreadable: "its document cannot be read whole",
  alias: "it is written behind an alias",
  "no-such-place": "a field is not where it was read",
  "not-a-list": "a field is not where it was read",
  unverified: "what was written would say something else",
};

/** How many problems are named. */
const PROBLEMS = 3;

function problemsText({
  problems,
}: Extract<LeftReason, { readonly code: "refused" | "target-refuses" }>): string {
  const texts = problems.slice(0, PROBLEMS).map(({ code, at }) => `${code} ${placeText(at)}`);
  const more = problems.length - texts.length;
  return texts.length === 0
    ? "it says one thing twice"
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
        `A snapshot of ${objectText(about.source)} for namespaces with ${conjunction(about.conditions.map(requirementText))}:`,
        "for values of these labels that come up later, convert again.",
      ];
    case "other-tenants":
      return [
        `What ${objectText(about.source)} says for the other namespaces: with ${conjunction(about.conditions.map(requirementText))}.`,
        "A snapshot: for values of these labels that come up later, convert again.",
      ];
    case "isolation":
      return [`Isolates namespace ${encode(about.namespace)} as its annotation did in the design of 2016.`];
  }
}

/** Why it is not shown that no cluster differs, as a sentence. */
export function doubtText(doubt: Doubt): string {
  switch (doubt.code) {
    case "incomplete":
      return doubt.refused.length === 0
        ? `something that may hold a policy could not be read (${doubt.side})`
        : `${conjunction(doubt.refused.slice(0, NAMED).map(({ ref }) => objectText(ref)))} ${doubt.refused.length === 1 ? "is" : "are"} refused (${doubt.side})`;
    case "tenants":
      return `${named(doubt.policy)} compares namespaces by ${conjunction(doubt.keys.map(encode))}: values that come up later are not covered`;
    case "isolation-2016":
      return "which namespaces are isolated was said by annotations, namespace by namespace";
    case "missing":
      return `nothing stands in the place of ${named(doubt.policy)}`;
    case "added":
      return `${named(doubt.policy)} stands in the place of none`;
    case "tier":
      return `${named(doubt.by)} is of another tier than ${named(doubt.policy)}`;
    case "subject":
      return `${named(doubt.by)} may select other pods than ${named(doubt.policy)}`;
    case "isolation":
      return `what stands in the place of ${named(doubt.policy)} isolates otherwise for ${doubt.direction}`;
    case "rules":
      return `${doubt.direction} of ${named(doubt.policy)}: ${rulesText(doubt)}`;
    case "generations":
      return `${conjunction(doubt.before.map(named))} may meet (${doubt.direction}), and their order is not defined before or after`;
    case "order":
      return `${conjunction(doubt.before.map(named))} may meet (${doubt.direction}), and do not stand to each other as before`;
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
