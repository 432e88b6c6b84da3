/** Truth cases T76 to T87 (section 5.3): networks, nodes, names, unknown peers. */

import { describe, expect, it, test } from "vitest";
import { admin, baseline, networkPolicy, pod } from "./builders.js";
import type { Case } from "./stage.js";
import {
  back,
  cluster,
  denyEgress,
  egress,
  everyNetwork,
  everywhere,
  front,
  mismatchesOf,
  outside,
  podsOfBack,
  podsOfFront,
  tcp,
  toBack,
} from "./stage.js";
import { mismatches } from "./table.js";

const myService = [
  admin(
    55,
    egress({
      action: "Accept",
      to: [{ domainNames: ["my-service.com", "*.cloud-provider.io"] }],
      protocols: [tcp(443)],
    }),
  ),
  baseline(0, { subject: everywhere, egress: [{ action: "Deny", to: [everyNetwork] }] }, "default-deny"),
];
const bothNamesOfWeb = pod("back", "api", {
  ips: ["10.0.2.1", "fd00:2::3"],
  ports: [
    { name: "web", containerPort: 80 },
    { name: "web", containerPort: 8080, protocol: "UDP" },
  ],
});

const cases: readonly Case[] = [
  {
    id: "T76: networks of one family",
    objects: [admin(5, egress({ action: "Deny", to: [{ networks: ["0.0.0.0/0"] }] }))],
    clauses: [
      "denied: front/* -> * IPv4",
      "denied: front/web -> 203.0.113.1",
      "allowed: front/web -> 2001:db8::1",
    ],
  },
  {
    id: "T77: pods are let through before",
    objects: [admin(5, egress({ action: "Pass", to: [everywhere] }, { action: "Deny", to: [everyNetwork] }))],
    clauses: ["denied: front/web,front/job -> 203.0.113.1,2001:db8::1,back/host"],
  },
  {
    id: "T78: a nodes peer covers host pods, not a bridge",
    objects: [admin(5, egress({ action: "Deny", to: [{ nodes: {} }] }))],
    clauses: [
      "denied: front/* -> back/host",
      "denied: front/web -> node:n2,192.168.0.2",
      "allowed: front/web -> 172.17.0.1",
    ],
  },
  {
    id: "T79: names",
    objects: [
      admin(5, egress({ action: "Accept", to: [{ domainNames: ["*.kubernetes.io"] }] })),
      admin(6, egress({ action: "Deny", to: [everyNetwork] }), "below"),
    ],
    clauses: [
      "denied: front/* -> *",
      "allowed: front/web -> name:www.kubernetes.io,name:latest.blog.kubernetes.io,name:WWW.Kubernetes.IO.",
      "denied: front/web -> name:kubernetes.io,name:www.kubernetes.io.example.com,name:xkubernetes.io",
    ],
  },
  {
    id: "T80: an allow-list of names",
    objects: myService,
    clauses: [
      "denied: * -> *",
      "allowed: back/host -> *",
      "allowed: front/web -> name:my-service.com,name:a.b.cloud-provider.io TCP:443",
      "denied: front/web -> name:my-service.com TCP:80",
      "denied: back/api -> name:my-service.com TCP:443",
    ],
  },
  {
    id: "T81: over a NetworkPolicy",
    objects: [...myService, denyEgress("front")],
    clauses: [
      "denied: * -> *",
      "allowed: back/host -> *",
      "allowed: front/* -> back/host",
      "allowed: front/web -> name:my-service.com TCP:443",
    ],
  },
  {
    id: "T82: an unknown peer, ingress Deny",
    objects: [
      admin(5, {
        subject: back,
        ingress: [
          { action: "Accept", from: [front], protocols: [tcp(80)] },
          { action: "Deny", from: [{}] },
        ],
      }),
    ],
    clauses: [
      `denied: *,${outside} -> ${podsOfBack}`,
      `allowed: ${podsOfFront} -> ${podsOfBack} TCP:80`,
      "allowed: back/api -> back/api",
    ],
  },
  {
    id: "T82: an unknown peer, egress Pass",
    objects: [admin(5, egress(toBack("Accept"), { action: "Pass", to: [back, { planets: {} } as object] }))],
    clauses: [
      "denied: front/* -> *",
      `allowed: ${podsOfFront} -> ${podsOfBack}`,
      "denied: front/web -> name:a.example",
    ],
  },
  {
    id: "T83: an unknown peer, Accept",
    objects: [admin(5, egress({ action: "Accept", to: [back, {}] })), denyEgress("front")],
    clauses: ["denied: front/* -> *", "allowed: front/* -> back/host"],
  },
  {
    id: "T83: an unknown peer, Accept, nothing else",
    objects: [admin(5, egress({ action: "Accept", to: [{}] }))],
    clauses: ["allowed: front/web -> 203.0.113.1"],
  },
  {
    id: "T84: one name, two protocols",
    objects: [
      bothNamesOfWeb,
      admin(5, egress({ action: "Deny", to: [everywhere], protocols: [{ destinationNamedPort: "web" }] })),
    ],
    clauses: [
      "denied: front/web,front/job -> back/api TCP:80,UDP:8080",
      "allowed: front/web,front/job -> back/api TCP:8080,UDP:80",
    ],
  },
  {
    id: "T85: host pods, nodes and external sources are no peers",
    objects: [admin(5, { subject: everywhere, ingress: [{ action: "Deny", from: [everywhere] }] })],
    clauses: [
      "denied: * -> *",
      "allowed: back/host -> *",
      "allowed: * -> back/host",
      `allowed: ${outside} -> ${podsOfBack}`,
    ],
  },
  {
    id: "T86: a pod reaches its own address",
    objects: [admin(5, { subject: back, ingress: [{ action: "Deny", from: [everywhere] }] })],
    clauses: [
      `denied: * -> ${podsOfBack}`,
      "allowed: back/host -> back/api,back/db",
      "allowed: back/api -> back/api,10.0.2.1",
    ],
  },
];

describe("peers", () => {
  it.each(cases)("$id", (row) => {
    expect(mismatchesOf(row)).toEqual([]);
  });
});

test("T87: the example of NPEP-126", () => {
  const dns = { udp: { destinationPort: { number: 53 } } };
  const policies = [
    admin(50, {
      subject: everywhere,
      egress: [
        {
          action: "Deny",
          to: [{ networks: ["194.0.2.0/24", "205.0.113.15/32", "199.51.100.10/32"] }],
          protocols: [dns],
        },
        { action: "Accept", to: [{ networks: ["192.0.2.0/24", "203.0.113.0/24", "198.51.100.0/24"] }] },
        { action: "Pass", to: [{ networks: ["0.0.0.0/0"] }] },
      ],
    }),
    baseline(0, { subject: everywhere, egress: [{ action: "Deny", to: [{ networks: ["0.0.0.0/0"] }] }] }),
  ];
  const open = networkPolicy("front", {
    podSelector: {},
    policyTypes: ["Egress"],
    egress: [{ to: [{ ipBlock: { cidr: "8.8.8.8/32" } }] }],
  });
  const clauses = [
    "denied: front/* -> *",
    "denied: back/api,back/db -> front/web,front/job,back/host",
    "denied: back/api -> back/db",
    "denied: back/db -> back/api",
    "denied: front/web -> 194.0.2.1 UDP:53",
    "allowed: front/web -> 192.0.2.5",
    "denied: front/web,back/api -> 8.8.8.8",
  ];
  // Beside an isolating NetworkPolicy the host pod on their own node is open to them (S-NODE-L4).
  const opened = [...clauses, "allowed: front/web -> 8.8.8.8", "allowed: front/* -> back/host"];
  expect(mismatches([...cluster, ...policies], clauses, { complete: true })).toEqual([]);
  expect(mismatches([...cluster, ...policies, open], opened, { complete: true })).toEqual([]);
});
