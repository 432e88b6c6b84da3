import adminKep from "../../../../schemas/policy.networking.k8s.io/adminnetworkpolicy-kep.json" with { type: "json" };
import adminV011 from "../../../../schemas/policy.networking.k8s.io/adminnetworkpolicy-v0.1.1.json" with { type: "json" };
import adminV012Experimental from "../../../../schemas/policy.networking.k8s.io/adminnetworkpolicy-v0.1.2-experimental.json" with { type: "json" };
import adminV012Standard from "../../../../schemas/policy.networking.k8s.io/adminnetworkpolicy-v0.1.2-standard.json" with { type: "json" };
import baselineKep from "../../../../schemas/policy.networking.k8s.io/baselineadminnetworkpolicy-kep.json" with { type: "json" };
import baselineV011 from "../../../../schemas/policy.networking.k8s.io/baselineadminnetworkpolicy-v0.1.1.json" with { type: "json" };
import baselineV012Experimental from "../../../../schemas/policy.networking.k8s.io/baselineadminnetworkpolicy-v0.1.2-experimental.json" with { type: "json" };
import baselineV012Standard from "../../../../schemas/policy.networking.k8s.io/baselineadminnetworkpolicy-v0.1.2-standard.json" with { type: "json" };
import v1alpha1Older from "../../../../schemas/policy.networking.k8s.io/v1alpha1-older.json" with { type: "json" };
import adminV015Experimental from "../../../../schemas/policy.networking.k8s.io/adminnetworkpolicy-v0.1.5-experimental.json" with { type: "json" };
import adminV015Standard from "../../../../schemas/policy.networking.k8s.io/adminnetworkpolicy-v0.1.5-standard.json" with { type: "json" };
import adminV018Experimental from "../../../../schemas/policy.networking.k8s.io/adminnetworkpolicy-v0.1.8-experimental.json" with { type: "json" };
import adminV018Standard from "../../../../schemas/policy.networking.k8s.io/adminnetworkpolicy-v0.1.8-standard.json" with { type: "json" };
import baselineV015Experimental from "../../../../schemas/policy.networking.k8s.io/baselineadminnetworkpolicy-v0.1.5-experimental.json" with { type: "json" };
import baselineV015Standard from "../../../../schemas/policy.networking.k8s.io/baselineadminnetworkpolicy-v0.1.5-standard.json" with { type: "json" };
import baselineV018Experimental from "../../../../schemas/policy.networking.k8s.io/baselineadminnetworkpolicy-v0.1.8-experimental.json" with { type: "json" };
import baselineV018Standard from "../../../../schemas/policy.networking.k8s.io/baselineadminnetworkpolicy-v0.1.8-standard.json" with { type: "json" };
import clusterV020Experimental from "../../../../schemas/policy.networking.k8s.io/clusternetworkpolicy-v0.2.0-experimental.json" with { type: "json" };
import clusterV020Standard from "../../../../schemas/policy.networking.k8s.io/clusternetworkpolicy-v0.2.0-standard.json" with { type: "json" };
import clusterV030Experimental from "../../../../schemas/policy.networking.k8s.io/clusternetworkpolicy-v0.3.0-experimental.json" with { type: "json" };
import clusterV030Standard from "../../../../schemas/policy.networking.k8s.io/clusternetworkpolicy-v0.3.0-standard.json" with { type: "json" };
import definitions from "../../../../schemas/policy.networking.k8s.io/definitions.json" with { type: "json" };
import v1alpha1 from "../../../../schemas/policy.networking.k8s.io/v1alpha1.json" with { type: "json" };
import v1alpha2 from "../../../../schemas/policy.networking.k8s.io/v1alpha2.json" with { type: "json" };
import { foreignSchema, type OwnChecks } from "../structural/foreign-schema.js";
import { isMapping, type Mapping } from "../../../source/manifest/value.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { SchemaCompiler } from "../structural/compile.js";
import { bundleName, type Bundle, type CrdKind } from "../bundles.js";
import type { DefinedVersion } from "./definition.js";
import type { Schema, SchemaFile } from "../structural/schema.js";

const FILES: readonly (SchemaFile & { readonly $id: string })[] = [
  adminV015Experimental,
  adminV015Standard,
  adminV018Experimental,
  adminV018Standard,
  baselineV015Experimental,
  baselineV015Standard,
  baselineV018Experimental,
  baselineV018Standard,
  adminKep,
  adminV011,
  adminV012Experimental,
  adminV012Standard,
  baselineKep,
  baselineV011,
  baselineV012Experimental,
  baselineV012Standard,
  v1alpha1Older,
  clusterV020Experimental,
  clusterV020Standard,
  clusterV030Experimental,
  clusterV030Standard,
  definitions,
  v1alpha1,
  v1alpha2,
];

const BY_NAME = new Map(FILES.map((file): [string, SchemaFile] => [file.$id, file]));

/** Two compilers, for the rules of proposals are the only difference between a release and the default. */
const COMPILERS = {
  asReleased: new SchemaCompiler(BY_NAME, { withProposals: false }),
  withProposals: new SchemaCompiler(BY_NAME, { withProposals: true }),
};

/** The schema of a kind in a bundle. */
export function schemaOf(kind: CrdKind, bundle: Bundle): Schema {
  const compiler = bundle.hasProposals ? COMPILERS.withProposals : COMPILERS.asReleased;
  return compiler.compile(`${kind.toLowerCase()}-${bundleName(bundle).replace("/", "-")}.json`);
}

/** The schema that a CRD has for a version. */
export const schemaOfVersion: (version: DefinedVersion) => Schema = oncePer(({ schema }) =>
  foreignSchema(schema, (ownChecks ??= checksIn(FILES))),
);

let ownChecks: OwnChecks | undefined;

/** The patterns and rules of our schemas, wherever they stand in them. */
function checksIn(files: readonly SchemaFile[]): OwnChecks {
  const patterns = new Map<string, RegExp>();
  const rules = new Set<string>();
  const open: unknown[] = [...files];
  while (open.length > 0) {
    const each = open.pop();
    if (Array.isArray(each)) for (const item of each as unknown[]) open.push(item);
    if (!isMapping(each as Mapping)) continue;
    const { pattern, rule } = each as Mapping;
    if (typeof pattern === "string") patterns.set(pattern, new RegExp(pattern));
    if (typeof rule === "string") rules.add(rule);
    open.push(...Object.values(each as Mapping));
  }
  return { patterns, rules };
}
