import { apiObject, READ_OPTIONS } from "../../../support/api-object.js";
import { describe, expect, it } from "vitest";
import { formatAddress, formatBlock } from "../../../../src/base/net/address.js";
import { SERVICE } from "../../../../src/cluster/kinds/core/service.js";
import type { ServiceObject } from "../../../../src/cluster/model/objects.js";

function serviceWith(spec: string, status = "{}"): ServiceObject {
  const text = `apiVersion: v1\nkind: Service\nmetadata: { name: a, namespace: b }\nspec: ${spec}\nstatus: ${status}\n`;
  const [object] = SERVICE.read(apiObject(text), READ_OPTIONS).objects;
  if (object?.type !== "service") throw new Error("no Service");
  return object.service;
}

describe("a Service's ports", () => {
  it.each([
    ["a number behind a number", "{ port: 53, targetPort: 5353, protocol: UDP }", [["UDP", 53, 5353]]],
    ["a name behind a number", "{ port: 80, targetPort: http }", [["TCP", 80, "http"]]],
    ["no target is the same port", "{ port: 81 }", [["TCP", 81, 81]]],
    ["a null target too", "{ port: 82, targetPort: null }", [["TCP", 82, 82]]],
    ["SCTP", "{ port: 83, protocol: SCTP }", [["SCTP", 83, 83]]],
    ["another protocol", "{ port: 84, protocol: tcp }", []],
    ["no port", "{ targetPort: 85 }", []],
    ["a port that is none", "{ port: 65536 }", []],
    ["a port that is no whole number", "{ port: 8.5 }", []],
    [
      "a target of zero, in place of which a server puts the port",
      "{ port: 86, targetPort: 0 }",
      [["TCP", 86, 86]],
    ],
    ["an empty target too", '{ port: 87, targetPort: "" }', [["TCP", 87, 87]]],
    ["a target that is none", "{ port: 88, targetPort: 65536 }", []],
    ["text", "x", []],
    ["a list", "[1]", []],
    ["null", "null", []],
  ])("%s", (_, port, ports) => {
    const read = serviceWith(`{ ports: [${port}] }`).ports;
    expect(read.map((each) => [each.protocol, each.port, each.target])).toEqual(ports);
  });

  it.each(["{ ports: { port: 1 } }", "{ ports: x }", "x", "null", "[]"])("none in %s", (spec) => {
    expect(serviceWith(spec).ports).toEqual([]);
  });
});

describe("a Service's selector", () => {
  it.each([
    ["labels", "{ selector: { app: web, constructor: x } }", { app: "web", constructor: "x" }],
    ["none", "{}", undefined],
    ["an empty one", "{ selector: {} }", undefined],
    ["null", "{ selector: null }", undefined],
    ["text", "{ selector: app }", undefined],
    [
      "that of an ExternalName, which has no pods",
      "{ type: ExternalName, selector: { app: web } }",
      undefined,
    ],
  ])("%s", (_, spec, selector) => {
    const read = serviceWith(spec).selector;
    expect(read === undefined ? undefined : { ...read }).toEqual(selector);
  });
});

describe("the families of a Service", () => {
  it.each([
    ["as written", "{ selector: { a: b }, ipFamilies: [IPv6] }", ["IPv6"]],
    [
      "both",
      "{ selector: { a: b }, ipFamilies: [IPv6, IPv4], ipFamilyPolicy: PreferDualStack }",
      ["IPv4", "IPv6"],
    ],
    [
      "one, and another one where the cluster has it",
      "{ selector: { a: b }, ipFamilies: [IPv6], ipFamilyPolicy: PreferDualStack }",
      undefined,
    ],
    [
      "one alone, on purpose",
      "{ selector: { a: b }, ipFamilies: [IPv4], ipFamilyPolicy: SingleStack }",
      ["IPv4"],
    ],
    ["none", "{ selector: { a: b } }", undefined],
    ["of what it can't have", "{ selector: { a: b }, ipFamilies: [ipv6, 4] }", undefined],
    ["of listed endpoints, which have their own", "{ ipFamilies: [IPv6] }", undefined],
  ])("%s", (_, spec, families) => {
    expect(serviceWith(spec).families).toEqual(families);
  });
});

describe("a Service is published", () => {
  it.each([
    ["{ type: LoadBalancer }", true],
    ["{ type: NodePort }", true],
    ["{ externalIPs: [192.0.2.1] }", true],
    ["{ type: ClusterIP }", false],
    ["{ type: ExternalName }", false],
    ["{ externalIPs: [] }", false],
    ["{ type: 7 }", false],
    ["{}", false],
  ])("%s: %s", (spec, isPublished) => {
    expect(serviceWith(spec).isPublished).toBe(isPublished);
  });
});

describe("a Service's addresses", () => {
  it("are those of the cluster, external ones and the load balancer's, each once", () => {
    const spec =
      '{ clusterIP: 10.96.0.7, clusterIPs: [10.96.0.7, "fd00::7"], externalIPs: [192.0.2.8, x, 9] }';
    const { addresses, isHeadless } = serviceWith(
      spec,
      "{ loadBalancer: { ingress: [{ ip: 198.51.100.9 }, {}] } }",
    );
    expect(addresses.map(({ family, value }) => `${family} ${value.toString(16)}`)).toEqual([
      "IPv4 a600007",
      "IPv6 fd000000000000000000000000000007",
      "IPv4 c0000208",
      "IPv4 c6336409",
    ]);
    expect(isHeadless).toBe(false);
  });

  it("are none of a headless one", () => {
    const { addresses, isHeadless } = serviceWith("{ clusterIP: None }");
    expect(addresses).toEqual([]);
    expect(isHeadless).toBe(true);
    expect(serviceWith("{ clusterIP: None, type: ExternalName }").isHeadless).toBe(false);
  });
});

describe("a Service has", () => {
  const whole = serviceWith(
    `{
      type: LoadBalancer, clusterIP: 10.96.0.1, clusterIPs: [10.96.0.1, "fd02::1"], externalIPs: [192.0.2.1],
      loadBalancerSourceRanges: ["198.51.100.0/24", " 203.0.113.0/24"], externalTrafficPolicy: Local,
      internalTrafficPolicy: Local, ports: [{ name: web, port: 80, nodePort: 30080 }],
    }`,
    "{ loadBalancer: { ingress: [{ ip: 192.0.2.2 }, { hostname: a.lb.example }] } }",
  );

  it("addresses of three kinds, and names", () => {
    const shown = Object.entries(whole.addressesOf).map(([type, all]) => [type, ...all.map(formatAddress)]);
    expect(shown).toEqual([
      ["cluster", "10.96.0.1", "fd02::1"],
      ["external", "192.0.2.1"],
      ["balancer", "192.0.2.2"],
    ]);
    expect(whole.balancerNames).toEqual(["a.lb.example"]);
    expect(whole.addresses.map(formatAddress)).toEqual(["10.96.0.1", "fd02::1", "192.0.2.1", "192.0.2.2"]);
  });

  it("source ranges, policies of traffic and node ports", () => {
    expect(whole.sourceRanges?.blocks.map(formatBlock)).toEqual(["198.51.100.0/24", "203.0.113.0/24"]);
    expect([whole.keepsClientAddress, whole.staysOnNode, whole.type]).toEqual([true, true, "LoadBalancer"]);
    expect(whole.ports.map(({ name, nodePort }) => [name, nodePort])).toEqual([["web", 30_080]]);
  });

  it("none of these where they are not written", () => {
    const plain = serviceWith("{ ports: [{ port: 80 }] }");
    expect([plain.keepsClientAddress, plain.staysOnNode, plain.type]).toEqual([false, false, "ClusterIP"]);
    expect([plain.sourceRanges, plain.externalName, plain.addresses]).toEqual([undefined, undefined, []]);
    expect(plain.ports.map(({ name, nodePort }) => [name, nodePort])).toEqual([[undefined, undefined]]);
  });

  it("source ranges only with a load balancer, a name only as an ExternalName", () => {
    const spec = "loadBalancerSourceRanges: [192.0.2.0/24], externalName: a.example.com";
    expect(serviceWith(`{ type: NodePort, ${spec} }`).sourceRanges).toBeUndefined();
    expect(serviceWith(`{ type: NodePort, ${spec} }`).externalName).toBeUndefined();
    expect(serviceWith(`{ type: ExternalName, ${spec} }`).externalName).toBe("a.example.com");
  });
});
