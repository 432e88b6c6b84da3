import { resolve, type Resolved, type Unresolved } from "../query/resolve.js";
import { placeText } from "../report/place.js";
import { UsageError } from "./exit.js";
import type { Cluster } from "../model/cluster.js";
import type { Incompleteness } from "../load/incomplete.js";
import type { TrafficProblem } from "../query/traffic.js";

/**
 * Looks up an endpoint.
 * @throws {UsageError} saying what was not found, what may have been meant, what is there, and what could not be read
 */
export function resolveEndpoint(
  cluster: Cluster,
  text: string,
  namespace: string | undefined,
  incompleteness: Incompleteness,
): Resolved {
  const resolution = resolve(cluster, text, namespace);
  if (resolution.ok) return resolution.resolved;
  const { message, hints } = unresolvedError(resolution.problem);
  const [unread] = incompleteness.unread;
  if (unread === undefined) throw new UsageError(message, ...hints);
  const count = incompleteness.unread.length;
  const more = count > 1 ? ` and ${count - 1} more` : "";
  throw new UsageError(
    message,
    ...hints,
    `it may stand in what could not be read: ${placeText(unread.at)}${more}`,
  );
}

/** How many of the names that are there are listed. */
const LISTED = 8;

function unresolvedError(problem: Unresolved): UsageError {
  switch (problem.code) {
    case "not-a-name":
      return new UsageError(
        `"${problem.text}" names no endpoint`,
        "an endpoint is ns/name, ns/kind/name, node/name, an IP address or CIDR, a domain name, internet, or ns/key=value for a hypothetical pod",
      );
    case "not-found": {
      const { kind, namespace, name, suggestions, others } = problem;
      const what = kind === undefined ? "pod or workload" : kind;
      const where = namespace === undefined ? "" : ` in namespace ${namespace}`;
      return new UsageError(`no ${what} "${name}"${where}`, ...suggestionHints(suggestions, others));
    }
    case "no-namespace":
      return new UsageError(
        `nothing of the input is in a namespace "${problem.namespace}"`,
        ...suggestionHints(problem.suggestions, []),
      );
    case "ambiguous":
      return new UsageError(
        `"${problem.name}" is ambiguous`,
        ...problem.candidates.map((each) => `  ${each}`),
      );
    case "service":
      return new UsageError(
        `${problem.name} is a Service, which cannot be asked about yet`,
        "policy is applied to its pods: name the workload behind it and the port on which its pods listen",
      );
    case "nothing-in-block":
      return new UsageError(`${problem.text} holds no address that can be asked about`);
  }
}

function suggestionHints(suggestions: readonly string[], others: readonly string[]): string[] {
  const hints = suggestions.length > 0 ? [`did you mean ${suggestions.join(" or ")}?`] : [];
  const listed = others.slice(0, LISTED);
  const more = others.length > listed.length ? ` and ${others.length - listed.length} more` : "";
  if (listed.length > 0)
    hints.push(`${suggestions.length > 0 ? "others there" : "there are"}: ${listed.join(", ")}${more}`);
  return hints;
}

/** The words for \`--port\` and \`--protocol\` that cannot be read. */
export function trafficError(problem: TrafficProblem): UsageError {
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
