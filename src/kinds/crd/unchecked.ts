import { bundleName, type Bundle, type CrdKind } from "../bundles.js";
import type { ApiObject } from "../kind.js";
import type { Problem } from "../../diagnostics/problem.js";
export function uncheckedProblems(_object: ApiObject, _kind: CrdKind, _bundle: Bundle): Problem[] { void bundleName; return []; }
