import { emptyMapping, type Mapping, type Value } from "../../../source/manifest/value.js";

/** How much of a prefix is kept. */
const LONGEST_PREFIX = 58;

/** What the server appends at random, as a stand-in that is always the same. */
const SUFFIX = "xxxxx";

/** The name that the server makes of `generateName`, but for its five random letters. */
export function generatedName(prefix: string): string {
  return `${prefix.slice(0, LONGEST_PREFIX)}${SUFFIX}`;
}

/** Metadata with the name that the server makes where only a prefix is given. */
export function withGeneratedName(metadata: Mapping): Mapping {
  const { name, generateName } = metadata;
  if (name !== undefined || typeof generateName !== "string") return metadata;
  const named = emptyMapping();
  for (const key of Object.keys(metadata)) named[key] = metadata[key] as Value;
  named["name"] = generatedName(generateName);
  return named;
}
