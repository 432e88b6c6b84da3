import {
  controllerOf,
  hostAddresses,
  labelsOfMetadata,
  nodeNameIn,
  podAddresses,
  podAddressTexts,
  POD_KEEP,
  POD_KEEP_TO_LINT,
} from "./pod-spec.js";
import { containerPorts } from "./container-ports.js";
import { field, textValueIn, valueIn, type Node } from "../../../source/manifest/node.js";
import { podSettings } from "./pod-settings.js";
import { untoldLabelsOf } from "../untold-labels.js";
import { podTraits } from "./pod-traits.js";
import type { Address, Family } from "../../../base/net/address.js";
import type { ContainerPort } from "../../model/endpoint.js";
import type { UntoldLabel } from "../../model/untold-label.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";
import type { Labels } from "../../model/labels.js";
import type { ObjectRef } from "../../model/object-ref.js";
import type { Value } from "../../../source/manifest/value.js";
import type { Origin } from "../../../source/manifest/origin.js";
import type { OwnerRef, PodObject } from "../../model/objects.js";
import type { PodSettings } from "../../model/configured.js";
import type { PodTraits } from "../../model/pod-traits.js";

/** v1 Pod (S-SEL-7, S-WL-*). */
export const POD: KindReader = {
  isNamespaced: true,
  labelled: [["metadata"]],
  podSpecs: [["spec"]],
  keep: POD_KEEP,
  keepToLint: POD_KEEP_TO_LINT,
  read(object: ApiObject): ObjectReading {
    return { objects: [{ type: "pod", pod: new ReadPod(object) }], problems: [] };
  },
};

/** A pod of which most is read when it is asked for: a cluster has thousands, a flow two. */
class ReadPod implements PodObject {
  readonly ref: ObjectRef;
  readonly #node: Node;
  #labels: Labels | undefined;
  #ports: { readonly known: readonly ContainerPort[] | undefined } | undefined;
  #addresses: readonly Address[] | undefined;

  constructor({ ref, node }: ApiObject) {
    this.ref = ref;
    this.#node = node;
  }

  get origin(): Origin {
    return this.#node.origin;
  }

  get owner(): OwnerRef | undefined {
    return controllerOf(this.#in("metadata"));
  }

  get labels(): Labels {
    this.#labels ??= labelsOfMetadata(this.#in("metadata"));
    return this.#labels;
  }

  get hostNetwork(): boolean {
    return valueIn(this.#in("spec"), "hostNetwork") === true;
  }

  get node(): string | undefined {
    return nodeNameIn(this.#in("spec"));
  }

  get ports(): readonly ContainerPort[] | undefined {
    this.#ports ??= { known: containerPorts(this.#in("spec")) };
    return this.#ports.known;
  }

  get addresses(): readonly Address[] | undefined {
    this.#addresses ??= podAddresses(this.#node.value);
    return this.#addresses.length === 0 ? undefined : this.#addresses;
  }

  get hostAddresses(): readonly Address[] {
    return hostAddresses(this.#node.value);
  }

  get families(): readonly Family[] {
    return podAddressTexts(this.#node.value).map((text) => (text.includes(":") ? "IPv6" : "IPv4"));
  }

  get untoldLabels(): readonly UntoldLabel[] {
    return untoldLabelsOf(this.labels);
  }

  get traits(): PodTraits {
    return podTraits(this.#metadata, this.#spec);
  }

  get settings(): PodSettings {
    return podSettings(this.#metadata, this.#spec);
  }

  get hasEnded(): boolean {
    const phase = textValueIn(this.#in("status"), "phase");
    return phase === "Succeeded" || phase === "Failed";
  }

  get isTerminating(): boolean {
    return valueIn(this.#in("metadata"), "deletionTimestamp") !== undefined;
  }

  get noAddressYet(): boolean {
    const status = this.#in("status");
    const isManifest = status === undefined || Object.keys(status as object).length === 0;
    return !isManifest && this.addresses === undefined;
  }

  /** A part of it without its place, which takes an object for each field that is asked for. */
  #in(part: "metadata" | "spec" | "status"): Value | undefined {
    return valueIn(this.#node.value, part);
  }

  get #metadata(): Node | undefined {
    return field(this.#node, "metadata");
  }

  get #spec(): Node | undefined {
    return field(this.#node, "spec");
  }
}
