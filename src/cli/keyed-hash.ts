import { createHmac, randomBytes } from "node:crypto";
import type { KeyedHash } from "../cluster/snapshot/anonymise/words.js";

/** A hash under a key that is drawn for this run and kept nowhere, or under one that everybody knows. */
export function keyedHash(isReproducible: boolean): KeyedHash {
  const key = isReproducible ? "anp" : randomBytes(32);
  return (text) => createHmac("sha256", key).update(text).digest();
}
