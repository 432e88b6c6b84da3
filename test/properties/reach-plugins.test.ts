import { checkReachOfPlugins } from "./reach.js";
import { it } from "vitest";

it("the map of all flows agrees about every plugin", { timeout: 600_000 }, checkReachOfPlugins);
