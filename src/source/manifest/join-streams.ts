/**
 * Several streams of documents as one.
 * @returns undefined where JSON is among several: Kubernetes reads a text that begins with it as JSON alone
 */
export function joinStreams(texts: readonly string[]): string | undefined {
  const [only, ...others] = texts;
  if (others.length === 0) return only ?? "";
  if (texts.some((text) => text.trimStart().startsWith("{"))) return undefined;
  return texts
    .map((text, i) => {
      const ended = text === "" || text.endsWith("\n") ? text : `${text}\n`;
      return i === 0 || /^---(?:\s|$)/.test(text) ? ended : `---\n${ended}`;
    })
    .join("");
}
