import { allowAllCancelsDeny } from "./allow-all-cancels-deny.js";
import { allowAllRule } from "./allow-all-rule.js";
import { apiServerUnreachable } from "./api-server-unreachable.js";
import { baselineNeverReached } from "./baseline-never-reached.js";
import { baselineNotDefault } from "./baseline-not-default.js";
import { cel } from "./cel.js";
import { cidrHostBits } from "./cidr-host-bits.js";
import { clusterScopedNamespace } from "./cluster-scoped-namespace.js";
import { denyByNameImpossible } from "./deny-by-name-impossible.js";
import { denyEgressWrittenAsEmptyList } from "./deny-egress-written-as-empty-list.js";
import { denyHitsClusterServices } from "./deny-hits-cluster-services.js";
import { dnsEgressMissing } from "./dns-egress-missing.js";
import { domainNameApex } from "./domain-name-apex.js";
import { domainNameIsAddress } from "./domain-name-is-address.js";
import { domainNamesInBaseline } from "./domain-names-in-baseline.js";
import { domainNamesShadowedByNetworks } from "./domain-names-shadowed-by-networks.js";
import { domainNamesWithoutAccept } from "./domain-names-without-accept.js";
import { domainNamesWithoutDeny } from "./domain-names-without-deny.js";
import { domainNamesWithoutDns } from "./domain-names-without-dns.js";
import { duplicateKey } from "./duplicate-key.js";
import { duplicateObject } from "./duplicate-object.js";
import { egressUnrestricted } from "./egress-unrestricted.js";
import { emptyListMeansAll } from "./empty-list-means-all.js";
import { emptyPolicy } from "./empty-policy.js";
import { exceptOutsideCidr } from "./except-outside-cidr.js";
import { exceptReopened } from "./except-reopened.js";
import { ingressBackendBlocked } from "./ingress-backend-blocked.js";
import { invalidActionForKind } from "./invalid-action-for-kind.js";
import { invalidCidr } from "./invalid-cidr.js";
import { invalidDomainName } from "./invalid-domain-name.js";
import { invalidPortRange } from "./invalid-port-range.js";
import { invalidSelector } from "./invalid-selector.js";
import { ipv6Forgotten } from "./ipv6-forgotten.js";
import { isolationBypassedByAdminTier } from "./isolation-bypassed-by-admin-tier.js";
import { labelKeyNotString } from "./label-key-not-string.js";
import { labelNotString } from "./label-not-string.js";
import { labelTypo } from "./label-typo.js";
import { legacyIsolationAnnotation } from "./legacy-isolation-annotation.js";
import { limitsExceeded } from "./limits-exceeded.js";
import { loadBalancerSourceLost } from "./load-balancer-source-lost.js";
import { metadataAddressReachable } from "./metadata-address-reachable.js";
import { metricsScrapeBlocked } from "./metrics-scrape-blocked.js";
import { mixedApiGenerations } from "./mixed-api-generations.js";
import { namedPortEmpty } from "./named-port-empty.js";
import { namedPortUnresolved } from "./named-port-unresolved.js";
import { namedPortWithIpPeer } from "./named-port-with-ip-peer.js";
import { namespaceNotFound } from "./namespace-not-found.js";
import { namespaceSelectorMatchesNone } from "./namespace-selector-matches-none.js";
import { namespaceUnset } from "./namespace-unset.js";
import { noDefaultDeny } from "./no-default-deny.js";
import { nonCanonicalCidr } from "./non-canonical-cidr.js";
import { notAnalysed } from "./not-analysed.js";
import { nullRuleAllowsAll } from "./null-rule-allows-all.js";
import { olderShapeSelectsEverything } from "./older-shape-selects-everything.js";
import { oneSidedFlow } from "./one-sided-flow.js";
import { openToWorld } from "./open-to-world.js";
import { overriddenByAdminTier } from "./overridden-by-admin-tier.js";
import { partiallyShadowedRule } from "./partially-shadowed-rule.js";
import { passToNothing } from "./pass-to-nothing.js";
import { peerSelectsNoPods } from "./peer-selects-no-pods.js";
import { policyTypesImplicit } from "./policy-types-implicit.js";
import { policyTypesOmitsDirection } from "./policy-types-omits-direction.js";
import { protocolOmitted } from "./protocol-omitted.js";
import { redundantPolicy } from "./redundant-policy.js";
import { redundantRule } from "./redundant-rule.js";
import { removedApiVersion } from "./removed-api-version.js";
import { ruleSplitByDash } from "./rule-split-by-dash.js";
import { samePriority } from "./same-priority.js";
import { samePriorityConflict } from "./same-priority-conflict.js";
import { schema } from "./schema.js";
import { selectorContradiction } from "./selector-contradiction.js";
import { selectorEmptiedByNull } from "./selector-emptied-by-null.js";
import { selectsNoPods } from "./selects-no-pods.js";
import { sensitivePortExposed } from "./sensitive-port-exposed.js";
import { servicePortNotTargetPort } from "./service-port-not-target-port.js";
import { severalBaselines } from "./several-baselines.js";
import { shadowedRule } from "./shadowed-rule.js";
import { uncheckedAction } from "./unchecked-action.js";
import { uncheckedCidr } from "./unchecked-cidr.js";
import { uncheckedPortRange } from "./unchecked-port-range.js";
import { uncheckedProtocol } from "./unchecked-protocol.js";
import { uncheckedSelector } from "./unchecked-selector.js";
import { unevaluatedPolicyKinds } from "./unevaluated-policy-kinds.js";
import { unknownField } from "./unknown-field.js";
import { unlabelledNamespacesNotDenied } from "./unlabelled-namespaces-not-denied.js";
import { unnamedRule } from "./unnamed-rule.js";
import { unservedKind } from "./unserved-kind.js";
import { vacuousPolicy } from "./vacuous-policy.js";
import { volatileLabelInSelector } from "./volatile-label-in-selector.js";
import { webhookPortBlocked } from "./webhook-port-blocked.js";
import { wrongCaseField } from "./wrong-case-field.js";
import type { Rule } from "./rule.js";

/** Every rule, by id. */
export const RULES: readonly Rule[] = Object.freeze([
  allowAllCancelsDeny,
  allowAllRule,
  apiServerUnreachable,
  baselineNeverReached,
  baselineNotDefault,
  cel,
  cidrHostBits,
  clusterScopedNamespace,
  denyByNameImpossible,
  denyEgressWrittenAsEmptyList,
  denyHitsClusterServices,
  dnsEgressMissing,
  domainNameApex,
  domainNameIsAddress,
  domainNamesInBaseline,
  domainNamesShadowedByNetworks,
  domainNamesWithoutAccept,
  domainNamesWithoutDeny,
  domainNamesWithoutDns,
  duplicateKey,
  duplicateObject,
  egressUnrestricted,
  emptyListMeansAll,
  emptyPolicy,
  exceptOutsideCidr,
  exceptReopened,
  ingressBackendBlocked,
  invalidActionForKind,
  invalidCidr,
  invalidDomainName,
  invalidPortRange,
  invalidSelector,
  ipv6Forgotten,
  isolationBypassedByAdminTier,
  labelKeyNotString,
  labelNotString,
  labelTypo,
  legacyIsolationAnnotation,
  limitsExceeded,
  loadBalancerSourceLost,
  metadataAddressReachable,
  metricsScrapeBlocked,
  mixedApiGenerations,
  namedPortEmpty,
  namedPortUnresolved,
  namedPortWithIpPeer,
  namespaceNotFound,
  namespaceSelectorMatchesNone,
  namespaceUnset,
  noDefaultDeny,
  nonCanonicalCidr,
  notAnalysed,
  nullRuleAllowsAll,
  olderShapeSelectsEverything,
  oneSidedFlow,
  openToWorld,
  overriddenByAdminTier,
  partiallyShadowedRule,
  passToNothing,
  peerSelectsNoPods,
  policyTypesImplicit,
  policyTypesOmitsDirection,
  protocolOmitted,
  redundantPolicy,
  redundantRule,
  removedApiVersion,
  ruleSplitByDash,
  samePriority,
  samePriorityConflict,
  schema,
  selectorContradiction,
  selectorEmptiedByNull,
  selectsNoPods,
  sensitivePortExposed,
  servicePortNotTargetPort,
  severalBaselines,
  shadowedRule,
  uncheckedAction,
  uncheckedCidr,
  uncheckedPortRange,
  uncheckedProtocol,
  uncheckedSelector,
  unevaluatedPolicyKinds,
  unknownField,
  unlabelledNamespacesNotDenied,
  unnamedRule,
  unservedKind,
  vacuousPolicy,
  volatileLabelInSelector,
  webhookPortBlocked,
  wrongCaseField,
]);
