/** Truth cases T58 to T63 and T68 to T75 (section 5.3): tiers, priorities, ties. */

import { describe, expect, it } from "vitest";
import { admin, adminNetworkPolicy, baseline, inNamespace, label, networkPolicy } from "./builders.js";
import type { Case } from "./stage.js";
import {
  allowAll,
  back,
  denyAll,
  denyEgress,
  egress,
  everywhere,
  front,
  fromFront,
  mismatchesOf,
  outside,
  podsOfBack,
  podsOfFront,
  tcp,
  toBack,
} from "./stage.js";

const passApi = admin(
  20,
  egress({
    action: "Pass",
    to: [{ pods: { namespaceSelector: inNamespace("back"), podSelector: label("app", "api") } }],
    protocols: [tcp(8080)],
  }),
);
const denyEverything = admin(30, egress({ action: "Deny", to: [everywhere] }), "guard");
const story3 = [passApi, denyEverything];
const story5 = baseline(5, { subject: everywhere, ingress: [{ action: "Deny", from: [everywhere] }] });
const cases: readonly Case[] = [
  {
    id: "T58, T59: Story 1 denies pods of every namespace, the own one too, and nothing outside",
    objects: [
      admin(10, { subject: back, ingress: [{ action: "Deny", from: [everywhere] }] }),
      allowAll("back"),
    ],
    clauses: [`denied: * -> ${podsOfBack}`, `allowed: ${outside},back/host -> ${podsOfBack}`],
  },
  {
    id: "T60: Story 2, accepted ingress does not open egress",
    objects: [
      admin(30, {
        subject: everywhere,
        ingress: [{ action: "Accept", from: [front] }],
        egress: [{ action: "Accept", to: [{ pods: { podSelector: label("app", "db") } }] }],
      }),
      denyAll("front"),
      denyAll("back"),
    ],
    // Both sides accept what front sends to db; all else meets an isolating policy, save on the own node.
    clauses: [
      "denied: * -> *",
      `allowed: ${podsOfFront} -> back/db`,
      `allowed: ${podsOfFront} -> back/host`,
      `allowed: back/host -> ${podsOfFront}`,
    ],
  },
  {
    id: "T61: Story 3, Pass skips the lower policy",
    objects: story3,
    clauses: [
      `denied: ${podsOfFront} -> ${podsOfBack}`,
      "denied: front/web -> front/job",
      "denied: front/job -> front/web",
      `allowed: ${podsOfFront} -> back/api TCP:8080`,
    ],
  },
  {
    id: "T62: a NetworkPolicy decides after Pass",
    objects: [...story3, denyEgress("front")],
    clauses: [
      "denied: front/* -> *",
      `denied: ${podsOfFront} -> back/api TCP:8080,TCP:9090`,
      "allowed: front/* -> back/host",
    ],
  },
  {
    id: "T63: and the Baseline tier does not",
    objects: [...story3, denyEgress("front"), baseline(1, egress({ action: "Accept", to: [everywhere] }))],
    clauses: [
      "denied: front/* -> *",
      `denied: ${podsOfFront} -> back/api TCP:8080`,
      "allowed: front/* -> back/host",
    ],
  },
  {
    id: "T68: Story 5",
    objects: [story5],
    clauses: [
      "denied: * -> *",
      "allowed: * -> back/host",
      "allowed: back/host -> *",
      `allowed: ${outside} -> ${podsOfBack}`,
    ],
  },
  {
    id: "T69: a NetworkPolicy replaces the Baseline tier",
    objects: [
      story5,
      networkPolicy("back", {
        podSelector: label("app", "api"),
        policyTypes: ["Ingress"],
        ingress: [{ from: [{ namespaceSelector: inNamespace("front") }] }],
      }),
    ],
    clauses: [
      "denied: * -> *",
      "allowed: * -> back/host",
      "allowed: back/host -> *",
      `allowed: ${podsOfFront} -> back/api`,
      "denied: back/host -> back/api",
    ],
  },
  {
    id: "T70: not one for the other direction",
    objects: [story5, networkPolicy("back", { podSelector: {}, policyTypes: ["Egress"], egress: [{}] })],
    clauses: ["denied: * -> *", "allowed: * -> back/host", "allowed: back/host -> *"],
  },
  {
    id: "T70 strict: it may be one (U-10)",
    objects: [story5, networkPolicy("back", { podSelector: {}, policyTypes: ["Egress"], egress: [{}] })],
    clauses: [`undefined: * -> ${podsOfBack}`, `denied: * -> ${podsOfFront}`, "allowed: back/host -> *"],
    options: { profile: "strict" },
  },
  {
    id: "T71: a tie of Deny and Accept",
    objects: [admin(50, fromFront("Deny")), admin(50, fromFront("Accept"), "other")],
    clauses: [`undefined: ${podsOfFront} -> ${podsOfBack}`],
  },
  {
    id: "T72: a tie of Deny and Deny",
    objects: [admin(50, fromFront("Deny")), admin(50, fromFront("Deny"), "other")],
    clauses: [`denied: ${podsOfFront} -> ${podsOfBack}`],
  },
  {
    id: "T73: a tie of Deny and Pass",
    objects: [admin(50, fromFront("Deny")), admin(50, fromFront("Pass"), "other")],
    clauses: [`undefined: ${podsOfFront} -> ${podsOfBack}`],
  },
  {
    id: "T73: a tie of Deny and Pass over a Deny",
    objects: [
      admin(50, fromFront("Deny")),
      admin(50, fromFront("Pass"), "other"),
      baseline(1, fromFront("Deny")),
    ],
    clauses: [`denied: ${podsOfFront} -> ${podsOfBack}`],
  },
  {
    id: "T74: priority 0 comes before NetworkPolicy",
    objects: [admin(0, fromFront("Deny")), allowAll("back")],
    clauses: [`denied: ${podsOfFront} -> ${podsOfBack}`],
  },
  {
    id: "T75: the first rule wins",
    objects: [admin(0, egress(toBack("Accept"), toBack("Deny"), toBack("Pass"))), denyEgress("front")],
    clauses: ["denied: front/* -> *", `allowed: ${podsOfFront} -> ${podsOfBack},back/host`],
  },
  {
    id: "T74, T75: with the actions of AdminNetworkPolicy",
    objects: [adminNetworkPolicy(0, egress(toBack("Allow"), toBack("Deny"))), denyEgress("front")],
    clauses: ["denied: front/* -> *", `allowed: ${podsOfFront} -> ${podsOfBack},back/host`],
  },
];

describe("tiers", () => {
  it.each(cases)("$id", (row) => {
    expect(mismatchesOf(row)).toEqual([]);
  });
});
