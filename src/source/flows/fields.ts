import { BadLine } from "./bad-line.js";

/**
 * The fields of a JSON object of a log. What is `null` is missing; what is of another type than asked for is a fault of the
 * line, thrown as {@link BadLine} with the field's name.
 */
export class Fields {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly #outer: Fields | undefined;
  readonly #name: string;

  /** @param name of the field of the outer object whose value it is */
  constructor(raw: object, outer?: Fields, name = "") {
    this.raw = raw as Readonly<Record<string, unknown>>;
    this.#outer = outer;
    this.#name = name;
  }

  /** The object that a line is; undefined for anything else. */
  static ofJson(text: string): Fields | undefined {
    const object = parsedObject(text);
    return object === undefined ? undefined : new Fields(object);
  }

  get isEmpty(): boolean {
    return Object.keys(this.raw).length === 0;
  }

  has(name: string): boolean {
    return this.#get(name) !== undefined;
  }

  text(name: string): string | undefined {
    const value = this.#get(name);
    if (value === undefined || typeof value === "string") return value;
    throw this.bad(name);
  }

  flag(name: string): boolean | undefined {
    const value = this.#get(name);
    if (value === undefined || typeof value === "boolean") return value;
    throw this.bad(name);
  }

  /** A whole number, or one as text: 64 bits are written so. */
  whole(name: string, least: number, most: number): number | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number) || number < least || number > most)
      throw this.bad(name);
    return number;
  }

  /** A time in milliseconds since 1970, with fractions. */
  time(name: string): number | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    if (typeof value !== "number" || !Number.isFinite(value)) throw this.bad(name);
    return value;
  }

  object(name: string): Fields | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    if (!isObject(value)) throw this.bad(name);
    return new Fields(value, this, name);
  }

  objects(name: string): readonly Fields[] {
    const value = this.#get(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.bad(name);
    return value.map((each: unknown) => {
      if (!isObject(each)) throw this.bad(name);
      return new Fields(each, this, name);
    });
  }

  texts(name: string): readonly string[] {
    const value = this.#get(name);
    if (value === undefined) return [];
    if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) throw this.bad(name);
    return value;
  }

  /** The fault of a line whose field has a value that it can't have. */
  bad(name: string): BadLine {
    return new BadLine({ code: "bad-value", field: this.#named(name) });
  }

  #get(name: string): unknown {
    // No field is called like something that every object inherits.
    return this.raw[name] ?? undefined;
  }

  #named(name: string): string {
    return this.#outer === undefined ? name : `${this.#outer.#named(this.#name)}.${name}`;
  }
}

/** The object that a text of JSON is; undefined for anything else. */
function parsedObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
