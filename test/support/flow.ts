import {
  explainFlow,
  loadSources,
  type Cluster,
  type Profile,
  type Result,
  type SourceOptions,
  type Step,
} from "../../src/index.js";
import type { Policy } from "../../src/cluster/model/policy.js";

/** The result of a flow, and the cluster that was asked about. */
export interface Asked {
  readonly result: Result;
  readonly cluster: Cluster;
}

/** Asks for the one result of a flow in a cluster of some documents. */
export async function askOne(
  manifests: readonly string[],
  flow: string,
  options: SourceOptions & { readonly profile?: Profile } = {},
): Promise<Result> {
  return (await askWithCluster(manifests, flow, options)).result;
}

/** The same, and the cluster that was asked about. */
export async function askWithCluster(
  manifests: readonly string[],
  flow: string,
  options: SourceOptions & { readonly profile?: Profile } = {},
): Promise<Asked> {
  const [from = "", to = "", protocol = "", port] = flow.split(/ -> | /);
  const { profile, ...rest } = options;
  const loaded = await loadSources([{ name: "cluster.yaml", text: manifests.join("\n---\n") }], rest);
  const asked = {
    protocol,
    ...(port === undefined ? {} : { port }),
    ...(profile === undefined ? {} : { profile }),
  };
  const { results } = explainFlow(loaded, { from, to, ...asked });
  const [result] = results;
  if (result === undefined || results.length > 1) throw new Error(`${flow} has ${results.length} results`);
  return { result, cluster: loaded.cluster };
}

/** A step with everything that it says; `*` marks what decides. */
export function stepText(step: Step): string {
  return `${step.decides ? "* " : ""}${wordsOf(step).join(" ")}`;
}

function wordsOf(step: Step): readonly string[] {
  switch (step.type) {
    case "exempt":
      return [step.type, step.why];
    case "not-carried":
      return [step.type, step.protocol];
    case "service":
      return [step.type, step.service.ref.name, step.why];
    case "no-policy":
    case "own-node":
      return [step.type, step.tier];
    case "limit":
    case "own-node-closed":
    case "default-deny":
      return [step.type];
    case "tier-not-reached":
    case "isolation":
      return [step.type, step.tier, ...step.policies.map(nameOf)];
    case "policy":
      return [step.type, step.tier, nameOf(step.policy), step.outcome];
    case "policy-not-reached":
      return [step.type, step.tier, nameOf(step.policy)];
    case "rule": {
      const flags = [step.nearest ? "nearest" : "", step.tied ? "tied" : ""].filter((flag) => flag !== "");
      const unsettled = step.unsettled.map(({ code }) => code);
      return [
        `${nameOf(step.policy)}[${step.rule.index}]`,
        step.action,
        step.outcome,
        step.because.code,
        ...unsettled,
        ...flags,
      ];
    }
    case "namespace-isolation":
      return [step.type, step.tier, step.namespace.name];
    case "refused":
      return [step.type, step.tier, step.refused?.ref.name ?? "unread"];
    case "default":
      return [step.type];
  }
}

function nameOf({ ref }: Policy): string {
  return ref.name;
}
