import { setV8Flag } from "./v8-flags.js";

/**
 * Keeps the part of the heap small in which new objects live. What is read stays, so that V8 lets that part grow to its
 * limit, and the peak with it; for a run that keeps most of what it makes that saves no time worth the room.
 * docs/performance.md has the figures.
 */
export function keepYoungGenerationSmall(): void {
  setV8Flag("keep-young-generation-small");
}
