import { withMore } from "../base/text/list.js";
import { COMPLETE, isPlaceless, type Incompleteness } from "../cluster/load/incomplete.js";
import { forbiddenText } from "../report/incomplete-text.js";
import { placeText } from "../report/place.js";
import { kindAndName, qualifiedName } from "../cluster/model/object-ref.js";
import { NotShownError, UsageError } from "./exit.js";
import type { Asked, QuestionProblem } from "../questions/ask/problem.js";
import type { EndsProblem } from "../questions/query/pasted.js";
import type { ForbiddenKind } from "../cluster/model/cluster.js";
import type { ServicePort } from "../cluster/model/objects.js";
import type { TrafficProblem } from "../questions/query/traffic.js";
import type { Unresolved } from "../questions/query/resolution.js";

/**
 * What a question comes to.
 * @param incompleteness what could not be read, where something was: what is not found may stand there
 * @throws {UsageError} saying why it is no question; of a name, what may have been meant, what is there, and what was not read
 */
export function orUsageError<T>(asked: Asked<T>, incompleteness: Incompleteness = COMPLETE): T {
  if (asked.ok) return asked.value;
  throw usageError(asked.problem, incompleteness);
}

/** The same in words, for what goes on after a question that is none. */
export function problemText(problem: QuestionProblem): string {
  return usageError(problem, COMPLETE).message;
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
        `matrix shows pods, but not everything behind Service ${problem.service} is a pod`,
        "name the endpoints behind it, or use anp explain for the Service",
      );
    case "behind-untold-port":
      return new UsageError(
        `it isn't known which port of ${problem.pod} Service ${problem.service} sends to`,
        "a port is written with something that is no port: fill it in, or use anp explain for the Service",
      );
    case "no-class": {
      const { asked, suggestions, classes } = problem;
      const meant = suggestions.length > 0 ? [`did you mean ${suggestions.join(" or ")}?`] : [];
      return withUnread(
        `neither a class of destinations nor a name in the input: "${asked}"`,
        incompleteness,
        [
          ...meant,
          `classes: ${classes.join(", ")}`,
          "or a CIDR, an address, node/NAME, NS/svc/NAME, NS/NAME or a domain name",
        ],
      );
    }
    case "not-a-pod":
      return new UsageError(
        `"${problem.asked}" is no pod or workload, and the audit asks what pods can reach`,
        "use ns/name, ns/kind/name, ns/NAMESPACE, a pattern such as shop/*, or labels: shop/app=web",
      );
    case "port-by-name":
      return new UsageError(`"${problem.asked}" is a port name, and a class has none`, "use a number");
    case "no-destination":
      return new UsageError("no destination given", "add the destination");
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
        ? `no namespace "${problem.namespace}" among what the cluster let you list`
        : `${message} among what the cluster let you list`,
      forbiddenText(hidden),
      ...known,
    );
  return withUnread(message, incompleteness, known);
}

/** How many refused objects are named. */
const MOST_REFUSED = 3;

/** What is not there, and where it may stand that could not be read. */
function withUnread(message: string, incompleteness: Incompleteness, known: readonly string[]): UsageError {
  const { forbidden, refusedObjects } = incompleteness;
  const refused = refusedObjects.slice(0, MOST_REFUSED).map((each) => {
    const why = isPlaceless(each) ? "has no namespace" : "is refused by the API server";
    return `${kindAndName(each.object.ref)} ${why}: ${placeText(each.problem?.at ?? each.object.origin)}`;
  });
  const hints = [...known, ...refused, ...(forbidden.length > 0 ? [forbiddenText(forbidden)] : [])];
  const [unread] = incompleteness.unread;
  if (unread === undefined) return new UsageError(message, ...hints);
  const count = incompleteness.unread.length;
  const more = count > 1 ? ` and ${count - 1} more` : "";
  return new UsageError(
    message,
    ...hints,
    `it may be in a file that could not be read: ${placeText(unread.at)}${more}`,
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
        `not a valid endpoint: "${problem.text}"`,
        "use ns/name, ns/kind/name, svc/name, node/name, an IP address or CIDR, a domain name, internet, or ns/key=value for a hypothetical pod",
      );
    case "invalid-address":
      return new UsageError(
        `not a valid IP address or CIDR: "${problem.text}"`,
        "IPv4 has four numbers up to 255; a prefix length is at most 32, or 128 for IPv6. Names can't end in a number",
      );
    case "domain-as-source":
      return new UsageError(
        `${problem.name} is an external name, and policies never see the name of a source`,
        "use it as the destination instead (in anp matrix: --to)",
        "use its IP address, a CIDR, or internet",
      );
    case "not-a-cluster-name":
      return new UsageError(
        `not a name in cluster DNS: "${problem.name}"`,
        `use service.namespace.svc.${problem.clusterDomain}, pod.service.namespace.svc.${problem.clusterDomain} for pods of a headless Service, or 10-0-0-7.namespace.pod.${problem.clusterDomain}`,
      );
    case "new-namespace": {
      const { namespace, suggestions } = problem;
      return new UsageError(
        `no namespace "${namespace}" in the input`,
        ...suggestionHints(suggestions, []),
        `--new-namespace ${namespace} adds a namespace that doesn't exist yet`,
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
        `no namespace "${problem.namespace}" in the input`,
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
        `${name} is a Service, and Services don't send traffic`,
        behind.length === 0
          ? "name the workload that sends the traffic"
          : `name the pods behind it: ${listText(behind)}`,
      );
    }
    case "route-as-end": {
      const { kind, name, behind, connecting } = problem;
      return new UsageError(
        `${kind} "${name}" is not an endpoint: its controller connects to Services`,
        behind.length === 0
          ? "use a Service, a workload or a pod"
          : `use one of its backends: ${listText(behind)}`,
        ...(connecting.length === 0 ? [] : [`use the pods of its controller: ${listText(connecting)}`]),
      );
    }
    case "several-destinations":
      return new UsageError(
        `${problem.name} resolves to an address of Service ${problem.service} and to others`,
        "ask about each separately: the Service by name, the others by address",
      );
    case "alias-of-address":
      return new UsageError(
        `Service ${problem.service} is an alias for ${problem.address}, which DNS takes for a name and never resolves: nothing is reached through it`,
        `ask about the address itself: ${problem.address}`,
        "for a Service with a fixed address, leave out its type and selector and add an EndpointSlice",
      );
    case "nothing-in-block":
      return new UsageError(`${problem.text} contains no usable address`);
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
    const { ref, ports, untoldPorts } = of.service;
    const untold = untoldPorts.map((each) => `"${each}", which is no port yet`);
    const listed = [...ports.map(servicePortText), ...untold];
    return new UsageError(
      `Service ${qualifiedName(ref)} has no port ${port}`,
      listed.length === 0 ? "it lists no ports" : `it has: ${listed.join(", ")}`,
    );
  }
  if (of.type === "route")
    return new UsageError(
      `${kindAndName(of.route)} has no backend on port ${port}`,
      `its backends: ${listText(of.backends)}`,
    );
  const pod = of.pod ?? to;
  if (of.declared === undefined)
    return new UsageError(
      `the input doesn't tell whether ${pod} declares a port named "${port}"`,
      "use a number",
    );
  const names = of.declared.flatMap(({ name }) => (name === undefined ? [] : [name]));
  return new UsageError(
    `${pod} declares no port named "${port}"`,
    names.length === 0 ? "it declares no named ports; use a number" : `it declares: ${names.join(", ")}`,
  );
}

/** The words for a destination to which a route does not lead. */
function noBackendError({ route, backends, to }: QuestionProblemOf<"no-backend">): UsageError {
  const name = kindAndName(route);
  if (backends.length === 0)
    return new UsageError(`${name} has no Service as a backend`, "load its routes and their Services");
  return new UsageError(`${to ?? "that"} is not a backend of ${name}`, `its backends: ${listText(backends)}`);
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
        `no default port for ${ends.scheme}:// in "${ends.text}"`,
        "add one: api.payments:8443, or --port 8443",
      );
    case "port-of-source":
      return new UsageError(
        `"${ends.text}" has a port, but policies never see source ports`,
        `did you mean ${ends.name}?`,
      );
    case "two-ports":
      return new UsageError(
        `"${ends.text}" has port ${ends.port}, but ${ends.givenBy === "question" ? "--port" : "another name"} has ${ends.given}`,
        "remove one of them",
      );
  }
}

/** The words for \`--port\` and \`--protocol\` that cannot be read. */
function trafficError(problem: TrafficProblem): UsageError {
  switch (problem.code) {
    case "bad-protocol":
      return new UsageError(
        `invalid protocol "${problem.text}"`,
        "use tcp, udp or sctp; icmp or other for protocols without ports",
      );
    case "bad-port":
      return new UsageError(
        `invalid port "${problem.text}"`,
        "use a number from 1 to 65535, a range 8000-8100, a list of these, or a port name; 53/udp adds the protocol",
      );
    case "reversed-range":
      return new UsageError(`invalid port range "${problem.text}": it ends before it begins`);
    case "port-with-other-protocol":
      return new UsageError("icmp and other protocols have no ports", "remove --port");
  }
}
