import { child } from "../../../source/manifest/origin.js";
import { field, isTrue, items, textOf, type Node } from "../../../source/manifest/node.js";
import { marshal } from "../go-json/marshal.js";
import { quote } from "../go-json/quote.js";
import type { Mapping, Value } from "../../../source/manifest/value.js";
import type { FieldError } from "../validation/field-error.js";

const PATH = "metadata.ownerReferences";

/** Owners must be named in full, may not be Events, and only one may be the controller (V-META-11). */
export function ownerReferenceErrors(list: Node | undefined): FieldError[] {
  const owners = withoutRepeats(items(list));
  const controllers = owners.filter((owner) => isTrue(field(owner, "controller")));
  return [...owners.flatMap(ownerErrors), ...controllerErrors(owners, controllers)];
}

/** The server drops owners that it has already, with a warning. */
function withoutRepeats(owners: readonly Node[]): Node[] {
  const kept = new Map<string, Node>();
  for (const owner of owners) {
    const text = marshal(owner.value);
    if (!kept.has(text)) kept.set(text, owner);
  }
  return [...kept.values()];
}

function ownerErrors(owner: Node): FieldError[] {
  const part = (key: string): string => textOf(field(owner, key)) ?? "";
  const errors: FieldError[] = [];
  const [apiVersion, kind] = [part("apiVersion"), part("kind")];
  const { group, version } = groupVersion(apiVersion);
  if (version === "") errors.push(emptyPart(owner, "apiVersion", apiVersion, "version must not be empty"));
  for (const key of ["kind", "name", "uid"]) {
    if (part(key) === "") errors.push(emptyPart(owner, key, "", "must not be empty"));
  }
  if (group === "" && version === "v1" && kind === "Event") {
    errors.push({
      at: child(owner.origin, "kind"),
      field: PATH,
      type: "invalid",
      value: marshalOwner(owner.value),
      detail: "/v1, Kind=Event is disallowed from being an owner",
      finding: { code: "schema", facts: { field: PATH, violation: { type: "forbidden-owner", kind } } },
    });
  }
  return errors;
}

function emptyPart(owner: Node, key: string, value: string, detail: string): FieldError {
  const path = `${PATH}.${key}`;
  const violation = { type: "missing", name: key } as const;
  const finding = { code: "schema", facts: { field: path, violation } } as const;
  return { at: child(owner.origin, key), field: path, type: "invalid", value: quote(value), detail, finding };
}

/** A version with more than one slash has no version, as far as the server's parser is concerned. */
function groupVersion(apiVersion: string): { group: string; version: string } {
  const parts = apiVersion.split("/");
  if (parts.length === 1) return { group: "", version: apiVersion };
  return parts.length === 2 ? { group: parts[0] ?? "", version: parts[1] ?? "" } : { group: "", version: "" };
}

function controllerErrors(owners: readonly Node[], controllers: readonly Node[]): FieldError[] {
  const name = (owner: Node | undefined): string =>
    `${textOf(field(owner, "kind")) ?? ""}/${textOf(field(owner, "name")) ?? ""}`;
  const first = name(controllers[0]);
  return controllers.slice(1).map((controller) => {
    const second = name(controller);
    const found = `Found "true" in references for ${first} and ${second}`;
    return {
      at: child(controller.origin, "controller"),
      field: PATH,
      type: "invalid",
      value: `[${owners.map(({ value }) => marshalOwner(value)).join(",")}]`,
      detail: `Only one reference can have Controller set to true. ${found}`,
      finding: {
        code: "schema",
        facts: { field: PATH, violation: { type: "two-controllers", first, second } },
      },
    };
  });
}

/** An owner as the server prints it: in the order of its type's fields, the first four always there. */
function marshalOwner(value: Value): string {
  const owner = value as Mapping;
  const always = ["apiVersion", "kind", "name", "uid"].map((key) => [key, owner[key] ?? ""] as const);
  const written = ["controller", "blockOwnerDeletion"].flatMap((key) => {
    const part = owner[key];
    return part === undefined ? [] : [[key, part] as const];
  });
  return `{${[...always, ...written].map(([key, part]) => `"${key}":${marshal(part)}`).join(",")}}`;
}
