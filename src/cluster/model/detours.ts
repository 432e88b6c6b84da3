import type { ObjectRef } from "./object-ref.js";
import type { Origin } from "../../source/manifest/origin.js";

/** An object that shows a way on which no policy of pods is asked. */
export type DetourObject =
  /** Traffic of pods leaves the cluster elsewhere, or as somebody else (B-12). */
  | { readonly type: "egress-gateway"; readonly ref: ObjectRef; readonly origin: Origin }
  /** A role; what of the API server and the kubelet it lets be used to connect to pods, nodes and Services: often nothing (B-18). */
  | {
      readonly type: "role";
      readonly ref: ObjectRef;
      readonly connects: readonly string[];
      readonly origin: Origin;
    }
  /** What the API server connects to, as somebody asks it to: a Service or an address, or neither (B-19). */
  | {
      readonly type: "server-call";
      readonly ref: ObjectRef;
      readonly isCalled: boolean;
      readonly origin: Origin;
    };

/** Kinds of other vendors' policies that lead traffic out of the cluster too: of these only that they are there is known. */
export const EGRESS_POLICY_KINDS: ReadonlySet<string> = new Set(["EgressIP", "NetNamespace"]);
