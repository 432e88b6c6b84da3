import { expand } from "./expand.js";
import { isMapping } from "../../source/manifest/value.js";
import { readDocuments } from "../../source/manifest/read.js";
import type { Assumption } from "../problems/condition.js";
import type { RawObject } from "./expand.js";
import type { ReadObject } from "./duplicates.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** As kubeadm and most providers install it. */
const KUBE_DNS = `apiVersion: v1
kind: Service
metadata: { name: kube-dns, namespace: kube-system, labels: { k8s-app: kube-dns } }
spec:
  selector: { k8s-app: kube-dns }
  ports:
    - { name: dns, protocol: UDP, port: 53, targetPort: 53 }
    - { name: dns-tcp, protocol: TCP, port: 53, targetPort: 53 }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: coredns, namespace: kube-system, labels: { k8s-app: kube-dns } }
spec:
  selector: { matchLabels: { k8s-app: kube-dns } }
  template:
    metadata: { labels: { k8s-app: kube-dns } }
    spec:
      containers:
        - name: coredns
          image: coredns
          ports:
            - { name: dns, protocol: UDP, containerPort: 53 }
            - { name: dns-tcp, protocol: TCP, containerPort: 53 }
            - { name: metrics, protocol: TCP, containerPort: 9153 }
`;

/** As the DNS operator of OpenShift installs it: its pods listen on another port. */
const OPENSHIFT_DNS = `apiVersion: v1
kind: Service
metadata: { name: dns-default, namespace: openshift-dns }
spec:
  selector: { dns.operator.openshift.io/daemonset-dns: default }
  ports:
    - { name: dns, protocol: UDP, port: 53, targetPort: dns }
    - { name: dns-tcp, protocol: TCP, port: 53, targetPort: dns-tcp }
---
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: dns-default, namespace: openshift-dns }
spec:
  selector: { matchLabels: { dns.operator.openshift.io/daemonset-dns: default } }
  template:
    metadata: { labels: { dns.operator.openshift.io/daemonset-dns: default } }
    spec:
      containers:
        - name: dns
          image: coredns
          ports:
            - { name: dns, protocol: UDP, containerPort: 5353 }
            - { name: dns-tcp, protocol: TCP, containerPort: 5353 }
            - { name: metrics, protocol: TCP, containerPort: 9153 }
`;

const SYSTEM_NAMESPACES = ["default", "kube-node-lease", "kube-public", "kube-system"]
  .map((name) => `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`)
  .join("---\n");

const TEXTS: Readonly<Record<Assumption, string>> = {
  dns: KUBE_DNS,
  "openshift-dns": OPENSHIFT_DNS,
  "system-namespaces": SYSTEM_NAMESPACES,
};

/** The objects that are assumed, to be read like others that the input may have elsewhere. */
export function assumedObjects(assumption: Assumption): readonly RawObject[] {
  const name = `(assumed ${assumption})`;
  const file: SourceFile = { name, text: TEXTS[assumption], isAssumed: true };
  return [...readDocuments(file)].flatMap(({ document, value }) =>
    isMapping(value) ? [...expand(document, value)] : [],
  );
}

const DNS_NAMESPACES: ReadonlySet<string> = new Set(["kube-system", "openshift-dns"]);

/**
 * True where the input lacks what would be assumed, as far as it can be told: whoever has a part of the DNS in the input, whatever it is
 * called, has all of it there; and a server shows everything.
 */
export function lacks(assumption: Assumption, read: readonly ReadObject[]): boolean {
  if (read.some(({ isStored }) => isStored)) return false;
  if (assumption === "system-namespaces") return true;
  return !read.some(
    ({ object: { ref } }) => DNS_NAMESPACES.has(ref.namespace ?? "") && /dns/i.test(ref.name),
  );
}
