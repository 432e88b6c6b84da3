import { askedNamespaces } from "../../../src/questions/query/asked-namespaces.js";
import { describe, expect, it } from "vitest";

describe("the namespaces that names speak of", () => {
  it.each([
    ["shop/web", ["shop"]],
    ["shop/deploy/web", ["shop"]],
    ["shop/svc/db", ["shop"]],
    ["svc/shop/db", ["shop"]],
    ["svc/svc/db", ["svc"]],
    ["shop/app=web,tier=front", ["shop"]],
    ["svc/db", []],
    ["deploy/web", []],
    ["node/node-a", []],
    ["web", []],
    ["internet", []],
    ["10.0.0.0/8", []],
    ["10.0.0.7", []],
    ["2001:db8::/32", []],
    ["api.payments", ["payments"]],
    ["api.payments:443", ["payments"]],
    ["api.payments.svc", ["payments"]],
    ["db-0.db.payments.svc.cluster.local.", ["payments"]],
    ["https://api.payments/x", ["payments"]],
    ["https://api.payments.svc:8443/a/b", ["payments"]],
    ["api.example.com", []],
    ["svc", []],
    ["Shop/web", []],
    ["../web", []],
    [`${"n".repeat(64)}/web`, []],
  ])("%s", (name, expected) => {
    expect(askedNamespaces([name])).toEqual(expected);
  });

  it("each once", () => {
    expect(askedNamespaces(["shop/web", "pay/db", "shop/cart"])).toEqual(["shop", "pay"]);
  });
});
