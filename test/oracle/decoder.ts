import { LineProgram } from "./line-program.js";
import type { Text } from "./text.js";

/** What kubectl makes of a text; the README says what each field is. */
export interface Answer {
  readonly documents: readonly unknown[];
  readonly error?: string;
  readonly objects: readonly Record<string, unknown>[];
  readonly mistyped: readonly Record<string, unknown>[];
  readonly refused: readonly string[];
}

/** Kubernetes' decoder. */
export class Decoder {
  readonly #program: LineProgram;

  /** @param root the root of the project */
  constructor(root: string) {
    this.#program = LineProgram.built(root, "decoder");
  }

  /** Asks about many texts at once: the answers are awaited while the program's own reader is at work. */
  async ask(texts: readonly Text[]): Promise<Answer[]> {
    const lines = await this.#program.ask(texts.map((text) => JSON.stringify(question(text))));
    return lines.map((line, index) => {
      const reviver = HALF_A_PAIR.test(line) ? wellFormed : undefined;
      const answer = JSON.parse(line, reviver) as Answer & { readonly broken?: string };
      if (answer.broken === undefined) return answer;
      throw new Error(`${answer.broken}: ${JSON.stringify(question(texts[index] as Text))}`);
    });
  }

  close(): void {
    this.#program.close();
  }
}

function question(text: Text): object {
  return typeof text === "string" ? { text } : { base64: Buffer.from(text).toString("base64") };
}

/** Documents that are JSON come as they are written, where Go's reader takes half of a surrogate pair for U+FFFD. */
const HALF_A_PAIR = /\\u[dD][89a-fA-F]/;

function wellFormed(_: string, value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.toWellFormed(), each as unknown]),
  );
}
