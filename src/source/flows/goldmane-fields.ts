import { calicoAction, calicoHit, calicoKind, type CalicoHit } from "./calico-hit.js";
import { readEpoch, readTime } from "./time.js";
import type { BadLine } from "./bad-line.js";
import type { Fields } from "./fields.js";
import type { PartKeys } from "./line-parts.js";

/**
 * Fields whose names are written `source_name` or `sourceName`, and whose values are texts or numbers: Goldmane's dialects differ in
 * nothing else.
 */
export class EitherFields {
  readonly #fields: Fields;

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  has(name: string): boolean {
    return this.#fields.has(this.#spelled(name));
  }

  /** A text, or a number as text; empty where there is none. */
  word(name: string): string {
    const value = this.#fields.raw[this.#spelled(name)];
    if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
    return this.#fields.text(this.#spelled(name)) ?? "";
  }

  whole(name: string, most = Number.MAX_SAFE_INTEGER): number | undefined {
    return this.#fields.whole(this.#spelled(name), 0, most);
  }

  /** Seconds since 1970, or a time in words. */
  time(name: string): number | undefined {
    const word = this.word(name);
    if (word === "") return undefined;
    const time = /^\d{1,16}$/.test(word) ? readEpoch(Number(word)) : readTime(word);
    if (time === undefined) throw this.bad(name);
    return time;
  }

  /** A list, or one text with `|` or commas between. */
  labels(name: string): readonly string[] {
    const value = this.#fields.raw[this.#spelled(name)];
    if (typeof value !== "string") return this.#fields.texts(this.#spelled(name));
    return value
      .split(/[|,]/)
      .map((each) => each.trim())
      .filter((each) => each !== "");
  }

  object(name: string): EitherFields | undefined {
    const inner = this.#fields.object(this.#spelled(name));
    return inner === undefined ? undefined : new EitherFields(inner);
  }

  /** Objects and texts of a list. */
  items(name: string): readonly (EitherFields | string)[] {
    const value = this.#fields.raw[this.#spelled(name)];
    if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value;
    return this.#fields.objects(this.#spelled(name)).map((each) => new EitherFields(each));
  }

  bad(name: string): BadLine {
    return this.#fields.bad(this.#spelled(name));
  }

  #spelled(name: string): string {
    if (Object.hasOwn(this.#fields.raw, name)) return name;
    const camel = camelCased(name);
    return Object.hasOwn(this.#fields.raw, camel) ? camel : name;
  }
}

function camelCased(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Keys as both kinds of dialects write them. */
export function eitherKeys(keys: PartKeys): PartKeys {
  return Object.fromEntries(
    Object.entries(keys).flatMap(([name, use]) => [
      [name, use],
      [camelCased(name), use],
    ]),
  );
}

/** The hits of the policies that are enforced, or of those that are tried out too. */
export function goldmaneHits(key: EitherFields, which: "enforced" | "pending"): readonly CalicoHit[] {
  const trace = key.object("policies");
  if (trace === undefined) return [];
  const long = `${which}_policies`;
  return trace.items(trace.has(long) ? long : which).flatMap((item, i) => {
    const hit = typeof item === "string" ? calicoHit(item) : hitOf(item, i);
    return hit ?? [];
  });
}

function hitOf(fields: EitherFields, i: number): CalicoHit {
  const kind = calicoKind(fields.word("kind"));
  // Of the end of a tier, the trigger names the policy that selected the flow.
  const trigger = fields.object("trigger");
  const isEnd = kind === "end";
  const of = isEnd && trigger !== undefined ? trigger : fields;
  return {
    index: fields.whole("policy_index") ?? i,
    kind: isEnd && trigger !== undefined ? calicoKind(trigger.word("kind")) : kind,
    tier: of.word("tier"),
    namespace: of.word("namespace") || undefined,
    name: of.word("name").replace(/^knp\.default\./, "") || undefined,
    action: calicoAction(fields.word("action")),
    rule: isEnd ? -1 : ruleOf(fields.word("rule_index")),
  };
}

function ruleOf(word: string): number | undefined {
  // The first rule's index is a zero, which one of the dialects leaves out.
  return word === "" ? 0 : /^-?\d{1,6}$/.test(word) ? Number(word) : undefined;
}
