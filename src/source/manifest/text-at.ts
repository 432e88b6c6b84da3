/** True where a text has another one at an offset. */
export function isAt(text: string, start: number, wanted: string): boolean {
  for (let i = 0; i < wanted.length; i++)
    if (text.charCodeAt(start + i) !== wanted.charCodeAt(i)) return false;
  return true;
}
