import { checkPlugins } from "./equality.js";
import { it } from "vitest";

it("the program and the reference agree about every plugin, part 1", { timeout: 600_000 }, async () => {
  await checkPlugins(1);
});
