import { MissingPortError } from "../explain/missing-port.js";
import { NoBackendError } from "../explain/route.js";
import type { EndsProblem } from "../query/pasted.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";
import type { Resolution, Resolved, Unresolved } from "../query/resolve.js";
import type { TrafficProblem } from "../query/traffic.js";

/** Why a question has no answer: a person's mistake, as facts. */
export type QuestionProblem =
  | EndsProblem
  | TrafficProblem
  /** A name that stands for nothing that can be asked about; `asked` is the text. */
  | (Unresolved & { readonly asked: string })
  | { readonly code: "no-destination" }
  /** A port that the destination does not declare, or that a Service or route does not have. */
  | {
      readonly code: "missing-port";
      readonly port: string;
      readonly of: MissingPortError["of"];
      /** The destination as it is shown; undefined for all that a route leads to. */
      readonly to: string | undefined;
    }
  /** A route does not lead to what is asked about, or to nothing at all. */
  | {
      readonly code: "no-backend";
      readonly route: ObjectRef;
      readonly backends: readonly string[];
      readonly to: string | undefined;
    }
  /** The map shows pods, and not all that stands behind a Service is one. */
  | { readonly code: "behind-no-pods"; readonly service: string };

/** What a question comes to, or why it is none. */
export type Asked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: QuestionProblem };

/** A question that has no answer. */
export function failed(problem: QuestionProblem): { readonly ok: false; readonly problem: QuestionProblem } {
  return { ok: false, problem };
}

/** What a name stands for. */
export function resolved(asked: string, resolution: Resolution): Asked<Resolved> {
  return resolution.ok ? { ok: true, value: resolution.resolved } : failed({ ...resolution.problem, asked });
}

/**
 * An answer, or why the destination cannot be sent what is asked about.
 * @param to the destination as it is shown
 */
export function answered<T>(answer: () => T, to: string | undefined): Asked<T> {
  try {
    return { ok: true, value: answer() };
  } catch (error) {
    if (error instanceof MissingPortError)
      return failed({ code: "missing-port", port: error.port, of: error.of, to });
    if (error instanceof NoBackendError)
      return failed({ code: "no-backend", route: error.route, backends: error.backends, to });
    throw error;
  }
}
