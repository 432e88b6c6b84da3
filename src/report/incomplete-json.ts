import { conditionsJson } from "./conditions.js";
import { distinctConditions } from "../cluster/problems/condition.js";
import { encodeJsonLine } from "./encode.js";
import { isComplete, type Incompleteness } from "../cluster/load/incomplete.js";
import type { Limit } from "../base/limits/work.js";

interface IncompleteJson {
  readonly incomplete: boolean;
  /** What has ended the run before all was decided; missing where nothing has. */
  readonly limit?: Limit;
  /** What the answers rest on, because somebody said so; missing where they rest on nothing. */
  readonly conditions?: readonly unknown[];
}

/** Whether answers can be relied on, and which limit has kept some from being given. */
export function incompleteJson(...states: readonly Incompleteness[]): IncompleteJson {
  const limit = states.map((each) => each.limit).find((each) => each !== undefined);
  return {
    incomplete: !states.every(isComplete),
    ...(limit === undefined ? {} : { limit }),
    ...conditionsJson(distinctConditions(states.flatMap(({ conditions }) => conditions))),
  };
}

/** The same as fields of an object that is written piece by piece. */
export function incompleteFields(...states: readonly Incompleteness[]): string {
  return encodeJsonLine(incompleteJson(...states)).slice(1, -1);
}
