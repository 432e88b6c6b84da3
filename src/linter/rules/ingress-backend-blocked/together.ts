import { spanOf } from "../../../cluster/problems/span-of.js";
import { withPlaces } from "../with-places.js";
import type { JoinedProblems } from "../rule.js";

/** Backends of one route that one line of one policy keeps from the same controller: an edit there opens all of them. */
export const ofOneDenial: JoinedProblems<"ingress-backend-blocked"> = {
  isForReading: true,
  causeOf({ facts, related = [] }) {
    const { route, connecting, side, allows, meant, within } = facts;
    // What listens elsewhere, or has a policy that was meant for it, is put right by itself.
    if (related.length === 0 || allows !== undefined || meant !== undefined) return undefined;
    const denials = related.map(({ at, role }) => [at.document.file.name, spanOf(at).start, role]);
    return JSON.stringify([route, connecting, side, within, denials]);
  },
  merged: withPlaces,
};
