import { App } from "./app.js";
import { byId } from "./dom.js";
import { FlowGrid } from "./grid.js";
import { readData } from "./data.js";
import { reloadWhenNew } from "./live.js";

/** Begins when the page is there. What cannot be shown leaves the page as it is without a script. */
async function begin(): Promise<void> {
  const { data, walks } = await readData(byId("data").textContent ?? "");
  document.documentElement.classList.add("scripted");
  new App(new FlowGrid(data, walks)).begin();
  document.documentElement.dataset["ready"] = "yes";
  if (document.documentElement.dataset["served"] !== undefined) reloadWhenNew();
}

void begin();
