import { it } from "vitest";
import { checkReachOfOlderShapes } from "./reach.js";

it("the map of all flows agrees about older shapes", { timeout: 600_000 }, checkReachOfOlderShapes);
