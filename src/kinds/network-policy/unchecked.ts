import type { ApiObject } from "../kind.js";
import type { Problem } from "../../diagnostics/problem.js";
export function uncheckedProblems(_object: ApiObject): Problem[] { return []; }
