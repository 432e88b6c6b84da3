import { it } from "vitest";
import { changesNothing } from "./law.js";
import { onePolicyPerRule } from "./change/equivalent.js";
import { splitCidrs, splitPortRanges } from "./change/split.js";

it("splitting a CIDR changes nothing", () => changesNothing("split CIDRs", splitCidrs));

it("splitting a port range changes nothing", () => changesNothing("split port ranges", splitPortRanges));

/*
 * Each of the policies has to say in which direction it acts: with `policyTypes` left out, the one of an egress rule would
 * isolate ingress too. A direction without rules keeps a policy, for it isolates all the same (S-EV-12).
 */
it("one NetworkPolicy per rule is one with all", () =>
  changesNothing("one policy per rule", onePolicyPerRule));
