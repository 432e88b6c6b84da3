/**
 * `rule 2 "web"`: how every text calls a rule.
 * @param position from 1
 * @param quotedName its name with the quotes of the text that it stands in; undefined where it has none
 */
export function ruleLabel(position: number, quotedName: string | undefined): string {
  return `rule ${position}${quotedName === undefined ? "" : ` ${quotedName}`}`;
}
