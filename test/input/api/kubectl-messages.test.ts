import { describe, expect, it } from "vitest";
import { isOfKubectl, lastMessage } from "../../../src/input/api/kubectl-messages.js";

const LOGGED = "E1121 10:57:17.463844    1556 proxy_server.go:147] Error while proxying request: EOF";

describe("what kubectl says on standard error", () => {
  it.each([
    [LOGGED, true],
    ['error: context "nope" does not exist', true],
    ["Error from server (Forbidden): pods is forbidden", true],
    ["Unable to connect to the server: EOF", true],
    ["The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port?", true],
    ["Warning: v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice", true],
    ["2026/11/21 10:57:17 httputil: ReverseProxy read error during body copy: unexpected EOF", true],
    ["To sign in, open https://login.example/device and enter the code F4-D2", false],
    ["Password: ", false],
  ])("is its own, or a plugin's to the user: %s", (line, isItsOwn) => {
    expect(isOfKubectl(line)).toBe(isItsOwn);
  });

  it.each([
    ["", ""],
    ["first\nerror: no such thing\n\n", "no such thing"],
    [`${LOGGED}\n`, "Error while proxying request: EOF"],
    ["x".repeat(900), "x".repeat(500)],
  ])("ends with what went wrong", (text, message) => {
    expect(lastMessage(text)).toBe(message);
  });
});
