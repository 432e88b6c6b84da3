import { entries, field, fieldAt, items, numberOf, textOf, type Node } from "../node.js";
import { FIRST_PORT, LAST_PORT } from "../../net/port-set.js";
import { labelsOf, type Labels } from "../../model/labels.js";
import { parseAddress, type Address } from "../../net/address.js";
import { PROTOCOLS } from "../../net/traffic.js";
import type { ApiObject, KindReader, ObjectReading } from "../kind.js";
import type { ObjectRef } from "../../model/object-ref.js";
import type { Origin } from "../../manifest/origin.js";
import type { ServiceObject, ServicePort } from "../../model/objects.js";

/** v1 Service: its addresses, which are no pod's and no outside address, and the pods behind it (S-SVC-1). */
export const SERVICE: KindReader = {
  isNamespaced: true,
  read(object: ApiObject): ObjectReading {
    return { objects: [{ type: "service", service: new ReadService(object) }], problems: [] };
  },
};

/** Types whose ports are open on every node, which whoever reaches a node reaches. */
const OUTSIDE_TYPES: ReadonlySet<string> = new Set(["NodePort", "LoadBalancer"]);

/** A Service of which its pods and ports are read when they are asked for: most questions need its addresses alone. */
class ReadService implements ServiceObject {
  readonly ref: ObjectRef;
  readonly addresses: readonly Address[];
  readonly #node: Node;
  #selector: Labels | undefined;
  #ports: readonly ServicePort[] | undefined;

  constructor({ ref, node }: ApiObject) {
    this.ref = ref;
    this.#node = node;
    this.addresses = addressesIn(node);
  }

  get origin(): Origin {
    return this.#node.origin;
  }

  get isHeadless(): boolean {
    return textOf(field(this.#spec, "clusterIP")) === "None" && this.#type !== "ExternalName";
  }

  get isPublished(): boolean {
    return OUTSIDE_TYPES.has(this.#type) || items(field(this.#spec, "externalIPs")).length > 0;
  }

  get selector(): Labels | undefined {
    const pairs = entries(field(this.#spec, "selector"));
    if (pairs.length === 0 || this.#type === "ExternalName") return undefined;
    this.#selector ??= labelsOf(pairs.map(([key, value]) => [key, textOf(value) ?? ""]));
    return this.#selector;
  }

  get ports(): readonly ServicePort[] {
    this.#ports ??= items(field(this.#spec, "ports")).flatMap(portIn);
    return this.#ports;
  }

  get #spec(): Node | undefined {
    return field(this.#node, "spec");
  }

  get #type(): string {
    return textOf(field(this.#spec, "type")) ?? "ClusterIP";
  }
}

function addressesIn(node: Node): Address[] {
  const spec = field(node, "spec");
  const balancers = items(fieldAt(node, "status", "loadBalancer", "ingress")).map((each) =>
    textOf(field(each, "ip")),
  );
  const lists = ["clusterIPs", "externalIPs"].flatMap((key) => items(field(spec, key)).map(textOf));
  const texts = new Set([textOf(field(spec, "clusterIP")), ...lists, ...balancers]);
  return [...texts].flatMap((text) => (text === undefined ? [] : (parseAddress(text) ?? [])));
}

/** A port that can be used; what a server would refuse is left out. */
function portIn(node: Node): ServicePort[] {
  const port = numberOf(field(node, "port"));
  const written = textOf(field(node, "protocol")) ?? "TCP";
  const protocol = PROTOCOLS.find((each) => each === written);
  if (port === undefined || !isPort(port) || protocol === undefined) return [];
  const target = field(node, "targetPort");
  const number = numberOf(target);
  if (number !== undefined && !isPort(number)) return [];
  return [{ protocol, port, target: number ?? textOf(target) ?? port }];
}

function isPort(number: number): boolean {
  return Number.isInteger(number) && number >= FIRST_PORT && number <= LAST_PORT;
}
