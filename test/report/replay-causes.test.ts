import { causeText } from "../../src/report/replay-words.js";
import { expect, it } from "vitest";

it.each([
  [
    ["NetworkPolicy shop/db"],
    false,
    "NetworkPolicy shop/db may be newer than the record, or not enforced where it was seen",
  ],
  [["NetworkPolicy shop/db"], true, "NetworkPolicy shop/db may have changed since the cluster was read"],
  // What no policy restricts here was dropped by one that isn't here.
  [[], false, "the policy that dropped it may be gone, or wasn't read"],
  [[], true, "a policy may have come since the cluster was read, or be of a kind that wasn't read"],
] as const)("what explains a difference where %j decide", (policies, isOlder, text) => {
  expect(causeText({ code: "other-revision", policies, isOlder })).toBe(text);
});
