import { withMore } from "../base/text/list.js";
import { COMPLETE, type Incompleteness } from "../cluster/load/incomplete.js";
import { forbiddenText } from "../report/incomplete-text.js";
import { placeText } from "../report/place.js";
import { kindAndName, qualifiedName } from "../cluster/model/object-ref.js";
import { NotShownError, UsageError } from "./exit.js";
import type { Asked, QuestionProblem } from "../questions/ask/problem.js";
import type { EndsProblem } from "../questions/query/pasted.js";
import type { ForbiddenKind } from "../cluster/model/cluster.js";
import type { ServicePort } from "../cluster/model/objects.js";
import type { TrafficProblem } from "../questions/query/traffic.js";
import type { Unresolved } from "../questions/query/resolve.js";

/**
 * What a question comes to.
 * @param incompleteness what could not be read, where something was: what is not found may stand there
 * @throws {UsageError} saying why it is no question; of a name, what may have been meant, what is there, and what was not read
 */
export function orUsageError<T>(asked: Asked<T>, incompleteness: Incompleteness = COMPLETE): T {
  if (asked.ok) return asked.value;
  throw usageError(asked.problem, incompleteness);
}

function usageError(problem: QuestionProblem, incompleteness: Incompleteness): UsageError {
  switch (problem.code) {
    case "unknown-scheme":
    case "port-of-source":
    case "two-ports":
      return endsError(problem);
    case "bad-protocol":
    case "bad-port":
    case "reversed-range":
    case "port-with-other-protocol":
      return trafficError(problem);
    case "missing-port":
      return missingPortError(problem);
    case "no-backend":
      return noBackendError(problem);
    case "behind-no-pods":
      return new UsageError(
        `the map shows pods, and not all that stands behind Service ${problem.service} is one`,
        "name what stands behind it, or ask anp explain about the Service",
      );
    case "no-destination":
      return new UsageError("no destination is named", "name where the traffic goes");
    default:
      return unresolved(problem, incompleteness);
  }
}

type QuestionProblemOf<Code extends QuestionProblem["code"]> = Extract<
  QuestionProblem,
  { readonly code: Code }
>;

/** Why a name stands for nothing, and where it may stand that could not be read. */
function unresolved(problem: Unresolved, incompleteness: Incompleteness): UsageError {
  const { message, hints: known } = unresolvedError(problem);
  const { forbidden } = incompleteness;
  const hidden = hiding(problem, forbidden);
  if (hidden.length > 0)
    return new NotShownError(
      problem.code === "no-namespace"
        ? `nothing of a namespace "${problem.namespace}" was shown`
        : `${message} was shown`,
      forbiddenText(hidden),
      ...known,
    );
  const hints = forbidden.length > 0 ? [...known, forbiddenText(forbidden)] : known;
  const [unread] = incompleteness.unread;
  if (unread === undefined) return new UsageError(message, ...hints);
  const count = incompleteness.unread.length;
  const more = count > 1 ? ` and ${count - 1} more` : "";
  return new UsageError(
    message,
    ...hints,
    `it may stand in what could not be read: ${placeText(unread.at)}${more}`,
  );
}

/** The kinds that a cluster did not show and of which an object may be what was not found. */
function hiding(problem: Unresolved, forbidden: readonly ForbiddenKind[]): readonly ForbiddenKind[] {
  if (problem.code !== "not-found" && problem.code !== "no-namespace") return [];
  const wanted = problem.code === "no-namespace" ? "Namespace" : (problem.kind ?? "Pod");
  const { namespace } = problem;
  return forbidden.filter(({ kind, readIn }) => {
    const mayBeIt = kind === wanted || (POD_KINDS.has(kind) && POD_KINDS.has(wanted));
    return mayBeIt && (namespace === undefined || !readIn.includes(namespace));
  });
}

/** Pods, and kinds whose pods have their name. */
const POD_KINDS: ReadonlySet<string> = new Set([
  "Pod",
  "Deployment",
  "ReplicaSet",
  "StatefulSet",
  "DaemonSet",
  "ReplicationController",
  "Job",
  "CronJob",
]);

/** How many of the names that are there are listed. */
const LISTED = 8;

function unresolvedError(problem: Unresolved): UsageError {
  switch (problem.code) {
    case "not-a-name":
      return new UsageError(
        `"${problem.text}" names no endpoint`,
        "an endpoint is ns/name, ns/kind/name, svc/name, node/name, an IP address or CIDR, a domain name, internet, or ns/key=value for a hypothetical pod",
      );
    case "invalid-address":
      return new UsageError(
        `"${problem.text}" is no valid IP address or CIDR`,
        "an IPv4 address has four numbers up to 255, a CIDR a prefix length up to 32, or 128 for IPv6; no name ends in a number",
      );
    case "domain-as-source":
      return new UsageError(
        `${problem.name} is a name outside of the cluster, and policies never see the name of what sends`,
        "what is sent to it can be asked about: give it as the destination, of anp matrix with --to",
        "ask about the addresses that it has: an IP address, a CIDR, or internet; --dns tells the addresses of names",
      );
    case "not-a-cluster-name":
      return new UsageError(
        `"${problem.name}" is no name that the DNS of a cluster has`,
        `names are service.namespace.svc.${problem.clusterDomain}, pod.service.namespace.svc.${problem.clusterDomain} for pods of a headless Service, and 10-0-0-7.namespace.pod.${problem.clusterDomain}`,
      );
    case "new-namespace": {
      const { namespace, suggestions } = problem;
      return new UsageError(
        `nothing of the input is in a namespace "${namespace}"`,
        ...suggestionHints(suggestions, []),
        `--new-namespace ${namespace} asks about a namespace that does not exist yet`,
      );
    }
    case "not-found": {
      const { kind, namespace, name, suggestions, others } = problem;
      const what = kind === undefined ? "pod or workload" : kind;
      const where = namespace === undefined ? "" : ` in namespace ${namespace}`;
      return new UsageError(`no ${what} "${name}"${where}`, ...suggestionHints(suggestions, others));
    }
    case "no-namespace":
      if (OTHER_ROUTES.has(problem.namespace.toLowerCase()))
        return new UsageError(
          `unknown kind "${problem.namespace}"`,
          "HTTPRoute and Ingress are supported: httproute/NAME, ingress/NAME",
        );
      return new UsageError(
        `nothing of the input is in a namespace "${problem.namespace}"`,
        ...suggestionHints(problem.suggestions, []),
      );
    case "ambiguous":
      return new UsageError(
        `"${problem.name}" is ambiguous`,
        ...problem.candidates.map((each) => `  ${each}`),
      );
    case "service-as-source": {
      const { name, behind } = problem;
      return new UsageError(
        `${name} is a Service, and a Service sends nothing`,
        behind.length === 0
          ? "traffic comes from pods: name the workload that you mean"
          : `traffic comes from pods: those behind it are ${listText(behind)}`,
      );
    }
    case "route-as-end": {
      const { kind, name, behind, connecting } = problem;
      return new UsageError(
        `${kind} "${name}" is no end of traffic: a controller connects to Services for it`,
        behind.length === 0
          ? "name a Service, a workload or a pod"
          : `name what it leads to: ${listText(behind)}`,
        ...(connecting.length === 0 ? [] : [`who connects is ${listText(connecting)}`]),
      );
    }
    case "several-destinations":
      return new UsageError(
        `${problem.name} has an address of Service ${problem.service}, and others`,
        "ask about them one by one: the Service by its name, the others by their addresses",
      );
    case "nothing-in-block":
      return new UsageError(`${problem.text} holds no address that can be asked about`);
  }
}

/** Words for what leads to Services elsewhere; they are looked for as namespaces. */
const OTHER_ROUTES: ReadonlySet<string> = new Set([
  "route",
  "routes",
  "virtualservice",
  "virtualservices",
  "vs",
]);

/** `a, b, c and 4 more`. */
function listText(names: readonly string[]): string {
  const listed = names.slice(0, LISTED);
  const more = names.length - listed.length;
  return more > 0 ? withMore(listed, more) : listed.join(", ");
}

function suggestionHints(suggestions: readonly string[], others: readonly string[]): string[] {
  const hints = suggestions.length > 0 ? [`did you mean ${suggestions.join(" or ")}?`] : [];
  if (others.length > 0)
    hints.push(`${suggestions.length > 0 ? "others there" : "there are"}: ${listText(others)}`);
  return hints;
}

/** The words for a port that a destination does not have. */
function missingPortError({ port, of, to = "that" }: QuestionProblemOf<"missing-port">): UsageError {
  if (of.type === "service") {
    const { ref, ports } = of.service;
    const listed = ports.map(servicePortText);
    return new UsageError(
      `Service ${qualifiedName(ref)} has no port ${port}`,
      listed.length === 0 ? "it lists no ports" : `it has: ${listed.join(", ")}`,
    );
  }
  if (of.type === "route")
    return new UsageError(
      `${kindAndName(of.route)} leads to no port ${port}`,
      `it leads to: ${listText(of.backends)}`,
    );
  const names = (of.declared ?? []).flatMap(({ name }) => (name === undefined ? [] : [name]));
  return new UsageError(
    `${to} declares no port named "${port}"`,
    names.length === 0 ? "it declares no named ports: give a number" : `it declares: ${names.join(", ")}`,
  );
}

/** The words for a destination to which a route does not lead. */
function noBackendError({ route, backends, to }: QuestionProblemOf<"no-backend">): UsageError {
  const name = kindAndName(route);
  if (backends.length === 0)
    return new UsageError(`${name} leads to no Service`, "load its routes and what they lead to");
  return new UsageError(`${to ?? "that"} is no backend of ${name}`, `it leads to: ${listText(backends)}`);
}

/** `http (TCP 80)`, `UDP 53`: as it can be given. */
function servicePortText({ name, protocol, port }: ServicePort): string {
  return name === undefined ? `${protocol} ${port}` : `${name} (${protocol} ${port})`;
}

/** The words for a pasted name that cannot be read, or that says another port. */
function endsError(ends: EndsProblem): UsageError {
  switch (ends.code) {
    case "unknown-scheme":
      return new UsageError(
        `no port is known for ${ends.scheme}:// in "${ends.text}"`,
        "name it: api.payments:8443, or --port 8443",
      );
    case "port-of-source":
      return new UsageError(
        `"${ends.text}" has a port, and policies never see the port that something is sent from`,
        `name the source without it: ${ends.name}`,
      );
    case "two-ports":
      return new UsageError(
        `"${ends.text}" asks about port ${ends.port}, and ${ends.givenBy === "question" ? "--port" : "another name"} about ${ends.given}`,
        "leave one of them out",
      );
  }
}

/** The words for \`--port\` and \`--protocol\` that cannot be read. */
function trafficError(problem: TrafficProblem): UsageError {
  switch (problem.code) {
    case "bad-protocol":
      return new UsageError(
        `"${problem.text}" is no protocol`,
        "protocols are tcp, udp, sctp, and icmp or other for those without ports",
      );
    case "bad-port":
      return new UsageError(
        `"${problem.text}" is no port`,
        "a port is a number from 1 to 65535, a range 8000-8100, a list of these, or a port name; 53/udp names the protocol too",
      );
    case "reversed-range":
      return new UsageError(`the range "${problem.text}" ends before it begins`);
    case "port-with-other-protocol":
      return new UsageError("icmp and other protocols have no ports", "leave --port out");
  }
}
