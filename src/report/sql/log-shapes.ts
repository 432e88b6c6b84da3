import { ANTREA_SHAPE } from "./antrea-shape.js";
import { HUBBLE_SHAPE } from "./hubble-shape.js";
import { PLAIN_SHAPE } from "./plain-shape.js";
import type { LogShape, LogShapeId } from "./log-shape.js";

/** Every shape of a table that holds a log. */
export const SHAPES: Readonly<Record<LogShapeId, LogShape>> = {
  plain: PLAIN_SHAPE,
  hubble: HUBBLE_SHAPE,
  "antrea-flows": ANTREA_SHAPE,
};
