/**
 * Reads the value of the 2016 design's annotation: `{"ingress":{"isolation":"DefaultDeny"}}`, every part of it optional.
 * @returns "DefaultDeny", or undefined for the cluster's default, which allows; also for text that is not valid
 */
export function parseIsolation(text: string | undefined): "DefaultDeny" | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const ingress = own(value, "ingress");
  return own(ingress, "isolation") === "DefaultDeny" ? "DefaultDeny" : undefined;
}

function own(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
