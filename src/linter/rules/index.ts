import { foreignPolicyOrder } from "./foreign-policy-order/rule.js";
import { existingConnections } from "./existing-connections/rule.js";
import { podStartWindow } from "./pod-start-window/rule.js";
import { localDnsNotAllowed } from "./local-dns-not-allowed/rule.js";
import { nodePortBypass } from "./node-port-bypass/rule.js";
import { serviceSelectorMismatch } from "./service-selector-mismatch/rule.js";
import { exceptCancelsAllow } from "./except-cancels-allow/rule.js";
import { clientIpHidden } from "./client-ip-hidden/rule.js";
import { closedService } from "./closed-service/rule.js";
import { hostPodPeer } from "./host-pod-peer/rule.js";
import { ipBlockCoversServices } from "./ip-block-covers-services/rule.js";
import { apiServerByIpBlock } from "./api-server-by-ip-block/rule.js";
import { ipBlockCoversNodes } from "./ip-block-covers-nodes/rule.js";
import { ipBlockCoversPods } from "./ip-block-covers-pods/rule.js";
import { namedPortConflict } from "./named-port-conflict/rule.js";
import { sctpUnsupported } from "./sctp-unsupported/rule.js";
import { endPortUnsupported } from "./end-port-unsupported/rule.js";
import { priorityOutOfPluginRange } from "./priority-out-of-plugin-range/rule.js";
import { policyKindNotEnforced } from "./policy-kind-not-enforced/rule.js";
import { absentFromInput } from "./absent-from-input/rule.js";
import { acceptanceWithoutEffect } from "./acceptance-without-effect/rule.js";
import { allNamespacesNotInternet } from "./all-namespaces-not-internet/rule.js";
import { allowAllCancelsDeny } from "./allow-all-cancels-deny/rule.js";
import { allowAllRule } from "./allow-all-rule/rule.js";
import { apiPortNeverAllowed } from "./api-port-never-allowed/rule.js";
import { apiServerUnreachable } from "./api-server-unreachable/rule.js";
import { baselineNeverReached } from "./baseline-never-reached/rule.js";
import { baselineNotDefault } from "./baseline-not-default/rule.js";
import { cel } from "./cel/rule.js";
import { cidrHostBits } from "./cidr-host-bits/rule.js";
import { clusterScopedNamespace } from "./cluster-scoped-namespace/rule.js";
import { configuredAddressBlocked } from "./configured-address-blocked/rule.js";
import { denyByNameImpossible } from "./deny-by-name-impossible/rule.js";
import { denyEgressWrittenAsEmptyList } from "./deny-egress-written-as-empty-list/rule.js";
import { denyHitsClusterServices } from "./deny-hits-cluster-services/rule.js";
import { dnsEgressMissing } from "./dns-egress-missing/rule.js";
import { dnsPortNeverAllowed } from "./dns-port-never-allowed/rule.js";
import { domainNameApex } from "./domain-name-apex/rule.js";
import { domainNameInCluster } from "./domain-name-in-cluster/rule.js";
import { domainNameIsAddress } from "./domain-name-is-address/rule.js";
import { domainNameTooBroad } from "./domain-name-too-broad/rule.js";
import { domainNameUnlisted } from "./domain-name-unlisted/rule.js";
import { domainNamesInBaseline } from "./domain-names-in-baseline/rule.js";
import { domainNamesShadowedByNetworks } from "./domain-names-shadowed-by-networks/rule.js";
import { domainNamesWithoutAccept } from "./domain-names-without-accept/rule.js";
import { domainNamesWithoutDeny } from "./domain-names-without-deny/rule.js";
import { domainNamesWithoutDns } from "./domain-names-without-dns/rule.js";
import { duplicateKey } from "./duplicate-key/rule.js";
import { duplicateObject } from "./duplicate-object/rule.js";
import { egressUnrestricted } from "./egress-unrestricted/rule.js";
import { emptyListMeansAll } from "./empty-list-means-all/rule.js";
import { emptyPolicy } from "./empty-policy/rule.js";
import { exceptOutsideCidr } from "./except-outside-cidr/rule.js";
import { exceptReopened } from "./except-reopened/rule.js";
import { gateLoosened } from "./gate-loosened/rule.js";
import { hostNetworkPeer } from "./host-network-peer/rule.js";
import { hostNetworkSubject } from "./host-network-subject/rule.js";
import { ingressBackendBlocked } from "./ingress-backend-blocked/rule.js";
import { invalidActionForKind } from "./invalid-action-for-kind/rule.js";
import { invalidCidr } from "./invalid-cidr/rule.js";
import { invalidDomainName } from "./invalid-domain-name/rule.js";
import { invalidPortRange } from "./invalid-port-range/rule.js";
import { invalidSelector } from "./invalid-selector/rule.js";
import { invalidSuppression } from "./invalid-suppression/rule.js";
import { ipv6Forgotten } from "./ipv6-forgotten/rule.js";
import { isolationBypassedByAdminTier } from "./isolation-bypassed-by-admin-tier/rule.js";
import { labelKeyNotString } from "./label-key-not-string/rule.js";
import { labelNotString } from "./label-not-string/rule.js";
import { labelTypo } from "./label-typo/rule.js";
import { legacyIsolationAnnotation } from "./legacy-isolation-annotation/rule.js";
import { limitsExceeded } from "./limits-exceeded/rule.js";
import { loadBalancerSourceLost } from "./load-balancer-source-lost/rule.js";
import { metadataAddressReachable } from "./metadata-address-reachable/rule.js";
import { metricsScrapeBlocked } from "./metrics-scrape-blocked/rule.js";
import { mixedApiGenerations } from "./mixed-api-generations/rule.js";
import { namedPortAmbiguous } from "./named-port-ambiguous/rule.js";
import { namedPortEmpty } from "./named-port-empty/rule.js";
import { namedPortUnresolved } from "./named-port-unresolved/rule.js";
import { namedPortWithIpPeer } from "./named-port-with-ip-peer/rule.js";
import { namespaceLabelNotAutomatic } from "./namespace-label-not-automatic/rule.js";
import { namespaceNotFound } from "./namespace-not-found/rule.js";
import { namespaceSelectorMatchesNone } from "./namespace-selector-matches-none/rule.js";
import { namespaceUnset } from "./namespace-unset/rule.js";
import { noDefaultDeny } from "./no-default-deny/rule.js";
import { nonCanonicalCidr } from "./non-canonical-cidr/rule.js";
import { notAnalysed } from "./not-analysed/rule.js";
import { nullRuleAllowsAll } from "./null-rule-allows-all/rule.js";
import { olderShapeSelectsEverything } from "./older-shape-selects-everything/rule.js";
import { oneSidedFlow } from "./one-sided-flow/rule.js";
import { openToWorld } from "./open-to-world/rule.js";
import { openshiftDnsPort } from "./openshift-dns-port/rule.js";
import { overriddenByAdminTier } from "./overridden-by-admin-tier/rule.js";
import { partiallyShadowedRule } from "./partially-shadowed-rule/rule.js";
import { passToNothing } from "./pass-to-nothing/rule.js";
import { peerOrInsteadOfAnd } from "./peer-or-instead-of-and/rule.js";
import { peerPodsOnlyElsewhere } from "./peer-pods-only-elsewhere/rule.js";
import { peerSelectsNoPods } from "./peer-selects-no-pods/rule.js";
import { policyTypesImplicit } from "./policy-types-implicit/rule.js";
import { policyTypesOmitsDirection } from "./policy-types-omits-direction/rule.js";
import { portNotDeclared } from "./port-not-declared/rule.js";
import { probePortBlocked } from "./probe-port-blocked/rule.js";
import { protocolOmitted } from "./protocol-omitted/rule.js";
import { publishedServiceBlocked } from "./published-service-blocked/rule.js";
import { redundantPolicy } from "./redundant-policy/rule.js";
import { redundantRule } from "./redundant-rule/rule.js";
import { removedApiVersion } from "./removed-api-version/rule.js";
import { ruleSplitByDash } from "./rule-split-by-dash/rule.js";
import { samePriority } from "./same-priority/rule.js";
import { samePriorityConflict } from "./same-priority-conflict/rule.js";
import { schema } from "./schema/rule.js";
import { selectorContradiction } from "./selector-contradiction/rule.js";
import { selectorEmptiedByNull } from "./selector-emptied-by-null/rule.js";
import { selectorLabelReplaced } from "./selector-label-replaced/rule.js";
import { selectorMatchesAllByNegation } from "./selector-matches-all-by-negation/rule.js";
import { selectsNoPods } from "./selects-no-pods/rule.js";
import { sensitivePortExposed } from "./sensitive-port-exposed/rule.js";
import { serviceAddressAsPeer } from "./service-address-as-peer/rule.js";
import { servicePortNotTargetPort } from "./service-port-not-target-port/rule.js";
import { severalBaselines } from "./several-baselines/rule.js";
import { shadowedRule } from "./shadowed-rule/rule.js";
import { staleBaselineEntry } from "./stale-baseline-entry/rule.js";
import { subjectLabelEditableByTenant } from "./subject-label-editable-by-tenant/rule.js";
import { suppressionExpired } from "./suppression-expired/rule.js";
import { suppressionWithoutReason } from "./suppression-without-reason/rule.js";
import { uncheckedAction } from "./unchecked-action/rule.js";
import { uncheckedCidr } from "./unchecked-cidr/rule.js";
import { uncheckedPortRange } from "./unchecked-port-range/rule.js";
import { uncheckedProtocol } from "./unchecked-protocol/rule.js";
import { uncheckedSelector } from "./unchecked-selector/rule.js";
import { unevaluatedPolicyKinds } from "./unevaluated-policy-kinds/rule.js";
import { unknownField } from "./unknown-field/rule.js";
import { unlabelledNamespacesNotDenied } from "./unlabelled-namespaces-not-denied/rule.js";
import { unnamedRule } from "./unnamed-rule/rule.js";
import { unservedKind } from "./unserved-kind/rule.js";
import { unusedSuppression } from "./unused-suppression/rule.js";
import { vacuousPolicy } from "./vacuous-policy/rule.js";
import { volatileLabelInSelector } from "./volatile-label-in-selector/rule.js";
import { webhookPortBlocked } from "./webhook-port-blocked/rule.js";
import { workloadNamespaceUnset } from "./workload-namespace-unset/rule.js";
import { workloadUnprotected } from "./workload-unprotected/rule.js";
import { wrongCaseField } from "./wrong-case-field/rule.js";
import type { LintRule } from "./rule.js";

/** Every rule, by id. */
export const RULES: readonly LintRule[] = Object.freeze([
  absentFromInput,
  acceptanceWithoutEffect,
  allNamespacesNotInternet,
  allowAllCancelsDeny,
  allowAllRule,
  apiPortNeverAllowed,
  apiServerByIpBlock,
  apiServerUnreachable,
  baselineNeverReached,
  baselineNotDefault,
  cel,
  cidrHostBits,
  clientIpHidden,
  closedService,
  clusterScopedNamespace,
  configuredAddressBlocked,
  denyByNameImpossible,
  denyEgressWrittenAsEmptyList,
  denyHitsClusterServices,
  dnsEgressMissing,
  dnsPortNeverAllowed,
  domainNameApex,
  domainNameInCluster,
  domainNameIsAddress,
  domainNameTooBroad,
  domainNameUnlisted,
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
  endPortUnsupported,
  exceptCancelsAllow,
  exceptOutsideCidr,
  exceptReopened,
  existingConnections,
  foreignPolicyOrder,
  gateLoosened,
  hostNetworkPeer,
  hostNetworkSubject,
  hostPodPeer,
  ingressBackendBlocked,
  invalidActionForKind,
  invalidCidr,
  invalidDomainName,
  invalidPortRange,
  invalidSelector,
  invalidSuppression,
  ipBlockCoversNodes,
  ipBlockCoversPods,
  ipBlockCoversServices,
  ipv6Forgotten,
  isolationBypassedByAdminTier,
  labelKeyNotString,
  labelNotString,
  labelTypo,
  legacyIsolationAnnotation,
  limitsExceeded,
  loadBalancerSourceLost,
  localDnsNotAllowed,
  metadataAddressReachable,
  metricsScrapeBlocked,
  mixedApiGenerations,
  namedPortAmbiguous,
  namedPortConflict,
  namedPortEmpty,
  namedPortUnresolved,
  namedPortWithIpPeer,
  namespaceLabelNotAutomatic,
  namespaceNotFound,
  namespaceSelectorMatchesNone,
  namespaceUnset,
  noDefaultDeny,
  nodePortBypass,
  nonCanonicalCidr,
  notAnalysed,
  nullRuleAllowsAll,
  olderShapeSelectsEverything,
  oneSidedFlow,
  openToWorld,
  openshiftDnsPort,
  overriddenByAdminTier,
  partiallyShadowedRule,
  passToNothing,
  peerOrInsteadOfAnd,
  peerPodsOnlyElsewhere,
  peerSelectsNoPods,
  podStartWindow,
  policyKindNotEnforced,
  policyTypesImplicit,
  policyTypesOmitsDirection,
  portNotDeclared,
  priorityOutOfPluginRange,
  probePortBlocked,
  protocolOmitted,
  publishedServiceBlocked,
  redundantPolicy,
  redundantRule,
  removedApiVersion,
  ruleSplitByDash,
  samePriority,
  samePriorityConflict,
  schema,
  sctpUnsupported,
  selectorContradiction,
  selectorEmptiedByNull,
  selectorLabelReplaced,
  selectorMatchesAllByNegation,
  selectsNoPods,
  sensitivePortExposed,
  serviceAddressAsPeer,
  servicePortNotTargetPort,
  serviceSelectorMismatch,
  severalBaselines,
  shadowedRule,
  staleBaselineEntry,
  subjectLabelEditableByTenant,
  suppressionExpired,
  suppressionWithoutReason,
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
  unusedSuppression,
  vacuousPolicy,
  volatileLabelInSelector,
  webhookPortBlocked,
  workloadNamespaceUnset,
  workloadUnprotected,
  wrongCaseField,
]);
