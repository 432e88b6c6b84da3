// Serves a seeded cluster as an API server would: writes a kubeconfig, says its port, and runs until it is ended.
import { writeFileSync } from "node:fs";
import { load } from "js-yaml";
import { ApiServer } from "../test/support/api-server.ts";
import { clusterDocuments } from "./cluster.mjs";

const [kubeconfig, size] = process.argv.slice(2);

const TIME = "2026-01-17T08:12:51Z";

/** What managers own, as a server keeps it for every object. */
const OWNED_BY_CONTROLLER = {
  manager: "kube-controller-manager",
  operation: "Update",
  apiVersion: "v1",
  time: TIME,
  fieldsType: "FieldsV1",
  fieldsV1: {
    "f:metadata": {
      "f:generateName": {},
      "f:labels": { ".": {}, "f:app": {}, "f:tier": {}, "f:pod-template-hash": {} },
      "f:ownerReferences": { ".": {}, 'k:{"uid":"0c9a2a54-32ab-4e0f-8f6c-5d7f1e9b3a10"}': {} },
    },
    "f:spec": {
      "f:containers": {
        'k:{"name":"main"}': {
          ".": {},
          "f:env": {
            ".": {},
            'k:{"name":"LOG_LEVEL"}': { ".": {}, "f:name": {}, "f:value": {} },
            'k:{"name":"PORT"}': { ".": {}, "f:name": {}, "f:value": {} },
          },
          "f:image": {},
          "f:imagePullPolicy": {},
          "f:name": {},
          "f:ports": {
            ".": {},
            'k:{"containerPort":8080,"protocol":"TCP"}': { ".": {}, "f:containerPort": {} },
          },
          "f:resources": {
            ".": {},
            "f:limits": { ".": {}, "f:memory": {} },
            "f:requests": { ".": {}, "f:cpu": {} },
          },
          "f:terminationMessagePath": {},
          "f:terminationMessagePolicy": {},
        },
      },
      "f:dnsPolicy": {},
      "f:enableServiceLinks": {},
      "f:restartPolicy": {},
      "f:schedulerName": {},
      "f:securityContext": {},
      "f:terminationGracePeriodSeconds": {},
    },
  },
};

const CONDITIONS = ["PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"];

const OWNED_BY_KUBELET = {
  manager: "kubelet",
  operation: "Update",
  apiVersion: "v1",
  time: TIME,
  fieldsType: "FieldsV1",
  fieldsV1: {
    "f:status": {
      "f:conditions": Object.fromEntries(
        CONDITIONS.map((type) => [
          `k:{"type":"${type}"}`,
          { ".": {}, "f:lastProbeTime": {}, "f:lastTransitionTime": {}, "f:status": {}, "f:type": {} },
        ]),
      ),
      "f:containerStatuses": {},
      "f:hostIP": {},
      "f:hostIPs": {},
      "f:phase": {},
      "f:podIP": {},
      "f:podIPs": { ".": {}, 'k:{"ip":"10.0.0.2"}': { ".": {}, "f:ip": {} } },
      "f:startTime": {},
    },
  },
  subresource: "status",
};

/** A pod as the server shows it: what admission and the kubelet add to the part that decides flows. */
function asServed(pod) {
  const { metadata, spec, status } = pod;
  const [main] = spec.containers;
  return {
    ...pod,
    metadata: { ...metadata, managedFields: [OWNED_BY_CONTROLLER, OWNED_BY_KUBELET] },
    spec: {
      ...spec,
      dnsPolicy: "ClusterFirst",
      enableServiceLinks: true,
      preemptionPolicy: "PreemptLowerPriority",
      priority: 0,
      schedulerName: "default-scheduler",
      securityContext: {},
      serviceAccount: "default",
      terminationGracePeriodSeconds: 30,
      volumes: [
        {
          name: "token",
          projected: {
            defaultMode: 420,
            sources: [
              { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
              { configMap: { items: [{ key: "ca.crt", path: "ca.crt" }], name: "kube-root-ca.crt" } },
              {
                downwardAPI: {
                  items: [
                    { fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" }, path: "namespace" },
                  ],
                },
              },
            ],
          },
        },
      ],
    },
    status: {
      ...status,
      podIPs: [{ ip: status.podIP }],
      hostIPs: [{ ip: status.hostIP }],
      startTime: TIME,
      conditions: CONDITIONS.map((type) => ({
        type,
        status: "True",
        lastProbeTime: null,
        lastTransitionTime: TIME,
      })),
      containerStatuses: [
        {
          name: main.name,
          image: main.image,
          imageID: `${main.image}@sha256:${metadata.uid.replaceAll("-", "").repeat(2)}`,
          containerID: `containerd://${metadata.uid.replaceAll("-", "").repeat(2)}`,
          ready: true,
          restartCount: 0,
          started: true,
          lastState: {},
          state: { running: { startedAt: TIME } },
        },
      ],
    },
  };
}

const objects = clusterDocuments(JSON.parse(size)).map((text) => {
  const object = load(text);
  return object.kind === "Pod" ? asServed(object) : object;
});
const server = await ApiServer.start({ objects });
writeFileSync(kubeconfig, server.kubeconfig());
process.stdout.write(`${server.port}\n`);
