import { compare, type Comparison } from "./difference.js";
import { Decoder, type Answer } from "./decoder.js";
import { minimised } from "./minimise.js";
import { readingOf, type Reading } from "./reading.js";
import { asText, type Text } from "./text.js";

/** A text with what both sides read, and what comes of it. */
export interface Compared {
  readonly text: Text;
  readonly ours: Reading;
  readonly theirs: Answer;
  readonly comparison: Comparison;
}

/** One text of so many is loaded too, as the commands do. */
const LOADED = 100;

/** Both readers, side by side. */
export class Session {
  readonly #decoder: Decoder;
  #asked = 0;

  constructor(root: string) {
    this.#decoder = new Decoder(root);
  }

  /** @param isLoaded true to load every text; otherwise some of them are */
  async compare(texts: readonly Text[], isLoaded = false): Promise<Compared[]> {
    const asked = this.#decoder.ask(texts);
    const read: Reading[] = [];
    for (const text of texts) read.push(await readingOrCrash(text, this.#asked++ % LOADED === 0 || isLoaded));
    const answers = await asked;
    return texts.map((text, index) => {
      const [ours, theirs] = [read[index] as Reading, answers[index] as Answer];
      return { text, ours, theirs, comparison: compare(ours, theirs) };
    });
  }

  /** The shortest text that was found to differ in the same way. */
  async smallest({ text, ours, comparison }: Compared): Promise<Compared> {
    const isLoaded = ours.disagreement !== undefined;
    const isAlike = async (candidate: Text): Promise<boolean> => {
      const [compared] = await this.compare([candidate], isLoaded);
      return JSON.stringify(compared?.comparison) === JSON.stringify(comparison);
    };
    if (typeof text !== "string") {
      const readable = Buffer.from(text).toString();
      if (!(await isAlike(readable))) return this.#one(text);
      return this.#one(await minimised(readable, async (each) => isAlike(asText(each))));
    }
    return this.#one(asText(await minimised(text, async (each) => isAlike(asText(each)))));
  }

  async #one(text: Text): Promise<Compared> {
    const [compared] = await this.compare([text], true);
    if (compared === undefined) throw new Error("nothing was compared");
    return compared;
  }

  close(): void {
    this.#decoder.close();
  }
}

/** What the program throws is a difference like any other, with its message. */
async function readingOrCrash(text: Text, isLoaded: boolean): Promise<Reading> {
  try {
    return await readingOf(text, isLoaded);
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const none = { documents: [], ambiguous: new Set<number>(), kinds: new Map() };
    return { ...none, disagreement: `thrown: ${message}` };
  }
}

/** A difference as one line of JSON, which `compare.mjs` takes again. */
export function rowOf({ text, ours, theirs, comparison }: Compared): string {
  const asked = typeof text === "string" ? { text } : { base64: Buffer.from(text).toString("base64") };
  const { documents, error, objects, mistyped, refused } = theirs;
  const read = {
    documents: ours.documents,
    error: ours.refusal?.code,
    kinds: Object.fromEntries(ours.kinds),
    disagreement: ours.disagreement,
  };
  const difference = comparison.type === "different" ? comparison.difference : comparison.type;
  const isAboutObjects = difference === "objects";
  const more = isAboutObjects ? { objects, mistyped, refused } : {};
  const row = { difference, ...asked, documents, error, ...more, here: read };
  return JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value));
}
