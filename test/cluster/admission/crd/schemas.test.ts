import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { apiObject } from "../../../support/api-object.js";
import { describe, expect, it } from "vitest";
import { normalise } from "../../../../src/cluster/admission/structural/normalise.js";
import { schemaErrors } from "../../../../src/cluster/admission/structural/violations.js";
import { schemaOf } from "../../../../src/cluster/admission/crd/schemas.js";
import type { Bundle, CrdKind } from "../../../../src/cluster/admission/bundles.js";
import type { Mapping, Value } from "../../../../src/source/manifest/value.js";
import type { UnknownField } from "../../../../src/cluster/admission/go-json/decode.js";

const FOLDER = new URL("../../../../schemas/policy.networking.k8s.io/", import.meta.url);
const FILES = readdirSync(FOLDER);
const readSchema = (name: string): { $id: string } =>
  JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as { $id: string };

const AJV = new Ajv2020({
  allErrors: true,
  strictTypes: false,
  useDefaults: true,
  validateFormats: false,
  keywords: ["x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-validations"],
});
for (const name of FILES) AJV.addSchema(readSchema(name));

function compiled(name: string): ValidateFunction {
  const validate = AJV.getSchema(name);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  return validate;
}

it("every file is called as its id, and another validator compiles it", () => {
  for (const name of FILES) {
    expect(readSchema(name).$id).toBe(name);
    expect(() => compiled(name)).not.toThrow();
  }
});

const RELEASES: readonly [CrdKind, Bundle["release"]][] = [
  ["ClusterNetworkPolicy", "v0.3.0"],
  ["ClusterNetworkPolicy", "v0.2.0"],
  ["AdminNetworkPolicy", "v0.1.8"],
  ["AdminNetworkPolicy", "v0.1.5"],
  ["BaselineAdminNetworkPolicy", "v0.1.8"],
  ["BaselineAdminNetworkPolicy", "v0.1.5"],
];

const MANIFESTS = readFileSync(new URL("../../../../fixtures/admission/cases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => (JSON.parse(line) as { yaml: string }).yaml);

const OBJECTS = MANIFESTS.map(apiObject);

describe.each(RELEASES)("%s %s", (kind, release) => {
  it.each(["standard", "experimental"] as const)(
    "has the same structure to both validators, %s",
    (channel) => {
      const schema = schemaOf(kind, { release, channel, hasProposals: false });
      const validate = compiled(`${kind.toLowerCase()}-${release}-${channel}.json`);
      const verdicts = { valid: 0, invalid: 0 };
      for (const { ref, node } of OBJECTS) {
        if (ref.kind !== kind) continue;
        const written = { ...plain(node.value), metadata: {} };
        const unknown: UnknownField[] = [];
        // Nulls go before anything is checked, which JSON Schema cannot say.
        const stored = plain(normalise(written, schema, node.origin, unknown));
        const errors = schemaErrors(stored, schema, node.origin).filter(({ type }) => type !== "duplicate");
        expect({ stored, isValid: validate(stored) }).toEqual({ stored, isValid: errors.length === 0 });
        // In place of a scalar or a list, the server calls everything in a mapping unknown; for JSON Schema its type is wrong.
        if (errors.every(({ type }) => type !== "type")) {
          expect({ written, isUnknown: unknown.length > 0 }).toEqual({
            written,
            isUnknown: hasUnknown(validate, written),
          });
        }
        verdicts[errors.length === 0 ? "valid" : "invalid"]++;
      }
      expect(verdicts.valid).toBeGreaterThan(5);
      expect(verdicts.invalid).toBeGreaterThan(20);
    },
  );
});

/** True where the other validator finds a property that a schema does not have. */
function hasUnknown(validate: ValidateFunction, value: Mapping): boolean {
  validate(plain(value));
  return (validate.errors ?? []).some(({ keyword }) => keyword === "additionalProperties");
}

/** A copy as JSON has it, for a validator that knows no integers beyond 2^53. */
function plain(value: Value): Mapping {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? Number(each) : each)),
  ) as Mapping;
}
