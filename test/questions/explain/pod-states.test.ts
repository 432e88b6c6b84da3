import { describe, expect, it } from "vitest";
import { explainFlow, loadSources } from "../../../src/index.js";

const CLOSED = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: till-closed, namespace: shop }
spec: { podSelector: { matchLabels: { app: till } }, policyTypes: [Ingress] }
`;

const CART = `apiVersion: v1
kind: Service
metadata: { name: cart, namespace: shop }
spec: { clusterIP: 10.96.0.7, selector: { app: cart }, ports: [{ port: 80, targetPort: 7070 }] }
`;

interface State {
  readonly app: string;
  readonly phase?: string;
  readonly ip?: string;
  readonly deleted?: boolean;
}

/** A pod as a cluster shows it. */
function pod(name: string, { app, phase = "Running", ip, deleted = false }: State): string {
  return `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: shop
  labels: { app: ${app} }
${deleted ? '  deletionTimestamp: "2026-01-17T08:12:44Z"\n' : ""}spec: { containers: [{ name: main, ports: [{ containerPort: 7070 }] }] }
status: { phase: ${phase}${ip === undefined ? "" : `, podIP: ${ip}`} }
`;
}

async function ask(to: string, port: string, ...documents: readonly string[]): Promise<string[]> {
  const web = pod("web", { app: "web", ip: "10.1.0.9" });
  const text = [CLOSED, CART, web, ...documents].join("---\n");
  const { results, notes } = explainFlow(await loadSources([{ name: "a.yaml", text }]), {
    from: "shop/web",
    to,
    port,
  });
  return [
    ...results.map((each) => `${each.to.shownAs} ${each.to.pods.join("+")} ${each.verdict}`),
    ...notes.flatMap((note) => ("name" in note ? [`${note.code} ${note.name}`] : [])),
  ];
}

describe("a pod", () => {
  it("that is being deleted is an endpoint to which policies apply", async () => {
    expect(await ask("shop/till", "81", pod("till", { app: "till", ip: "10.1.0.4", deleted: true }))).toEqual(
      ["shop/till till denied", "terminating shop/till"],
    );
  });

  it("that has no address yet is an endpoint, and said to be one", async () => {
    expect(await ask("shop/till", "82", pod("till", { app: "till", phase: "Pending" }))).toEqual([
      "shop/till till denied",
      "no-address-yet shop/till",
    ]);
  });

  it.each(["Succeeded", "Failed"])("that has %s is none", async (phase) => {
    const ended = pod("till", { app: "till", ip: "10.1.0.4", phase });
    await expect(ask("shop/till", "83", ended)).rejects.toThrow(/till/);
  });
});

describe("behind a Service", () => {
  const leaving = pod("cart-a", { app: "cart", ip: "10.1.0.5", deleted: true });
  const staying = pod("cart-b", { app: "cart", ip: "10.1.0.6" });

  it("a pod that is being deleted is sent nothing while there are others", async () => {
    expect(await ask("svc/cart", "80", leaving, staying)).toEqual([
      "shop/cart-b cart-b allowed",
      "only-in-namespace cart",
    ]);
  });

  it("it is sent traffic while there is no other", async () => {
    const answer = await ask("svc/cart", "80", leaving);
    expect(answer).toContain("shop/cart-a cart-a allowed");
    expect(answer).toContain("terminating shop/cart-a");
  });
});
