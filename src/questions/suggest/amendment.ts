import { pathOf } from "../../source/manifest/origin.js";
import type { Document } from "../../source/manifest/document.js";
import type { Action, Direction, Peer, Policy, PortMatch, Rule } from "../../cluster/model/policy.js";
import type { Edit } from "../../source/edit/edit.js";
import type { Label, NewPeer, NewPort } from "../../cluster/model/new-parts.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";
import type { ValueChange } from "../mistakes/dead-values.js";

/** Why an edit is proposed only where nothing else was found. */
export type LastResort =
  /** A policy that is there to deny by default is left as it is. */
  | "default-deny"
  /** What labels select may be more than one policy. */
  | "label";

/** What is done to one object, with the edits of its file that do it. */
export type Amendment = AmendmentFacts & {
  readonly lastResort?: LastResort;
  /** The document that is edited, or behind whose file another one is put. */
  readonly document: Document;
  readonly edits: readonly Edit[];
};

/** A rule as it stood before. */
export interface RuleFacts {
  readonly policy: Policy;
  readonly direction: Direction;
  readonly rule: Rule;
}

/** What is done, for the words. */
export type AmendmentFacts =
  | {
      readonly kind: "replace-value";
      readonly policy: Policy;
      /** The rule in which it is written; undefined for the subject of the policy. */
      readonly rule: Rule | undefined;
      readonly change: ValueChange;
    }
  | (RuleFacts & { readonly kind: "add-port"; readonly ports: readonly NewPort[] })
  | (RuleFacts & { readonly kind: "widen-port"; readonly from: NewPort; readonly to: NewPort })
  | (RuleFacts & { readonly kind: "add-peer"; readonly peers: readonly NewPeer[] })
  | {
      readonly kind: "add-rule";
      readonly policy: Policy;
      readonly direction: Direction;
      readonly action: Action;
      /** The number of the rule before which it stands, from 0; undefined behind the last one. */
      readonly before: number | undefined;
      readonly peers: readonly NewPeer[];
      /** Undefined for all traffic. */
      readonly ports: readonly NewPort[] | undefined;
    }
  | (RuleFacts & { readonly kind: "narrow-ports"; readonly ports: readonly NewPort[] })
  | (RuleFacts & { readonly kind: "remove-port"; readonly port: PortMatch })
  | (RuleFacts & { readonly kind: "remove-peer"; readonly peer: Peer })
  | (RuleFacts & { readonly kind: "add-exception"; readonly peer: Peer; readonly except: readonly NewPeer[] })
  | (RuleFacts & { readonly kind: "leave-out-label"; readonly peer: Peer; readonly label: Label })
  | (RuleFacts & { readonly kind: "remove-rule" })
  | {
      readonly kind: "set-priority";
      readonly policy: Policy;
      readonly priority: number;
    }
  | {
      readonly kind: "add-label";
      /** A Namespace, or the workload whose pods get it. */
      readonly of: Omit<ObjectRef, "apiVersion">;
      readonly label: Label;
    }
  | {
      readonly kind: "add-policy";
      readonly of: Omit<ObjectRef, "apiVersion">;
      readonly direction: Direction;
      readonly subject: readonly Label[];
      /** Undefined where nothing is allowed. */
      readonly peers: readonly NewPeer[] | undefined;
      readonly ports: readonly NewPort[] | undefined;
    };

/** The ways in which an object can be changed so that a verdict flips. */
export type AmendmentKind = AmendmentFacts["kind"];

/** Of suggestions that are alike otherwise, the one whose kind stands first here comes first. */
export const KINDS: readonly AmendmentKind[] = [
  "replace-value",
  "add-port",
  "widen-port",
  "add-peer",
  "add-rule",
  "narrow-ports",
  "remove-port",
  "add-exception",
  "leave-out-label",
  "remove-peer",
  "remove-rule",
  "set-priority",
  "add-label",
  "add-policy",
];

/** What takes something away from a rule: another rule may still do what it did. */
export function takesAway({ kind }: AmendmentFacts): boolean {
  return TAKING_AWAY.has(kind);
}

const TAKING_AWAY: ReadonlySet<AmendmentKind> = new Set([
  "narrow-ports",
  "remove-port",
  "add-exception",
  "leave-out-label",
  "remove-peer",
  "remove-rule",
]);

/** Edits of rules, peers and ports that are taken out whole. */
export function removes({ kind }: AmendmentFacts): boolean {
  return kind === "remove-port" || kind === "remove-peer" || kind === "remove-rule";
}

/** The same text for what does the same to the same object. */
export function amendmentKey({ document, edits }: Amendment): string {
  const each = edits.map((edit) =>
    edit.type === "add-document" ? [edit.type, edit.value] : [pathOf(edit.at), { ...edit, at: undefined }],
  );
  return JSON.stringify([document.file.name, document.index, each]);
}
