import { DIRECTIONS } from "../../cluster/model/policy.js";
import { wholeSpanOf } from "../place.js";
import { spanOf } from "../../cluster/problems/span-of.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Place } from "../../cluster/problems/problem.js";
import type { SourceFile, Span } from "../../source/manifest/source.js";

/**
 * Where policies are written: a page shows the text of these and of nothing else, for other objects hold what is nobody's
 * business, such as the environment of containers.
 */
export class PolicySpans {
  readonly #spans = new Map<SourceFile, Span[]>();

  constructor(clusters: readonly Cluster[]) {
    for (const each of clusters) this.#addAll(each);
  }

  #addAll({ policies, refused }: Cluster): void {
    for (const { origin, rules } of policies) {
      this.#add(origin);
      // A patch of a kustomization writes rules elsewhere.
      for (const direction of DIRECTIONS) {
        const list = rules[direction];
        if (list !== undefined && list.origin.document !== origin.document) this.#add(list.origin);
      }
    }
    for (const { origin } of refused) if (origin !== undefined) this.#add(origin);
  }

  #add(origin: Origin): void {
    const { file } = origin.document;
    const known = this.#spans.get(file);
    if (known === undefined) this.#spans.set(file, [wholeSpanOf(origin)]);
    else known.push(wholeSpanOf(origin));
  }

  /** The policy that a place is in; undefined for what is of no policy. */
  around(place: Place): Span | undefined {
    const { start, end } = spanOf(place);
    return this.#spans.get(place.document.file)?.find((each) => each.start <= start && end <= each.end);
  }
}
