import type { Event } from "js-yaml";

type Directive = Extract<Event, { directives: unknown }>["directives"][number];

const DEFAULT_HANDLES: readonly (readonly [string, string])[] = [["!!", "tag:yaml.org,2002:"]];

/** Makes the function that writes a tag out: `!!int` → `tag:yaml.org,2002:int`, `!<x>` → `x`, with the document's own handles. */
export function tagResolver(directives: readonly Directive[]): (tag: string) => string {
  const handles = new Map<string, string>(DEFAULT_HANDLES);
  for (const directive of directives)
    if (directive.kind === "tag") handles.set(directive.handle, directive.prefix.slice(0, LONGEST_PREFIX));
  return (tag) => {
    if (tag.startsWith("!<")) return decode(tag.slice(2, -1));
    const handle = /^!(?:[\w-]*!)?/.exec(tag)?.[0] ?? "!";
    const suffix = tag.slice(handle.length);
    const prefix = handles.get(handle) ?? handle;
    return decode(prefix + suffix);
  };
}

/** Prefixes that say more are none of YAML's, and every tag of the document would repeat them. */
const LONGEST_PREFIX = 200;

function decode(tag: string): string {
  try {
    return decodeURIComponent(tag);
  } catch {
    return tag;
  }
}
