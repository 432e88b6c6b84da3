import { afterAll } from "vitest";
import { removeFolders } from "./folder.js";

// Runs for every test file by itself: a module that files share is loaded once, and so are the hooks in it.
afterAll(removeFolders);
