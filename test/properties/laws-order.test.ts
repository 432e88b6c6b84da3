import { it } from "vitest";
import { changesNothing } from "./law.js";
import { permuteDocuments, permutePeers, permutePorts, permuteRules } from "./change/order.js";

it("permuting documents changes nothing", () => changesNothing("permuted documents", permuteDocuments));

it("permuting the rules of a NetworkPolicy changes nothing", () =>
  changesNothing("permuted rules", permuteRules));

it("permuting peers changes nothing", () => changesNothing("permuted peers", permutePeers));

it("permuting ports changes nothing", () => changesNothing("permuted ports", permutePorts));
