import { describe, expect, it } from "vitest";
import { dependenciesText } from "../../src/report/unsettled-words.js";
import { factEndKey, type FactEnd } from "../../src/semantics/match/fact-end.js";
import { unsettledJson } from "../../src/report/unsettled-json.js";
import { unsettledKey, type Fact } from "../../src/semantics/match/unsettled.js";

const WEB: FactEnd = { type: "pod", id: "shop/deployment/web" };
const OTHER: FactEnd = { ...WEB, isOtherReplica: true };
const ONE: FactEnd = { type: "addresses", name: "10.0.0.7", isOneAddress: true };
const MANY: FactEnd = { type: "addresses", name: "10.1.0.0/16", isOneAddress: false };
const INTERNET: FactEnd = { type: "addresses", name: "internet", isOneAddress: false };
const NAME: FactEnd = { type: "domain", name: "api.payments.svc" };
const ROUTE = { kind: "HTTPRoute", namespace: "edge", name: "shop" };
const CONTROLLER: FactEnd = { type: "route-end", of: { kind: "controller", route: ROUTE } };
const BALANCER: FactEnd = { type: "route-end", of: { kind: "load balancer", route: ROUTE } };

describe("what a verdict hangs on", () => {
  it.each<readonly [Fact, text: string, ends: Readonly<Record<string, unknown>>]>([
    [
      { type: "fact", code: "pod-labels", pod: WEB, label: "hash" },
      "label hash of shop/deployment/web, which a controller adds",
      { pod: "shop/deployment/web", label: "hash" },
    ],
    [
      { type: "fact", code: "pod-labels", pod: OTHER, label: "hash" },
      "label hash of shop/deployment/web (destination), which a controller adds",
      { pod: "shop/deployment/web (destination)" },
    ],
    [
      { type: "fact", code: "pod-labels", pod: WEB, label: "app", written: "${APP}" },
      'label app of shop/deployment/web, whose value "${APP}" is a placeholder',
      { pod: "shop/deployment/web", label: "app", written: "${APP}" },
    ],
    [
      { type: "fact", code: "pod-labels", pod: WEB, label: "app", written: "my app" },
      'label app of shop/deployment/web, whose value "my app" no API server accepts',
      { written: "my app" },
    ],
    [
      { type: "fact", code: "pod-labels", pod: ONE, label: "app" },
      "label app of the pod that 10.0.0.7 may be",
      { pod: "ip/10.0.0.7" },
    ],
    [
      { type: "fact", code: "pod-labels", pod: NAME, label: "app" },
      "label app of the pod that api.payments.svc may be",
      { pod: "domain/api.payments.svc" },
    ],
    [
      { type: "fact", code: "pod-labels", pod: CONTROLLER, label: "app" },
      "label app of the controller of edge/httproute/shop",
      { pod: "controller/edge/httproute/shop" },
    ],
    [
      { type: "fact", code: "address-owner", address: ONE },
      "which pod 10.0.0.7 is, if any",
      { address: "ip/10.0.0.7" },
    ],
    [
      { type: "fact", code: "address-owner", address: MANY },
      "which pods have addresses in 10.1.0.0/16",
      { address: "ip/10.1.0.0/16" },
    ],
    [
      { type: "fact", code: "address-owner", address: NAME },
      "which pod api.payments.svc is, if any",
      { address: "domain/api.payments.svc" },
    ],
    [
      { type: "fact", code: "address-owner", address: CONTROLLER },
      "which pods are the controller of edge/httproute/shop",
      { address: "controller/edge/httproute/shop" },
    ],
    [
      { type: "fact", code: "domain-address", domain: BALANCER, family: "IPv6" },
      "the IPv6 address of the load balancer of edge/httproute/shop",
      { domain: "load-balancer/edge/httproute/shop", family: "IPv6" },
    ],
    [
      { type: "fact", code: "dns-answer", domain: "*.example.com", address: INTERNET },
      "whether *.example.com resolves to an outside address",
      { domain: "*.example.com", address: "ip/internet" },
    ],
    [
      { type: "fact", code: "dns-answer", domain: "a.example.com", address: MANY },
      "whether a.example.com resolves to an address of 10.1.0.0/16",
      { address: "ip/10.1.0.0/16" },
    ],
    [
      { type: "fact", code: "namespace-labels", namespace: "shop", label: "tier" },
      "label tier of namespace shop, which is not in the input",
      { namespace: "shop", label: "tier" },
    ],
    [
      { type: "fact", code: "namespace-labels", namespace: ONE, label: "tier" },
      "label tier of the namespace of the pod that 10.0.0.7 may be",
      { namespace: "ip/10.0.0.7" },
    ],
    [
      { type: "fact", code: "namespace-labels", namespace: "shop", label: "tier", written: "${TIER}" },
      'label tier of namespace shop, whose value "${TIER}" is a placeholder',
      { namespace: "shop", written: "${TIER}" },
    ],
    [
      { type: "fact", code: "node-labels", node: "worker-1", label: "zone", written: "***" },
      'label zone of node worker-1, whose value "***" no API server accepts',
      { node: "worker-1", written: "***" },
    ],
    [
      { type: "fact", code: "pod-labels", pod: WEB, label: "app", writtenKey: "${KEY}" },
      'label app of shop/deployment/web, which may be the one whose key "${KEY}" is a placeholder',
      { writtenKey: "${KEY}" },
    ],
    [
      { type: "fact", code: "pod-labels", pod: WEB, label: "app", writtenKey: "***" },
      'label app of shop/deployment/web, which may be the one whose key "***" is no key that an API server accepts',
      { writtenKey: "***" },
    ],
    [
      { type: "fact", code: "same-label", label: "team", namespaces: [ONE, "shop"] },
      "whether label team has the same value on namespaces that of the pod that 10.0.0.7 may be and shop, which the input doesn't tell",
      { namespaces: ["ip/10.0.0.7", "shop"] },
    ],
    [
      { type: "fact", code: "pod-node", pod: WEB },
      "the node of shop/deployment/web",
      { pod: "shop/deployment/web" },
    ],
    [
      { type: "fact", code: "pod-node", pod: WEB, sameAs: OTHER },
      "whether shop/deployment/web and shop/deployment/web (destination) are on the same node",
      { pod: "shop/deployment/web = shop/deployment/web (destination)" },
    ],
    [
      { type: "fact", code: "node-labels", node: "worker-1", label: "zone" },
      "label zone of node worker-1, which is not in the input",
      { node: "worker-1", label: "zone" },
    ],
    [
      { type: "fact", code: "node-labels", node: WEB, label: "zone" },
      "label zone of the node of shop/deployment/web",
      { node: "shop/deployment/web" },
    ],
  ])("%j", (fact, text, ends) => {
    expect(dependenciesText([fact])).toBe(text);
    expect(unsettledJson(fact)).toMatchObject({ type: "fact", code: fact.code, ...ends });
  });

  it("leaves out what goes with which pod an end is", () => {
    const facts: Fact[] = [
      { type: "fact", code: "address-owner", address: ONE },
      { type: "fact", code: "pod-labels", pod: { ...ONE }, label: "app" },
      { type: "fact", code: "namespace-labels", namespace: { ...ONE }, label: "tier" },
      { type: "fact", code: "pod-labels", pod: WEB, label: "hash" },
    ];
    expect(dependenciesText(facts)).toBe(
      "which pod 10.0.0.7 is, if any and label hash of shop/deployment/web, which a controller adds",
    );
  });

  it("tells ends apart that facts are about", () => {
    const ends = [WEB, OTHER, ONE, MANY, INTERNET, NAME, CONTROLLER, BALANCER];
    const sides: FactEnd[] = [
      { type: "source" },
      { type: "destination" },
      { type: "node", name: "worker-1" },
    ];
    const keys = [...ends, ...sides].map(factEndKey);
    expect(new Set(keys).size).toBe(keys.length);
    const facts = [...ends, ...sides].map((address) =>
      unsettledKey({ type: "fact", code: "address-owner", address }),
    );
    expect(new Set(facts).size).toBe(facts.length);
  });
});
