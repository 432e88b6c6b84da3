import type { Random } from "../oracle/random.js";
import type { Scene } from "./scene.js";

/** One kind of run, on a scene of its own. @throws {Violation} where something is that must never be */
export type Fuzzer = (scene: Scene, random: Random) => Promise<void>;
