import { BOOL, INT64, listOf, namedString, RAW, STRING, STRING_MAP, struct, TIME } from "../go-json/type.js";

const OWNER_REFERENCE = struct("v1.OwnerReference", {
  apiVersion: STRING,
  kind: STRING,
  name: STRING,
  uid: namedString("types.UID"),
  "controller*": BOOL,
  "blockOwnerDeletion*": BOOL,
});

const MANAGED_FIELDS_ENTRY = struct("v1.ManagedFieldsEntry", {
  manager: STRING,
  operation: namedString("v1.ManagedFieldsOperationType"),
  apiVersion: STRING,
  "time*": TIME,
  fieldsType: STRING,
  "fieldsV1*": RAW,
  subresource: STRING,
});

/** The metadata of every object. */
export const OBJECT_META = struct("v1.ObjectMeta", {
  name: STRING,
  generateName: STRING,
  namespace: STRING,
  selfLink: STRING,
  uid: namedString("types.UID"),
  resourceVersion: STRING,
  generation: INT64,
  creationTimestamp: TIME,
  "deletionTimestamp*": TIME,
  "deletionGracePeriodSeconds*": INT64,
  labels: STRING_MAP,
  annotations: STRING_MAP,
  ownerReferences: listOf(OWNER_REFERENCE),
  finalizers: listOf(STRING),
  managedFields: listOf(MANAGED_FIELDS_ENTRY),
});

/** All that kubectl decodes of what it reads; it leaves the rest to the server. */
export const METADATA_ONLY = struct("resource.metadataOnlyObject", {
  apiVersion: STRING,
  kind: STRING,
  metadata: OBJECT_META,
});
