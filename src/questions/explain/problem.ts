import type { ContainerPort } from "../../cluster/model/endpoint.js";
import type { MissingServicePort } from "../query/targets.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";

/** Why traffic to a destination cannot be explained. */
export type ExplainProblem =
  | MissingServicePort
  /** A port that the destination does not declare, or that a route does not lead to. */
  | {
      readonly code: "missing-port";
      /** In words: `TCP 8081`, `"http"`. */
      readonly port: string;
      /** What a pod declares, undefined where the input does not tell; of a route, its backends. */
      readonly of:
        | {
            readonly type: "pod";
            readonly declared: readonly ContainerPort[] | undefined;
            /** Which of several pods it is. */
            readonly pod?: string;
          }
        | { readonly type: "route"; readonly route: ObjectRef; readonly backends: readonly string[] };
    }
  /** A route does not lead to what is asked about, or to nothing at all. */
  | {
      readonly code: "no-backend";
      readonly route: ObjectRef;
      /** What it leads to: `shop/web port 80`. */
      readonly backends: readonly string[];
    };
