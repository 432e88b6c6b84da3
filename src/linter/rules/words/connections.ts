import { withMore } from "../../../base/text/list.js";
import { code } from "./code.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Connecting } from "../../../cluster/problems/connections.js";

/** Who connects, as the subject of a sentence: `monitoring/prometheus`. */
export function connectingText(connecting: Connecting): string {
  switch (connecting.type) {
    case "pods": {
      const { first, more } = connecting;
      return withMore([code(first)], more);
    }
    case "outside":
      return `the load balancer of ${code(connecting.controller)}`;
    case "unknown":
      return "a controller that is not in the input";
  }
}

const DENIERS: Readonly<Record<string, string>> = {
  "other-port": "allows another port",
  too: "nor this one",
};

/** What stands under the place that denies, where a finding has one. */
export function denierLabels({ related = [] }: Problem): string[] {
  return related.map(({ role }) => DENIERS[role] ?? "denies it");
}
