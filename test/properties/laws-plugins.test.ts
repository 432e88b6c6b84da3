import { describe, it } from "vitest";
import { addUnrelatedPod } from "./change/add.js";
import { changesNothing, expectSame, holdLaw } from "./law.js";
import { labelsAsExpressions, onePolicyPerRule, renumberPriorities } from "./change/equivalent.js";
import { permuteDocuments, permutePeers, permutePorts, permuteRules } from "./change/order.js";
import { pluginProfiles } from "./plugin-profiles.js";
import { pairsOf } from "./questions.js";
import { renameAll, renamedEnd } from "./change/rename.js";
import { splitCidrs, splitPortRanges } from "./change/split.js";
import { writeDefaults } from "./change/defaults.js";
import type { Readings } from "../../src/semantics/match/profile.js";
import type { Profile } from "../../src/index.js";

/** The profiles of all plugins but those of which a row says that a law does not hold. */
function but(isNamed: (readings: Readings) => boolean): readonly Profile[] {
  return pluginProfiles.filter(({ readings }) => !isNamed(readings));
}

describe("whatever the plugin", () => {
  it.each([
    ["permuting documents changes nothing", permuteDocuments],
    ["permuting the rules of a NetworkPolicy changes nothing", permuteRules],
    ["permuting peers changes nothing", permutePeers],
    ["permuting ports changes nothing", permutePorts],
    ["matchLabels are In", labelsAsExpressions],
    ["writing the defaults out changes nothing", writeDefaults],
    ["splitting a CIDR changes nothing", splitCidrs],
  ] as const)("%s", (name, change) =>
    changesNothing(`${name}, plugins`, change, { profiles: pluginProfiles }),
  );

  it("renaming is equivariant, where names order nothing", () =>
    holdLaw("renamed, plugins", renameAll, expectSame, {
      profiles: but((readings) => readings["equal-priority"] === "by-name"),
      pairs: (before) =>
        pairsOf(before).map(([from, to]) => [
          [from, to],
          [renamedEnd(from), renamedEnd(to)],
        ]),
    }));

  it("renumbering priorities changes nothing, where every number is installed", () =>
    changesNothing("renumbered priorities, plugins", renumberPriorities, {
      profiles: but((readings) => Number.isFinite(readings["last-priority"])),
    }));

  it("splitting a port range changes nothing, where ranges are read", () =>
    changesNothing("split port ranges, plugins", splitPortRanges, {
      profiles: but((readings) => !readings["end-port"]),
    }));

  it("one NetworkPolicy per rule is one with all, where a port name voids none of them", () =>
    changesNothing("one policy per rule, plugins", onePolicyPerRule, {
      profiles: but((readings) => !readings["port-name"]),
    }));

  it("an unrelated pod changes no old verdict, where port names are read on each pod by itself", () =>
    changesNothing("unrelated pod, plugins", addUnrelatedPod, {
      profiles: but((readings) => !readings["repeated-port-name"]),
    }));
});
