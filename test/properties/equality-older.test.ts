import { it } from "vitest";
import { checkOlderShapes } from "./equality.js";

it("the program and the reference agree about older shapes", { timeout: 600_000 }, checkOlderShapes);
