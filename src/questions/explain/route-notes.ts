import { kindAndName, qualifiedName } from "../../cluster/model/object-ref.js";
import type { ControlledRoute } from "../query/route.js";
import type { Note } from "./result.js";

/** What is to be known of routes before any answer: who connects for each, and what of their backends is no Service. */
export function routeNotes(routes: readonly ControlledRoute[]): Note[] {
  return [...new Set(routes)].flatMap(({ route, controllers }) => {
    const name = kindAndName(route.ref);
    const notes = controllers.map((controller): Note => {
      const rest = { code: "route-controller", route: name, ...controller.by } as const;
      const none: readonly string[] = [];
      switch (controller.type) {
        case "pods": {
          const workloads = controller.pods.map(({ workload }) => qualifiedName(workload));
          return { ...rest, connecting: "pods", workloads: [...new Set(workloads)] };
        }
        case "outside":
          return { ...rest, connecting: "outside", workloads: none };
        case "unknown":
          return { ...rest, connecting: "unknown", workloads: none, missing: controller.missing };
      }
    });
    const kinds = [...new Set(route.otherBackends)];
    return kinds.length === 0 ? notes : [...notes, { code: "backends-of-other-kinds", route: name, kinds }];
  });
}
