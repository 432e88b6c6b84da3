import { field, fieldAt, items, textOf } from "../node.js";
import { parseAddress } from "../../net/address.js";
import type { ApiObject, KindReader, ObjectReading } from "../kind.js";

/** v1 Service: its addresses, which are no pod's and no outside address (S-SVC-1). */
export const SERVICE: KindReader = {
  isNamespaced: true,
  read({ ref, node }: ApiObject): ObjectReading {
    const spec = field(node, "spec");
    const balancers = items(fieldAt(node, "status", "loadBalancer", "ingress")).map((each) =>
      textOf(field(each, "ip")),
    );
    const lists = ["clusterIPs", "externalIPs"].flatMap((key) => items(field(spec, key)).map(textOf));
    const texts = new Set([textOf(field(spec, "clusterIP")), ...lists, ...balancers]);
    const addresses = [...texts].flatMap((text) => (text === undefined ? [] : (parseAddress(text) ?? [])));
    const isHeadless =
      textOf(field(spec, "clusterIP")) === "None" && textOf(field(spec, "type")) !== "ExternalName";
    const service = { ref, isHeadless, addresses, origin: node.origin };
    return { objects: [{ type: "service", service }], problems: [] };
  },
};
