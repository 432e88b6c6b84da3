import { failed, succeeded, type Attempt } from "../../base/attempt/attempt.js";
import type { EndsProblem } from "../query/pasted.js";
import type { ExplainProblem } from "../explain/problem.js";
import type { Resolution, Resolved, Unresolved } from "../query/resolution.js";
import type { ServiceProblem } from "../matrix/behind-services.js";
import type { TrafficProblem } from "../query/traffic.js";

/** Why a question has no answer: a person's mistake, as facts. */
export type QuestionProblem =
  | EndsProblem
  | TrafficProblem
  /** A name that stands for nothing that can be asked about; `asked` is the text. */
  | (Unresolved & { readonly asked: string })
  /** A word that is neither a class of destinations nor a name in the input. */
  | {
      readonly code: "no-class";
      readonly asked: string;
      readonly suggestions: readonly string[];
      readonly classes: readonly string[];
    }
  /** Something else than pods, where policies of pods are asked about. */
  | { readonly code: "not-a-pod"; readonly asked: string }
  /** A port by its name, where nothing says on which end it is to be looked up. */
  | { readonly code: "port-by-name"; readonly asked: string }
  /** Only one end is named, where traffic between two is asked about. */
  | { readonly code: "no-destination" }
  /** The destination does not have what is asked about; it is undefined where a route leads to all of its backends. */
  | (ExplainProblem & { readonly to: string | undefined })
  /** The map shows pods, and not all that stands behind a Service is one. */
  | Exclude<ServiceProblem, { code: "missing-port" }>;

/** What a question comes to, or why it is none. */
export type Asked<T> = Attempt<T, QuestionProblem>;

/** What a name stands for. @param asked the name as it was typed */
export function resolved(asked: string, resolution: Resolution): Asked<Resolved> {
  return resolution.ok ? succeeded(resolution.value) : failed({ ...resolution.problem, asked });
}

/**
 * An explanation, or why the destination cannot be sent what is asked about.
 * @param to the destination as it is shown
 */
export function explained<T>(attempt: Attempt<T, ExplainProblem>, to: string | undefined): Asked<T> {
  return attempt.ok ? attempt : failed({ ...attempt.problem, to });
}
