import { asText, type Text } from "../text.js";
import { filled } from "./filled.js";
import { brokenBytes, mutated } from "./mutations.js";
import { generated } from "./grammar.js";
import { objectStream } from "./objects.js";
import { Random } from "../random.js";
import type { Known } from "./known.js";

/** Texts without end, the same ones for the same seed. The known texts come first, as they are. */
export function* endlessTexts({ whole, parts }: Known, seed: number): Generator<Text> {
  yield* whole;
  const random = new Random(seed);
  for (;;) {
    const kind = random.fraction();
    const basis = kind < 0.6 ? random.of(parts) : kind < 0.96 ? generated(random) : objectStream(random);
    if (random.chance(0.002)) yield asText(filled(basis, random));
    else if (kind < 0.02) yield brokenBytes(mutated(basis, random, parts), random);
    else if (kind < 0.75) yield asText(mutated(basis, random, parts));
    else yield asText(basis);
  }
}
