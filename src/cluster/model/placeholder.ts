/**
 * What tools replace before a manifest is applied, and what no name, label or address may hold: `${APP}` and `$(APP)` (envsubst,
 * Flux, kustomize), `{{ .app }}` and `{% app %}` (helm, Jinja), `<%= app %>` (ERB), `<APP>`, `@APP@`, `%APP%`, `__APP__`.
 */
export const REPLACED =
  /\$\{[^{}]{0,200}\}|\$\([A-Za-z_]\w{0,99}\)|\{\{.{0,400}?\}\}|\{%.{0,400}?%\}|<%.{0,400}?%>|<[A-Za-z][\w -]{0,99}>|@@?[A-Z][A-Z0-9_]{0,99}@@?|%[A-Z][A-Z0-9_]{0,99}%|(?<![A-Za-z0-9])__[A-Z][A-Z0-9_]{0,99}__(?![A-Za-z0-9])/;

/** True for a text that something replaces before the object is applied. */
export function hasPlaceholder(text: string): boolean {
  return REPLACED.test(text);
}
