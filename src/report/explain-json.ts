import { incompleteJson } from "./incomplete-json.js";
import { deciderJson } from "./decider-json.js";
import { encodeJson } from "./encode.js";
import { addedByJson, endpointJson, originJson, policyJson, serviceJson } from "./json-parts.js";
import { PROTOCOLS } from "../base/net/traffic.js";
import { suggestionsJson } from "./suggest-json.js";
import { pluginRowJson } from "./plugins-json.js";
import { noteText, leaningText } from "./explain-words.js";
import { unsettledJson } from "./unsettled-json.js";
import type { Endpoint } from "../cluster/model/endpoint.js";
import type { ExplainReport } from "./explain-report.js";
import type { Result, ResultRoute, ResultSide } from "../questions/explain/result.js";
import type { Match, Mismatch } from "../semantics/match/why.js";
import type { NamespaceComparison } from "../cluster/model/policy.js";
import type { ServicePath } from "../cluster/model/service-path.js";
import type { Requirement } from "../cluster/model/selector.js";
import type { PluginPart } from "../questions/explain/plugins.js";
import type { OtherReading } from "../questions/explain/readings.js";
import type { Step } from "../semantics/evaluate/step.js";

/** The version of this format; its schema is `schemas/explain.json`. */
const FORMAT_VERSION = 1;

/** The explanation as JSON: one result per pair of ends, family, protocol and group of ports that the same steps decide. */
export function* explainJson({
  explanation,
  incompleteness,
  readings,
  suggestions,
  plugin,
  differing,
}: Pick<
  ExplainReport,
  "explanation" | "incompleteness" | "readings" | "suggestions" | "plugin" | "differing"
>): Generator<string> {
  const { results, notes } = explanation;
  const leanings = [...new Set(results.flatMap((result) => result.leanings))];
  const json = {
    version: FORMAT_VERSION,
    ...incompleteJson(incompleteness),
    results: results.flatMap(resultsJson),
    assumptions: leanings.map((code) => ({ code, text: leaningText(code) })),
    notes: notes.map((note) => ({ ...note, text: noteText(note) })),
    ...(plugin === undefined ? {} : { plugin: pluginJson(plugin) }),
    ...(differing.length === 0 ? {} : { differsOn: differing }),
    ...(readings.length === 0 ? {} : { readings: readings.map(readingJson) }),
    ...(suggestions === undefined ? {} : suggestionsJson(suggestions)),
  };
  yield encodeJson(json);
}

function pluginJson({ profile, rows }: PluginPart): object {
  return {
    name: profile.plugin.name,
    version: profile.release?.join(".") ?? null,
    features: profile.features,
    decidedBy: rows.map(pluginRowJson),
  };
}

function readingJson({ reading, policies, dropped, explanation }: OtherReading): object {
  return { reading, policies, dropped, results: explanation.results.flatMap(resultsJson) };
}

/** One entry per protocol of a result's traffic. */
function resultsJson(result: Result): unknown[] {
  const { from, to, family, traffic, verdict, outcomes, reasons, isExact, path, route } = result;
  const rest = {
    verdict,
    outcomes,
    reasons: reasons.map(({ code }) => code),
    dependsOn: reasons.map(unsettledJson),
    exact: isExact,
    ...(result.withoutMissing === undefined ? {} : { withoutMissing: result.withoutMissing }),
    egress: sideJson(result.egress),
    ingress: sideJson(result.ingress),
  };
  const ends = {
    from: endpointJson(from),
    to: endpointJson(to),
    family: family ?? null,
    ...(route === undefined ? {} : { route: routeJson(route) }),
    ...(path === undefined ? {} : { service: pathJson(result, path) }),
  };
  const flows = PROTOCOLS.filter((protocol) => traffic[protocol].length > 0).map((protocol) => ({
    ...ends,
    protocol,
    ports: traffic[protocol],
  }));
  const other = traffic.other ? [{ ...ends, protocol: "other", ports: [] }] : [];
  return [...flows, ...other].map((flow) => ({ flow, ...rest }));
}

function routeJson({ ref }: ResultRoute): unknown {
  return { kind: ref.kind, namespace: ref.namespace ?? "default", name: ref.name };
}

/** The Service that a flow goes through, and the port of it that the client sends to. */
function pathJson({ isHairpin, to }: Result, path: ServicePath): unknown {
  const { service, entrance, port, number, addedBy } = path;
  const node = entrance?.type === "node-port" ? { nodePort: number ?? null } : {};
  return {
    ...serviceJson(service),
    port: port?.port ?? number ?? null,
    protocol: port?.protocol ?? null,
    entrance: entrance?.type ?? null,
    ...node,
    hairpin: isHairpin,
    backends: to.members,
    ...(addedBy === undefined ? {} : { addedBy: addedByJson(addedBy) }),
  };
}

function sideJson({ verdict, outcomes, steps }: ResultSide): unknown {
  const decidedBy = steps.find(({ decides }) => decides);
  return {
    verdict,
    outcomes,
    decidedBy: decidedBy === undefined ? null : stepJson(decidedBy),
    steps: steps.map(stepJson),
  };
}

function stepJson(step: Step): Record<string, unknown> {
  const decides = { decides: step.decides };
  switch (step.type) {
    case "rule": {
      const { action, at, because, nearest, outcome, tied, unsettled } = step;
      const hanging = { outcome, action: action.toLowerCase(), dependsOn: unsettled.map(unsettledJson) };
      return deciderJson(step, at, {
        ...(outcome === "may-match" ? hanging : outcome === "matched" ? {} : { outcome }),
        because: becauseJson(because),
        nearest,
        tied,
        ...decides,
      });
    }
    case "policy":
    case "policy-not-reached": {
      const { tier, policy, at } = step;
      const outcome = step.type === "policy" ? step.outcome : "not-reached";
      return { tier, policy: policyJson(policy), outcome, ...decides, at: originJson(at) };
    }
    case "tier-not-reached": {
      const { tier, policies } = step;
      return { tier, policies: policies.map(policyJson), outcome: "not-reached", ...decides };
    }
    case "no-policy":
      return { tier: step.tier, outcome: "no-policy", ...decides };
    default:
      return deciderJson(step, step.at, decides);
  }
}

function becauseJson(because: Match | Mismatch): unknown {
  switch (because.code) {
    case "matched":
      return { code: because.code, peer: because.peer?.type ?? null, port: because.port?.type ?? null };
    case "namespace-label":
    case "pod-label":
    case "node-label":
      return {
        code: because.code,
        wanted: requirementJson(because.wanted),
        actual: because.actual ?? null,
        ...(because.isOpen ? { isOpen: true } : {}),
      };
    case "namespace-comparison":
      return {
        code: because.code,
        comparison: comparisonCode(because.comparison),
        label: because.label ?? null,
        subject: because.subject ?? null,
        actual: because.actual ?? null,
      };
    case "namespace-name":
      return { code: because.code, wanted: because.wanted, actual: because.actual };
    case "not-a-pod":
    case "not-a-node":
      return { code: because.code, endpoint: natureOf(because.endpoint) };
    case "address":
      return { code: because.code, block: because.block, ...(because.isOpen ? { isOpen: true } : {}) };
    case "address-family":
      return { code: because.code, block: because.block };
    case "address-excepted":
      return { code: because.code, block: because.block, except: because.except };
    case "domain":
      return { code: because.code, pattern: because.pattern };
    case "port":
    case "protocol":
      return {
        code: because.code,
        wanted:
          because.port.type === "range"
            ? { protocol: because.port.protocol, ports: [because.port.first, because.port.last] }
            : null,
      };
    case "port-name":
      return { code: because.code, name: because.name, resolvesOn: because.resolvesOn };
    default:
      return { code: because.code };
  }
}

function comparisonCode(comparison: NamespaceComparison): string {
  if (comparison.of !== "names") return comparison.of;
  return comparison.isSame ? "same-namespace" : "other-namespace";
}

function requirementJson({ key, operator, values }: Requirement): unknown {
  return { key, operator, values };
}

function natureOf(endpoint: Endpoint): string {
  return endpoint.type === "pod" ? "host-network-pod" : endpoint.type;
}
