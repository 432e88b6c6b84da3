import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { namespace, pod, stream } from "../cli/manifests.js";
import { runAnp } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";

const PODS = stream(namespace("shop"), pod("shop", "web"), pod("shop", "db"));

/** A policy of `db`, with further lines below it. */
function policy(spec: string, name = "db", rest = ""): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: shop }
spec: { podSelector: { matchLabels: { app: db } }, ${spec} }
${rest}`;
}

async function explain(policies: readonly string[], ...args: readonly string[]): Promise<string> {
  const cwd = folderWith({ "a.yaml": stream(PODS, ...policies) });
  const asked = ["explain", "-f", "a.yaml", "shop/web", "shop/db", ...args];
  return (await runAnp(asked, { cwd })).stdout;
}

/** The lines between the hint and the sides, joined. */
async function readings(policies: readonly string[], ...args: readonly string[]): Promise<string[]> {
  const text = (await explain(policies, ...args)).replaceAll(/\n {4}(?! )/g, " ");
  return text.split("\n").flatMap((line) => /^ {2}(with(?:out)? .*)$/.exec(line)?.[1] ?? []);
}

const FROM_WEB = "[{ from: [{ podSelector: { matchLabels: { app: web } } }] }]";

describe("an answer that hangs on a refused policy", () => {
  it("says what holds without it, and where it is stored without the field that nobody knows", async () => {
    expect(await readings([policy(`ingres: ${FROM_WEB}`)], "--port", "80")).toEqual([
      "without NetworkPolicy shop/db: ALLOWED, no policy restricts this traffic.",
      "with NetworkPolicy shop/db stored without strict checking (`ingres` is dropped): DENIED, NetworkPolicy shop/db isolates shop/db for ingress and no rule lets TCP 80 in.",
    ]);
  });

  it("takes all of them together", async () => {
    const policies = [policy(`ingres: ${FROM_WEB}`, "a"), policy(`ingress: ${FROM_WEB}, egres: []`, "b")];
    expect(await readings(policies, "--port", "80")).toEqual([
      "without the refused policies: ALLOWED, no policy restricts this traffic.",
      "with the refused policies stored without strict checking (`ingres` and `egres` are dropped): ALLOWED, nothing restricts egress of shop/web, and NetworkPolicy shop/b lets in traffic from app=web.",
    ]);
  });

  it("says nothing of what no server stores", async () => {
    const wrong = policy("ingress: [{ ports: [{ port: 70000 }] }]");
    expect(await readings([wrong], "--port", "80")).toEqual([
      "without NetworkPolicy shop/db: ALLOWED, no policy restricts this traffic.",
    ]);
  });

  it("tells ports apart, and shows the chains with --all", async () => {
    const half = policy(`ingress: [{ ports: [{ port: 5432 }], form: [] }]`);
    expect((await readings([half], "--port", "5432,80")).at(-1)).toMatch(
      /\(`form` is dropped\): (?:allowed TCP 5432, denied TCP 80|denied TCP 80, allowed TCP 5432)$/,
    );
    const all = await explain([half], "--port", "5432", "--all");
    expect(all).toMatch(
      /\n {2}without NetworkPolicy shop\/db\nALLOWED {2}[^]*\n {2}with NetworkPolicy shop\/db stored [^]*\nALLOWED {2}/,
    );
  });

  it("names `status` as harmless where nothing else is wrong", async () => {
    const old = policy(`ingress: ${FROM_WEB}`, "db", "status: {}\n");
    expect(await explain([old], "--port", "80")).toContain(
      "hint  remove `status`: servers 1.24 to 1.27 wrote it",
    );
    const two = policy(`ingres: ${FROM_WEB}`, "db", "status: {}\n");
    expect(await explain([two], "--port", "80")).not.toContain("remove `status`");
  });

  it("has no other reading where the verdict hangs on nothing refused", async () => {
    const other = policy(`ingress: [{ form: [] }]`).replace("app: db", "app: mail");
    expect(await readings([other], "--port", "80")).toEqual([]);
  });

  it("is JSON too", async () => {
    const json: unknown = JSON.parse(
      await explain([policy(`ingres: ${FROM_WEB}`)], "--port", "80", "-o", "json"),
    );
    expect(schemaOf("explain")(json)).toEqual([]);
    expect(json).toMatchObject({
      results: [{ verdict: "unknown" }],
      readings: [
        {
          reading: "left-out",
          policies: ["NetworkPolicy shop/db"],
          dropped: [],
          results: [{ verdict: "allowed" }],
        },
        { reading: "stored-unchecked", dropped: ["ingres"], results: [{ verdict: "denied" }] },
      ],
    });
  });
});

it("a ClusterNetworkPolicy is read the same ways", async () => {
  const cluster = `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: lab }
spec:
  tier: Admin
  priority: 5
  subject: { namespaces: {} }
  ingress: [{ name: all, action: Deny, from: [{ namespaces: {} }], port: 80 }]
`;
  expect((await readings([cluster], "--port", "80")).at(-1)).toMatch(
    /stored without strict checking \(`port` is dropped\): DENIED, ClusterNetworkPolicy lab denies/,
  );
});
