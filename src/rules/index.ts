import { baselineNotDefault } from "./baseline-not-default.js";
import { cel } from "./cel.js";
import { clusterScopedNamespace } from "./cluster-scoped-namespace.js";
import { domainNameIsAddress } from "./domain-name-is-address.js";
import { domainNamesInBaseline } from "./domain-names-in-baseline.js";
import { domainNamesWithoutAccept } from "./domain-names-without-accept.js";
import { duplicateKey } from "./duplicate-key.js";
import { exceptOutsideCidr } from "./except-outside-cidr.js";
import { invalidActionForKind } from "./invalid-action-for-kind.js";
import { invalidCidr } from "./invalid-cidr.js";
import { invalidDomainName } from "./invalid-domain-name.js";
import { invalidPortRange } from "./invalid-port-range.js";
import { invalidSelector } from "./invalid-selector.js";
import { labelKeyNotString } from "./label-key-not-string.js";
import { labelNotString } from "./label-not-string.js";
import { limitsExceeded } from "./limits-exceeded.js";
import { namedPortEmpty } from "./named-port-empty.js";
import { namedPortWithIpPeer } from "./named-port-with-ip-peer.js";
import { notAnalysed } from "./not-analysed.js";
import { removedApiVersion } from "./removed-api-version.js";
import { schema } from "./schema.js";
import { uncheckedAction } from "./unchecked-action.js";
import { uncheckedCidr } from "./unchecked-cidr.js";
import { uncheckedPortRange } from "./unchecked-port-range.js";
import { uncheckedProtocol } from "./unchecked-protocol.js";
import { uncheckedSelector } from "./unchecked-selector.js";
import { unknownField } from "./unknown-field.js";
import { unservedKind } from "./unserved-kind.js";
import { wrongCaseField } from "./wrong-case-field.js";
import type { Rule } from "./rule.js";

/** Every rule, by id. */
export const RULES: readonly Rule[] = Object.freeze([
  baselineNotDefault,
  cel,
  clusterScopedNamespace,
  domainNameIsAddress,
  domainNamesInBaseline,
  domainNamesWithoutAccept,
  duplicateKey,
  exceptOutsideCidr,
  invalidActionForKind,
  invalidCidr,
  invalidDomainName,
  invalidPortRange,
  invalidSelector,
  labelKeyNotString,
  labelNotString,
  limitsExceeded,
  namedPortEmpty,
  namedPortWithIpPeer,
  notAnalysed,
  removedApiVersion,
  schema,
  uncheckedAction,
  uncheckedCidr,
  uncheckedPortRange,
  uncheckedProtocol,
  uncheckedSelector,
  unknownField,
  unservedKind,
  wrongCaseField,
]);
