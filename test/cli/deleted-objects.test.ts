import { expect, it } from "vitest";
import { deletedObjects } from "../../src/cli/deleted-objects.js";

it.each([
  ["netpol/shop/web", "networkpolicy", "shop", "web"],
  ["shop/networkpolicy/web", "networkpolicy", "shop", "web"],
  ["pay/netpol/cart", "networkpolicy", "pay", "cart"],
  ["pay/deployment/till", "deployment", "pay", "till"],
  ["deploy/pods/till", "deployment", "pods", "till"],
  ["networkpolicies/cart", "networkpolicy", "ops", "cart"],
  ["deploy/pay/till", "deployment", "pay", "till"],
  ["endpointslices/dns-a", "endpointslice", "ops", "dns-a"],
  ["CNP/tenants", "clusternetworkpolicy", undefined, "tenants"],
  ["banp/default", "baselineadminnetworkpolicy", undefined, "default"],
  ["ns/lab", "namespace", undefined, "lab"],
  ["no/worker-1", "node", undefined, "worker-1"],
  ["ingressclass/nginx", "ingressclass", undefined, "nginx"],
  ["gatewayclasses/edge", "gatewayclass", undefined, "edge"],
  ["rollout/shop/api", "rollout", "shop", "api"],
] as const)("--delete %s", (text, kind, namespace, name) => {
  expect(deletedObjects([text], "ops")).toEqual([{ kind, namespace, name }]);
});

it.each(["web", "netpol/", "a/b/c/d", "cnp/shop/tenants"])("--delete %s cannot be read", (text) => {
  expect(() => deletedObjects([text], "ops")).toThrow(text);
});
