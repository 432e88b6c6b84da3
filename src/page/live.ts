/** Asks the server of a page to say when there is a new one, and loads that; the place in the page stays, for it is in the address. */
export function reloadWhenNew(): void {
  const events = new EventSource("/events");
  events.addEventListener("new", () => location.reload());
}
