/** What may stand in an element; nothing for undefined. Text is text, whatever it holds. */
export type Child = Node | string | undefined | readonly Child[];

/** An element with attributes and children. Handlers of events are given as functions: `onclick`. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | ((event: Event) => void)>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  append(element, children);
  return element;
}

/** The same for pictures. */
export function svg(
  name: string,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly Child[]
): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  append(element, children);
  return element;
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined) continue;
    if (typeof child === "string" || child instanceof Node) element.append(child);
    else append(element, child);
  }
}

/** The element of an id, which the page has. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`invariant: the page has no #${id}`);
  return found;
}

/** A command to copy: the text, and a button that copies it where the browser lets it. */
export function command(text: string): HTMLElement {
  const done = h("span", { class: "copied", role: "status" });
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(
      () => (done.textContent = "copied"),
      () => (done.textContent = "select the text to copy it"),
    );
  };
  return h(
    "p",
    { class: "ask" },
    h("code", { class: "command" }, text),
    h("button", { type: "button", onclick: copy }, "copy"),
    done,
  );
}
