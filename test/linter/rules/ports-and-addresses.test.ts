import { adminPolicy, clusterPolicy, lintText, networkPolicy, placesOf } from "../../support/findings.js";
import { describe, expect, it } from "vitest";
import { underlined } from "../../support/api-object.js";

describe("protocol-omitted", () => {
  const egress = (...rules: readonly string[]): string =>
    networkPolicy(`podSelector: {}\npolicyTypes: [Egress]\negress: [${rules.join(", ")}]`);
  const pods = "to: [{ podSelector: { matchLabels: { k8s-app: kube-dns } } }]";
  const world = "to: [{ ipBlock: { cidr: 0.0.0.0/0 } }]";

  it.each([
    ["DNS", [`{ ${pods}, ports: [{ port: 53 }] }`], ["53"]],
    ["DNS by its name", [`{ ${pods}, ports: [{ port: dns }] }`], ["dns"]],
    ["NTP", [`{ ${world}, ports: [{ port: 123 }] }`], ["123"]],
    ["a protocol without a value", [`{ ${pods}, ports: [{ port: 53, protocol: }] }`], ["53"]],
    ["HTTPS inside of the cluster", [`{ ${pods}, ports: [{ port: 443 }] }`], []],
    ["DNS over TCP, written", [`{ ${pods}, ports: [{ port: 53, protocol: TCP }] }`], []],
    ["DNS over both", [`{ ${pods}, ports: [{ port: 53 }, { port: 53, protocol: UDP }] }`], []],
    [
      "UDP in another rule",
      [`{ ${pods}, ports: [{ port: 53 }] }`, "{ ports: [{ port: 53, protocol: UDP }] }"],
      [],
    ],
    ["a port that is TCP to everybody", [`{ ${world}, ports: [{ port: 5432 }] }`], []],
    ["a range that begins there", [`{ ${pods}, ports: [{ port: 53, endPort: 60 }] }`], []],
  ])("%s", async (_, rules, places) => {
    expect(await placesOf("protocol-omitted", egress(...rules))).toEqual(places);
  });

  it.each([
    ["HTTPS to the world", `{ ${world}, ports: [{ port: 443 }] }`],
    ["HTTPS to anywhere", "{ ports: [{ port: 443 }] }"],
  ])("%s, only where it is asked for", async (_, rule) => {
    const only = new Set(["protocol-omitted"]);
    expect(await placesOf("protocol-omitted", egress(rule))).toEqual([]);
    expect((await lintText(egress(rule), {}, { only })).map(({ problem }) => underlined(problem.at))).toEqual(
      ["443"],
    );
  });

  it.each([
    ["without it", "portNumber: { port: 53 }", ["53"]],
    ["with it", "portNumber: { port: 53, protocol: TCP }", []],
    ["a name has none", "namedPort: dns", []],
  ])("AdminNetworkPolicy %s", async (_, port, places) => {
    const rule = `{ name: dns, action: Deny, to: [{ namespaces: {} }], ports: [{ ${port} }] }`;
    expect(await placesOf("protocol-omitted", adminPolicy(`egress: [${rule}]`))).toEqual(places);
  });
});

describe("the form of a CIDR", () => {
  const toBlock = (cidr: string, except = ""): string =>
    networkPolicy(`policyTypes: [Egress]\negress: [{ to: [{ ipBlock: { cidr: "${cidr}"${except} } }] }]`);
  const toNetwork = (cidr: string): string =>
    clusterPolicy(`egress: [{ name: to-net, action: Deny, to: [{ networks: ["${cidr}"] }] }]`);
  const found = async (text: string, version: readonly [number, number]): Promise<string[]> =>
    (await lintText(text, { kubernetesVersion: version }))
      .filter(({ rule }) => ["cidr-host-bits", "non-canonical-cidr", "invalid-cidr"].includes(rule))
      .map(({ rule, wording }) => `${rule}: ${wording.help ?? ""}`);

  it.each([
    [
      "host bits",
      toBlock("10.0.0.5/24"),
      ["cidr-host-bits: write `10.0.0.0/24` for the block, or `10.0.0.5/32` for the single address"],
    ],
    [
      "host bits of an exception",
      toBlock("10.0.0.0/8", ", except: [10.1.0.5/16]"),
      ["cidr-host-bits: write `10.1.0.0/16` for the block, or `10.1.0.5/32` for the single address"],
    ],
    ["leading zeros", toBlock("010.0.0.0/8"), ["non-canonical-cidr: write `10.0.0.0/8`"]],
    ["an IPv4-mapped block", toBlock("::ffff:10.0.0.0/104"), ["non-canonical-cidr: write `10.0.0.0/8`"]],
    ["upper case", toBlock("2001:DB8::/32"), ["non-canonical-cidr: write `2001:db8::/32`"]],
    [
      "zeros that could be left out",
      toBlock("2001:db8:0:0::/64"),
      ["non-canonical-cidr: write `2001:db8::/64`"],
    ],
    ["plain IPv4", toBlock("10.0.0.0/24"), []],
    ["plain IPv6", toBlock("2001:db8::/32"), []],
    ["one address", toBlock("10.0.0.5/32"), []],
  ])("NetworkPolicy before 1.36: %s", async (_, text, expected) => {
    expect(await found(text, [1, 35])).toEqual(expected);
  });

  it.each([
    ["host bits are refused", toBlock("10.0.0.5/24"), "invalid-cidr"],
    ["leading zeros are refused", toBlock("010.0.0.0/8"), "invalid-cidr"],
    ["IPv6 may have any form", toBlock("2001:DB8::/32"), "non-canonical-cidr"],
    ["networks may have host bits", toNetwork("10.0.0.5/24"), "cidr-host-bits"],
    ["networks may be of any form", toNetwork("FD00::/8"), "non-canonical-cidr"],
  ])("from 1.36 on: %s", async (_, text, rule) => {
    const rules = (await found(text, [1, 36])).map((each) => each.slice(0, each.indexOf(":")));
    expect(rules).toEqual([rule]);
  });

  it("leaves text that is no CIDR to its own finding", async () => {
    const text = adminPolicy('egress: [{ name: to-net, action: Deny, to: [{ networks: ["010.0.0.0/8"] }] }]');
    const rules = (await lintText(text, { bundles: ["v0.1.5/experimental"] })).map(({ rule }) => rule);
    expect(rules).toContain("unchecked-cidr");
    expect(rules).not.toContain("non-canonical-cidr");
  });
});

describe("ipv6-forgotten", () => {
  const pod = (...addresses: readonly string[]): string =>
    `apiVersion: v1
kind: Pod
metadata: { name: web-0, namespace: shop }
status: { podIPs: [${addresses.map((ip) => `{ ip: "${ip}" }`).join(", ")}] }
`;
  const dualStack = pod("10.1.2.3", "2001:db8::3");
  const rule = (action: string, ...networks: readonly string[]): string =>
    `{ name: r, action: ${action}, to: [{ networks: [${networks.map((each) => `"${each}"`).join(", ")}] }] }`;
  const admin = (...rules: readonly string[]): string => clusterPolicy(`egress: [${rules.join(", ")}]`);
  const block = (cidr: string): string => `{ to: [{ ipBlock: { cidr: "${cidr}" } }] }`;
  const egress = (...rules: readonly string[]): string =>
    networkPolicy(`policyTypes: [Egress]\negress: [${rules.join(", ")}]`);

  it.each([
    ["a deny", dualStack, admin(rule("Deny", "0.0.0.0/0")), 1],
    ["an accept", dualStack, admin(rule("Accept", "0.0.0.0/0")), 1],
    ["a NetworkPolicy", dualStack, egress(block("0.0.0.0/0")), 1],
    ["a cluster of IPv6 alone", pod("2001:db8::3"), egress(block("0.0.0.0/0")), 1],
    ["IPv6 accepted, IPv4 denied", dualStack, admin(rule("Accept", "::/0"), rule("Deny", "0.0.0.0/0")), 1],
    ["both in one rule", dualStack, admin(rule("Deny", "0.0.0.0/0", "::/0")), 0],
    ["each in a rule of its own", dualStack, admin(rule("Deny", "0.0.0.0/0"), rule("Deny", "::/0")), 0],
    ["each in a NetworkPolicy's rule", dualStack, egress(block("0.0.0.0/0"), block("::/0")), 0],
    ["a smaller block", dualStack, egress(block("10.0.0.0/8")), 0],
    ["a cluster of IPv4 alone", pod("10.1.2.3"), egress(block("0.0.0.0/0")), 0],
    ["an input without addresses", "", egress(block("0.0.0.0/0")), 0],
  ])("%s", async (_, pods, policy, count) => {
    const places = await placesOf("ipv6-forgotten", `${pods}---\n${policy}`);
    expect(places).toEqual(Array.from({ length: count }, () => places[0]));
    expect(places).toHaveLength(count);
  });

  it("underlines the IPv4 block", async () => {
    const text = `${dualStack}---\n${egress(block("0.0.0.0/0"))}`;
    expect(await placesOf("ipv6-forgotten", text)).toEqual(['"0.0.0.0/0"']);
  });
});
