import {
  celCidrFault,
  correctedCidr,
  isStrictSubset,
  networkPolicyCidrFault,
  singleAddress,
} from "../../../../src/cluster/admission/validation/cidr.js";
import { describe, expect, it } from "vitest";

describe("CIDRs (V-NP-16…19 from 1.36, V-NP-24 before, V-CR-11 in CEL)", () => {
  it.each([
    ["10.0.0.0/8", undefined, undefined, undefined],
    ["2001:db8::/32", undefined, undefined, undefined],
    ["::/0", undefined, undefined, undefined],
    ["FE80:0::/16", undefined, undefined, undefined],
    ["::1.2.3.4/128", undefined, undefined, undefined],
    ["10.0.0.1/8", "host-bits", undefined, undefined],
    ["2001:db8::1/32", "host-bits", undefined, undefined],
    ["010.0.0.0/8", "leading-zeros", undefined, "leading-zeros"],
    ["10.0.0.0/08", "leading-zeros", undefined, "leading-zeros"],
    ["00001::/16", "leading-zeros", undefined, "leading-zeros"],
    ["::1.2.3.04/128", "leading-zeros", undefined, "leading-zeros"],
    ["010.0.0.1/8", "leading-zeros", undefined, "leading-zeros"],
    ["::ffff:10.0.0.0/104", "ipv4-mapped", undefined, "ipv4-mapped"],
    ["::ffff:a00:1/104", "ipv4-mapped", undefined, "ipv4-mapped"],
    ["", "not-a-cidr", "not-a-cidr", "not-a-cidr"],
    ["10.0.0.1", "not-a-cidr", "not-a-cidr", "not-a-cidr"],
    ["10/8", "not-a-cidr", "not-a-cidr", "not-a-cidr"],
    ["10.0.0.0/33", "not-a-cidr", "not-a-cidr", "not-a-cidr"],
    ["::/129", "not-a-cidr", "not-a-cidr", "not-a-cidr"],
    ["10.0.0.0/+8", "not-a-cidr", "not-a-cidr", "not-a-cidr"],
    ["10.0.0.0/8 ", "not-a-cidr", "not-a-cidr", "not-a-cidr"],
    ["256.0.0.0/8", "not-a-cidr", "not-a-cidr", "not-a-cidr"],
    ["0x10.0.0.0/8", "not-a-cidr", "not-a-cidr", "not-a-cidr"],
    ["fe80::%eth0/64", "not-a-cidr", "not-a-cidr", "not-a-cidr"],
    ["1::2::3/64", "not-a-cidr", "not-a-cidr", "not-a-cidr"],
    ["12345::/16", "not-a-cidr", "not-a-cidr", "not-a-cidr"],
  ] as const)("%j", (text, strict, sloppy, cel) => {
    expect(networkPolicyCidrFault(text, true)).toBe(strict);
    expect(networkPolicyCidrFault(text, false)).toBe(sloppy);
    expect(celCidrFault(text)).toBe(cel);
  });
});

describe("except must be a smaller part (V-NP-20)", () => {
  it.each([
    ["10.1.0.0/16", "10.0.0.0/8", true],
    ["10.0.0.0/8", "10.0.0.0/8", false],
    ["10.0.0.0/7", "10.0.0.0/8", false],
    ["11.0.0.0/16", "10.0.0.0/8", false],
    ["2001:db8::/48", "2001:db8::/32", true],
    ["2001:db8::/48", "10.0.0.0/8", false],
    // Before 1.36: mapped addresses are IPv4, prefix lengths count as they are written.
    ["::ffff:10.1.0.0/112", "10.0.0.0/8", true],
    ["10.1.0.0/16", "::ffff:10.0.0.0/104", false],
  ])("%s in %s", (except, cidr, isPart) => expect(isStrictSubset(except, cidr)).toBe(isPart));
});

it.each([
  ["10.0.0.1/8", "10.0.0.0/8", "10.0.0.1/32"],
  ["010.0.0.0/8", "10.0.0.0/8", "010.0.0.0/32"],
  ["::ffff:10.0.0.0/104", "10.0.0.0/8", "::ffff:10.0.0.0/128"],
  ["2001:DB8::1/32", "2001:db8::/32", "2001:DB8::1/128"],
  ["192.0.2.7", "192.0.2.7/32", "192.0.2.7/32"],
  ["2001:db8::7", "2001:db8::7/128", "2001:db8::7/128"],
  ["office", undefined, undefined],
])("what was meant by %s", (cidr, corrected, single) => {
  expect(correctedCidr(cidr)).toBe(corrected);
  expect(singleAddress(cidr)).toBe(single);
});
