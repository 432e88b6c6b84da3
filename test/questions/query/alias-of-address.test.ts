import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.js";
import { runAnp } from "../../support/run-anp.js";
import { unwrapped } from "../../support/unwrapped.js";

const cluster = (externalName: string): string => `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web } }
spec: { containers: [{ name: main }] }
---
apiVersion: v1
kind: Service
metadata: { name: out, namespace: shop }
spec: { type: ExternalName, externalName: ${externalName} }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: front, namespace: shop }
spec: { defaultBackend: { service: { name: out, port: { number: 80 } } } }
`;

async function explained(externalName: string, ...ask: readonly string[]) {
  const cwd = folderWith({ "a.yaml": cluster(externalName) });
  const { code, stdout, stderr } = await runAnp(["explain", "-f", "a.yaml", ...ask], { cwd });
  return { code, text: unwrapped(stdout + stderr) };
}

/** S-VIP-2: DNS answers with the name, and an address in its place is a name that nobody resolves. */
describe("a Service of type ExternalName with an address", () => {
  it.each(["203.0.113.9", "203.0.113.9.", '"2001:db8::1"'])("is no destination: %s", async (address) => {
    for (const name of ["svc/out", "out.shop.svc.cluster.local"]) {
      const { code, text } = await explained(address, "shop/web", name, "--port", "80");
      expect(code).toBe(2);
      expect(text).toContain(`Service shop/out is an alias for ${address.replaceAll('"', "")}`);
      expect(text).not.toContain("ALLOWED");
    }
  });

  it("is a backend without an end", async () => {
    const { code, text } = await explained("203.0.113.9", "shop/ingress/front");
    expect(code).toBe(0);
    expect(text).toContain("UNKNOWN");
  });

  it("is one with a name", async () => {
    const { code, text } = await explained("db.example.com", "shop/web", "svc/out", "--port", "80");
    expect(code).toBe(0);
    expect(text).toContain("ALLOWED");
  });
});
