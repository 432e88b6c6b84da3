import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";

const AJV = new Ajv2020({ allErrors: false, strict: true, allowUnionTypes: true });

/** A published schema, compiled: returns what is wrong with a value, or nothing. */
export function schemaOf(
  name:
    | "anp-test"
    | "audit"
    | "baseline"
    | "config"
    | "convert"
    | "diff"
    | "explain"
    | "explain-endpoint"
    | "lint"
    | "matrix"
    | "plugins"
    | "dns"
    | "replay"
    | "roots"
    | "snapshot"
    | "tally"
    | "test",
): (value: unknown) => readonly string[] {
  const validate = AJV.compile(schemaText(name) as object);
  return (value) => {
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** A published schema as it is written. */
export function schemaText(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../schemas/${name}.json`, import.meta.url), "utf8"));
}
