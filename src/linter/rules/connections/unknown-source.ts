import type { DomainEndpoint } from "../../../cluster/model/endpoint.js";
import type { Family } from "../../../base/net/address.js";

/** A source of which the input tells nothing: any address, and any pod that has it. */
export const ANYBODY: DomainEndpoint = {
  type: "domain",
  id: "domain/anybody",
  name: "anybody",
  mayBePod: true,
};

/** The same, of which it is known that it is no pod. */
export const ANY_ADDRESS: DomainEndpoint = {
  type: "domain",
  id: "domain/any-address",
  name: "any address",
  mayBePod: false,
};

/** What is denied to all of these is denied to one of them: addresses for documentation, which nobody has. */
export const UNKNOWN_SOURCES: Readonly<Record<Family, string>> = {
  IPv4: "203.0.113.7",
  IPv6: "2001:db8::7",
};
