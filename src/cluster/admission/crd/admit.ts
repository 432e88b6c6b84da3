import { acceptingBundles, judgeBySchema, keepsRulesFromRunning } from "./judge.js";
import {
  bundleFor,
  everyBundle,
  otherBundles,
  servedInstead,
  type Bundle,
  type CrdKind,
} from "../bundles.js";
import { damaged } from "../damaged.js";
import { maskedText } from "../masked.js";
import { field } from "../../../source/manifest/node.js";
import { ForeignChecks } from "../structural/foreign-checks.js";
import { labelKeyProblems } from "../label-keys.js";
import { isTyped, mistyped, type Mistyped } from "../structural/mistyped.js";
import { mixedUpProblem, mixedUpShape } from "./mixed-up-shape.js";
import { namespaceProblems } from "./cluster-scoped.js";
import { shapeFix } from "./shape-fix.js";
import { shapeOfField } from "./older-shapes.js";
import { POLICY_GROUP, servedVersions, versionIn } from "./definition.js";
import { problemsOf } from "../refusal.js";
import { schemaOf, schemaOfVersion } from "./schemas.js";
import { serverVersion } from "../validation/words.js";
import { uncheckedProblems } from "./unchecked.js";
import { unevaluatedProblems } from "./unevaluated.js";
import { unservedProblem } from "../unserved.js";
import type { Admission } from "../admission.js";
import type { ApiObject, AdmitOptions } from "../request.js";
import type { Problem } from "../../problems/problem.js";
import type { Schema } from "../structural/schema.js";
import type { Value } from "../../../source/manifest/value.js";
import type { UnknownField } from "../go-json/decode.js";

const SKIPPED_RULES =
  "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";

/**
 * Says whether a server with the CRD, or else the bundle, that counts takes a ClusterNetworkPolicy, AdminNetworkPolicy or
 * BaselineAdminNetworkPolicy. What a server has stored already is not validated again.
 */
export function admitCustomResource(object: ApiObject, options: AdmitOptions): Admission {
  const kind = object.ref.kind as CrdKind;
  const version = serverVersion(options.kubernetesVersion);
  const asWritten = [...labelKeyProblems(object), ...namespaceProblems(object)];
  const accepted = (stored: Value): Admission => {
    const node = { value: stored, origin: object.node.origin };
    return {
      stored,
      problems: [...uncheckedProblems({ ref: object.ref, node }, kind, version), ...asWritten],
    };
  };
  if (options.isStored)
    return (
      damaged(object, () => mistypedSpec(object, kind, options) ?? maskedText(object.node, false)) ??
      accepted(object.node.value)
    );
  const given = givenSchema(object, kind, options);
  if ("problem" in given) return { stored: undefined, problems: [given.problem] };
  const foreign = new ForeignChecks(options.results, options.isUpdate);
  const verdict = judgeBySchema(object.node, kind, given.schema, version, foreign);
  const checks = foreign.asked.length === 0 ? {} : { checks: foreign.asked };
  if (verdict.isAccepted && foreign.unevaluated.length > 0) {
    const problems = [...unevaluatedProblems(object, foreign.unevaluated), ...asWritten];
    return { stored: undefined, isUndecided: true, problems, ...checks };
  }
  if (verdict.isAccepted && verdict.stored !== undefined) return { ...accepted(verdict.stored), ...checks };
  const refused = problemsOf(object, {
    ...verdict,
    quotePath: (path) => `"${path}"`,
    skipped: verdict.hasSkippedRules ? { line: SKIPPED_RULES, isCausedBy: keepsRulesFromRunning } : undefined,
  });
  const acceptedBy = acceptingBundles(object.node, kind, given.others, version);
  const problems = refused.map((problem) => withReleases(problem, acceptedBy, verdict.unknown));
  const isEvaluated = foreign.unevaluated.length === 0;
  const mixedUp = isEvaluated ? mixedUpShape(object, verdict, version) : undefined;
  const isUnknownAlone = isEvaluated && verdict.decodeError === undefined && verdict.errors.length === 0;
  const unchecked = isUnknownAlone && verdict.stored !== undefined ? { storedUnchecked: verdict.stored } : {};
  if (mixedUp === undefined)
    return { stored: undefined, ...unchecked, problems: [...problems, ...asWritten], ...checks };
  const problem = mixedUpProblem(object, mixedUp, problems);
  return { stored: undefined, problems: [problem, ...asWritten], mixedUp, ...checks };
}

/** What no release stores in a spec, nor the CRD that is there: which of them the server had is not always known. */
function mistypedSpec({ ref, node }: ApiObject, kind: CrdKind, { crds }: AdmitOptions): Mistyped | undefined {
  const spec = field(node, "spec");
  if (spec === undefined) return undefined;
  const definition = crds.get(kind);
  const own = definition === undefined ? undefined : versionIn(definition, ref.apiVersion);
  const schemas: Schema[] = [];
  const add = ({ properties }: Schema): boolean => {
    const schema = properties.get("spec");
    if (schema !== undefined) schemas.push(schema);
    return schema !== undefined && isTyped(spec, schema);
  };
  // Most specs are of one schema as a whole: the others need not even be compiled then.
  if (own !== undefined && add(schemaOfVersion(own))) return undefined;
  if (everyBundle(kind).some((each) => add(schemaOf(kind, each)))) return undefined;
  return mistyped(spec, schemas, node.origin);
}

/** The schema that counts, with the releases that may take what it refuses; who has the cluster's CRD asks for none. */
interface GivenSchema {
  readonly schema: Schema;
  readonly others: readonly Bundle[];
}

/** The CRD's schema where there is one: a version that it does not serve is refused. */
function givenSchema(
  object: ApiObject,
  kind: CrdKind,
  { crds, bundles }: AdmitOptions,
): GivenSchema | { readonly problem: Problem } {
  const definition = crds.get(kind);
  if (definition === undefined) {
    const { apiVersion } = object.ref;
    const bundle = bundleFor(kind, bundles, apiVersion);
    const instead = servedInstead(bundle, apiVersion);
    if (instead !== undefined) return { problem: unservedProblem(object, { apiVersion: instead, kind }) };
    return { schema: schemaOf(kind, bundle), others: otherBundles(kind, bundle, apiVersion) };
  }
  const version = versionIn(definition, object.ref.apiVersion);
  if (version !== undefined) return { schema: schemaOfVersion(version), others: [] };
  const [served] = servedVersions(definition);
  const pair = served === undefined ? undefined : { apiVersion: `${POLICY_GROUP}/${served}`, kind };
  return { problem: unservedProblem(object, pair) };
}

/** Adds which releases take the object as it is, or had its shape: what is wrong is then only a question of the release. */
function withReleases(
  problem: Problem,
  acceptedBy: readonly string[],
  unknown: readonly UnknownField[],
): Problem {
  const isField = problem.code === "unknown-field" || problem.code === "wrong-case-field";
  const field = isField ? unknown.find(({ at }) => at === problem.at) : undefined;
  const told = field === undefined ? problem : withShape(problem, field);
  const facts = { ...told.facts, ...(acceptedBy.length === 0 ? {} : { acceptedBy }) };
  return { ...told, facts } as Problem;
}

/** Says of a field that another shape has it, and how this one writes what it says. */
function withShape({ fix, ...problem }: Problem, field: UnknownField): Problem {
  const ofShape = shapeOfField(field);
  const ownFix = fix === undefined ? {} : { fix };
  if (ofShape === undefined) return { ...problem, ...ownFix } as Problem;
  const rewrite = shapeFix(field, ofShape);
  return {
    ...problem,
    facts: { ...problem.facts, ofShape },
    ...(rewrite === undefined ? {} : { fix: rewrite }),
  } as Problem;
}
