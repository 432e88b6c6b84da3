import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Anonymiser } from "../../../../src/cluster/snapshot/anonymise/anonymiser.js";
import { parseAddress, parseSloppyBlock } from "../../../../src/base/net/address.js";
import { scanJson } from "../../../../src/source/manifest/json.js";
import { isMapping, type Mapping } from "../../../../src/source/manifest/value.js";

const ANONYMISER = new Anonymiser((text) => createHmac("sha256", "a key").update(text).digest());

function mapping(value: unknown): Mapping {
  const scan = scanJson(JSON.stringify(value), 0);
  if (scan.problem !== undefined || !isMapping(scan.value)) throw new Error("the test's value is no mapping");
  return scan.value;
}

/** An object in the new words. */
function anonymised<T extends object>(object: T): T {
  return JSON.parse(JSON.stringify(ANONYMISER.object(mapping(object)))) as T;
}

describe("an anonymised object", () => {
  it("says who keeps a slice", () => {
    const label = { "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io" };
    const slice = anonymised({
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name: "checkout-x", namespace: "shop", labels: label },
    });
    expect(slice.metadata.labels).toEqual(label);
  });

  it("keeps its fields, numbers and what fields may say", () => {
    const port = { name: "https", port: 8443, protocol: "TCP", targetPort: "web-tls" };
    const service = anonymised({
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "checkout", namespace: "shop" },
      spec: { type: "LoadBalancer", clusterIP: "None", externalTrafficPolicy: "Local", ports: [port] },
    });
    expect(service).toEqual({
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: expect.stringMatching(/^\w{8}$/), namespace: expect.stringMatching(/^\w{4}$/) },
      spec: {
        type: "LoadBalancer",
        clusterIP: "None",
        externalTrafficPolicy: "Local",
        ports: [
          {
            ...port,
            name: expect.stringMatching(/^\w{5}$/),
            targetPort: expect.stringMatching(/^\w{3}-\w{3}$/),
          },
        ],
      },
    });
    expect(JSON.stringify(service)).not.toMatch(/checkout|shop|https|web|tls/);
  });

  it("calls the same things by the same names, wherever they stand", () => {
    const { metadata, spec } = anonymised({
      kind: "Example",
      metadata: {
        name: "ledger",
        labels: { "example.com/team": "ledger", "kubernetes.io/metadata.name": "ledger" },
      },
      spec: {
        selector: { "example.com/team": "ledger" },
        key: "example.com/team",
        values: ["ledger"],
        domainNames: ["ledger.svc.cluster.local"],
      },
    });
    const [key = ""] = Object.keys(metadata.labels);
    expect(key).toMatch(/^\w{7}\.\w{3}\/\w{4}$/);
    expect(key).not.toBe("example.com/team");
    expect(metadata.labels).toEqual({ [key]: metadata.name, "kubernetes.io/metadata.name": metadata.name });
    expect(spec).toEqual({
      selector: { [key]: metadata.name },
      key,
      values: [metadata.name],
      domainNames: [`${metadata.name}.svc.cluster.local`],
    });
  });

  it("has one name for a domain in every case, and for labels as many as there are", () => {
    const { domainNames, labels } = anonymised({
      kind: "Example",
      domainNames: ["*.Example.COM", "*.example.com", "*.example.com."],
      labels: { host: "Blue", hostname: "blue" },
    });
    expect(new Set(domainNames).size).toBe(1);
    expect(domainNames[0]).toMatch(/^\*\.\w{7}\.\w{3}$/);
    expect(new Set(Object.values(labels)).size).toBe(2);
  });

  it("has no address where there was none that can be read", () => {
    for (const text of ["10.0.0.0/33", "300.1.1.1/8", "10.1/16", "1.2.3.400/24", "::1::/64"]) {
      const { cidr } = anonymised({ kind: "Example", cidr: text });
      expect(parseSloppyBlock(text)).toBeUndefined();
      expect(parseSloppyBlock(cidr), cidr).toBeUndefined();
      const { podIP } = anonymised({ kind: "Example", podIP: text.split("/")[0] ?? "" });
      expect(parseAddress(podIP), podIP).toEqual(
        podIP.startsWith("unreadable-") ? undefined : expect.anything(),
      );
    }
  });

  it("does not tell since when it is being deleted", () => {
    const { metadata } = anonymised({ kind: "Pod", metadata: { deletionTimestamp: "2026-01-17T08:12:44Z" } });
    expect(metadata.deletionTimestamp).toBe("2000-01-01T00:00:00Z");
  });

  it("is itself where it defines a kind", () => {
    const definition = {
      kind: "CustomResourceDefinition",
      spec: { names: { kind: "ClusterNetworkPolicy" } },
    };
    expect(anonymised(definition)).toEqual(definition);
  });
});

it("the namespaces that could be read are called as their objects call them", () => {
  const facts = {
    serverVersion: [1, 34] as const,
    knowsEveryPod: false,
    forbidden: [{ apiVersion: "v1", kind: "Pod", readIn: ["shop"] }],
    taken: "2026-01-17T08:12:44Z",
  };
  const { namespace } = anonymised({ kind: "Example", namespace: "shop" });
  expect(namespace).not.toBe("shop");
  expect(ANONYMISER.facts(facts)).toEqual({
    ...facts,
    forbidden: [{ apiVersion: "v1", kind: "Pod", readIn: [namespace] }],
  });
});
