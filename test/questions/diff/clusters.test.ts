import { changesIn } from "./changes.js";
import { clusterInput, storedInput } from "../../support/stored.js";
import { describe, expect, it } from "vitest";
import { diff, type Diff } from "../../../src/questions/diff/diff.js";
import { load } from "../../../src/cluster/load/load.js";
import { namespace, stream } from "../../cli/manifests.js";
import { READ_OPTIONS } from "../../support/api-object.js";

/** What differs between two clusters that run the same things: whatever a server makes up. */
interface MadeUp {
  readonly hash: string;
  readonly suffix: string;
  /** The second part of every address. */
  readonly net: number;
}

const STAGING: MadeUp = { hash: "7d9f8", suffix: "a", net: 1 };
const PROD: MadeUp = { hash: "5c4b6", suffix: "b", net: 2 };

interface Content {
  readonly cartPort?: number;
  readonly webReplicas?: number;
  readonly webLabel?: string;
  readonly hasTill?: boolean;
}

/** A cluster as a server shows it: Deployments with their pods, a StatefulSet, a DaemonSet on the host's network, a Job. */
function cluster({ hash, suffix, net }: MadeUp, content: Content = {}): string {
  const { cartPort = 7070, webReplicas = 2, webLabel = "", hasTill = false } = content;
  let address = 10;
  const pod = (name: string, labels: string, owner: string, more = ""): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: shop
  labels: { ${labels} }
  ownerReferences: [{ apiVersion: apps/v1, ${owner}, controller: true, uid: u }]
spec: { ${more}nodeName: node-${suffix}1, containers: [{ name: main }] }
status: { phase: Running, podIP: 10.${net}.0.${++address}, hostIP: 192.168.${net}.1 }
`;
  const replicas = (app: string, count: number, label = ""): string[] =>
    Array.from({ length: count }, (_, i) =>
      pod(
        `${app}-${hash}-${suffix}${i}`,
        `app: ${app}, pod-template-hash: "${hash}"${label}`,
        `kind: ReplicaSet, name: ${app}-${hash}`,
      ),
    );
  const job = `report-${net}`;
  return stream(
    namespace("shop"),
    `apiVersion: v1\nkind: Node\nmetadata: { name: node-${suffix}1, labels: { kubernetes.io/hostname: node-${suffix}1 } }\nstatus: { addresses: [{ type: InternalIP, address: 192.168.${net}.1 }] }\n`,
    ...replicas("web", webReplicas, webLabel),
    ...replicas("cart", 1),
    ...(hasTill ? replicas("till", 1) : []),
    pod("db-0", `app: db, controller-revision-hash: db-${hash}`, "kind: StatefulSet, name: db"),
    pod(
      "agent-" + suffix,
      `app: agent, controller-revision-hash: "${hash}"`,
      "kind: DaemonSet, name: agent",
      "hostNetwork: true, ",
    ),
    pod(
      `${job}-${suffix}`,
      `app: report, controller-uid: ${suffix}, job-name: ${job}`,
      `kind: Job, name: ${job}`,
    ),
    `apiVersion: batch/v1\nkind: Job\nmetadata: { name: ${job}, namespace: shop, ownerReferences: [{ apiVersion: batch/v1, kind: CronJob, name: report, controller: true, uid: u }] }\nspec: { template: { metadata: { labels: { app: report } }, spec: { containers: [] } } }\n`,
    `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: cart, namespace: shop }
spec:
  podSelector: { matchExpressions: [{ key: app, operator: In, values: [cart, db] }] }
  policyTypes: [Ingress]
  ingress: [{ from: [{ podSelector: { matchLabels: { app: web } } }], ports: [{ port: ${cartPort} }] }]
`,
  );
}

async function compared(before: string, after: string): Promise<Diff> {
  const [first, second] = await Promise.all(
    [before, after].map((text) => load([clusterInput(), storedInput(text)], READ_OPTIONS)),
  );
  return diff(first!.cluster, second!.cluster);
}

function ids(ends: Diff["added"]): string[] {
  return ends.map(({ row }) => row.id);
}

describe("two clusters", () => {
  it("that run the same are alike, whatever their pods, nodes and addresses are called", async () => {
    const { changes, added, removed } = await compared(cluster(STAGING), cluster(PROD));
    expect(changes).toEqual([]);
    expect(ids(added)).toEqual(["node/node-b1"]);
    expect(ids(removed)).toEqual(["node/node-a1"]);
  });

  it("are alike with more replicas, and with labels that no policy asks about", async () => {
    const more = { webReplicas: 5, webLabel: ", helm.sh/chart: web-2.0.1" };
    for (const [before, after] of [
      [cluster(STAGING), cluster(PROD, more)],
      [cluster(STAGING, more), cluster(PROD)],
    ] as const)
      expect((await compared(before, after)).changes).toEqual([]);
  });

  it("differ in what their policies say of the same workloads", async () => {
    const compare = await compared(cluster(STAGING), cluster(PROD, { cartPort: 7071 }));
    expect(changesIn(compare)).toEqual([
      "opened: shop/deployment/web > shop/deployment/cart, TCP 7071",
      "opened: shop/deployment/web > shop/statefulset/db, TCP 7071",
      "closed: shop/deployment/web > shop/deployment/cart, TCP 7070",
      "closed: shop/deployment/web > shop/statefulset/db, TCP 7070",
    ]);
  });

  it("differ in the workloads that one of them has", async () => {
    const { changes, added, removed } = await compared(cluster(STAGING), cluster(PROD, { hasTill: true }));
    expect(changes).toEqual([]);
    expect(ids(added)).toEqual(["node/node-b1", "shop/deployment/till"]);
    expect(ids(removed)).toEqual(["node/node-a1"]);
  });

  it("with the same nodes are one cluster at two times: a pod may have moved", async () => {
    const node = cluster(STAGING).split("---\n")[1] ?? "";
    const second = node.replaceAll("node-a1", "node-a2").replace("192.168.1.1", "192.168.1.2");
    const withCartOn = (name: string): string =>
      stream(cluster(STAGING).replace(/(name: cart-7d9f8-a0[^]*?nodeName: )node-a1/, `$1${name}`), second);
    const { changes, added, removed } = await compared(withCartOn("node-a1"), withCartOn("node-a2"));
    expect([...added, ...removed]).toEqual([]);
    expect(changes.map(({ change, node: relation }) => [change, relation])).toContainEqual([
      "opened",
      { before: "other", after: "own" },
    ]);
  });
});
