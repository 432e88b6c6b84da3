import { connect } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { folderWith } from "../support/folder.js";
import { request, type IncomingHttpHeaders } from "node:http";
import { SHOP } from "./manifests.js";
import { runAnp, startAnp, type RunningAnp } from "../support/run-anp.js";
import { chmodSync, symlinkSync, writeFileSync } from "node:fs";

/** An answer, as far as it is looked at. */
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function ask(
  address: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request(address, { headers, method }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => done({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on("error", fail);
    sent.end();
  });
}

async function serving(args: readonly string[], cwd: string): Promise<{ anp: RunningAnp; address: string }> {
  const anp = startAnp(["report", "--serve", ...args], { cwd, env: { PATH: `${cwd}/bin` } });
  const address = await vi.waitFor(
    () => {
      const [, found] = /serving (http:\S+)/.exec(anp.stderr()) ?? [];
      expect(found, anp.stderr()).toBeDefined();
      return found ?? "";
    },
    { timeout: 60_000 },
  );
  return { anp, address };
}

async function ended(anp: RunningAnp): Promise<number> {
  await vi.waitFor(() => expect(anp.interrupt()).toBe(true), { timeout: 60_000 });
  return anp.code;
}

describe("anp report --serve", () => {
  it("gives the page to whoever has the printed address, once, and then by a cookie", async () => {
    const { anp, address } = await serving(["-f", "a.yaml"], folderWith({ "a.yaml": SHOP }));
    const url = new URL(address);
    expect(url.hostname).toBe("127.0.0.1");
    expect(url.searchParams.get("token")).toMatch(/^[0-9a-f]{64}$/);
    const first = await ask(address);
    expect([first.status, first.headers.location]).toEqual([303, "/"]);
    const [cookie = ""] = first.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^anp-\d+=[0-9a-f]{64}; HttpOnly; SameSite=Strict; Path=\/$/);
    const [pair = ""] = cookie.split(";");
    const page = await ask(url.origin, { Cookie: pair });
    expect(page.status).toBe(200);
    expect(page.text).toContain("shop/web");
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      ),
    });
    // The address has been used.
    expect((await ask(address)).status).toBe(403);
    for (const [what, headers, path, method, status] of [
      ["no cookie", {}, "/", "GET", 403],
      ["another cookie", { Cookie: pair.replace(/.$/, "x") }, "/", "GET", 403],
      ["a cookie of another server", { Cookie: pair.replace("anp-", "anp-1") }, "/", "GET", 403],
      [
        "a name of this machine that another site has",
        { Cookie: pair, Host: "evil.example" },
        "/",
        "GET",
        403,
      ],
      ["a name of this machine", { Cookie: pair, Host: `localhost:${url.port}` }, "/", "GET", 403],
      ["another site", { Cookie: pair, Origin: "http://evil.example" }, "/", "GET", 403],
      ["a page of no site", { Cookie: pair, Origin: "null" }, "/events", "GET", 403],
      ["a write", { Cookie: pair }, "/", "POST", 405],
      ["another path", { Cookie: pair }, "/../a.yaml", "GET", 404],
      ["a file", { Cookie: pair }, "/a.yaml", "GET", 404],
      ["a wrong token", {}, "/?token=00", "GET", 403],
      ["the page itself", { Cookie: pair }, "/", "HEAD", 200],
    ] as const) {
      const answer = await ask(url.origin + path, headers, method);
      expect([what, answer.status]).toEqual([what, status]);
      expect(answer.headers["cache-control"]).toBe("no-store");
      if (status !== 200) expect(answer.text).not.toContain("shop/web");
    }
    expect(await ended(anp)).toBe(130);
  });

  it("listens on this machine alone", async () => {
    const { anp, address } = await serving(["-f", "a.yaml"], folderWith({ "a.yaml": SHOP }));
    const refused = await new Promise<string>((done) => {
      const socket = connect(Number(new URL(address).port), "127.0.0.2");
      socket.on("connect", () => done("connected"));
      socket.on("error", (error: NodeJS.ErrnoException) => done(error.code ?? ""));
    });
    expect(refused).toBe("ECONNREFUSED");
    await ended(anp);
  });

  it("spawns nothing and reads nothing beside what is named, though git and a base invite it to", async () => {
    const cwd = folderWith({
      "bin/git": "#!/bin/sh\ntouch spawned\n",
      "bin/kubectl": "#!/bin/sh\ntouch spawned\n",
      "given/kustomization.yaml": "resources: [a.yaml, ../secret.yaml]\n",
      "given/a.yaml": SHOP,
      "secret.yaml": SHOP.replaceAll("shop", "elsewhere"),
      ".git/HEAD": "ref: refs/heads/main\n",
    });
    for (const name of ["git", "kubectl"]) chmodSync(`${cwd}/bin/${name}`, 0o755);
    symlinkSync("../secret.yaml", `${cwd}/given/link.yaml`);
    const { anp, address } = await serving(["-f", "given"], cwd);
    const [pair = ""] = ((await ask(address)).headers["set-cookie"] ?? [""])[0]?.split(";") ?? [];
    const page = await ask(new URL(address).origin, { Cookie: pair });
    expect(page.text).not.toContain("elsewhere");
    expect(page.text).toContain('<p class="banner">INCOMPLETE');
    await ended(anp);
    const { existsSync } = await import("node:fs");
    expect(existsSync(`${cwd}/spawned`)).toBe(false);
  });

  it("tells open tabs of a new page where it watches", async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    const { anp, address } = await serving(["-f", "a.yaml", "--watch"], cwd);
    const [pair = ""] = ((await ask(address)).headers["set-cookie"] ?? [""])[0]?.split(";") ?? [];
    const { origin } = new URL(address);
    const event = new Promise<string>((done, fail) => {
      const stream = request(`${origin}/events`, { headers: { Cookie: pair } }, (response) => {
        response.on("data", (chunk: Buffer) => {
          if (chunk.toString().includes("event: new")) done(response.headers["content-type"] ?? "");
        });
      });
      stream.on("error", fail);
      stream.end();
    });
    await vi.waitFor(() => expect(anp.stderr()).toContain("watching"), { timeout: 60_000 });
    await new Promise((done) => setTimeout(done, 300));
    const change = (): void =>
      writeFileSync(`${cwd}/a.yaml`, `${SHOP.replaceAll("web", "till")}# ${Date.now()}\n`);
    change();
    // On a busy machine the tab may not have been open, nor the file watched, when it changed.
    const again = setInterval(change, 5000);
    expect(await event.finally(() => clearInterval(again))).toBe("text/event-stream");
    expect((await ask(origin, { Cookie: pair })).text).toContain("shop/till");
    expect(await ended(anp)).toBe(130);
  });

  it.each([
    [["--serve", "--file", "x.html", "-f", "."], "--serve and --file can't be combined"],
    [["--serve", "--context", "prod"], "--serve and --context can't be combined"],
    [["--serve", "-f", "-"], "standard input ends"],
    [["--serve"], "--serve needs files or a snapshot"],
    [["--watch", "-f", ".", "--file", "x.html"], "--watch needs --serve"],
    [["--port", "80", "-f", ".", "--file", "x.html"], "--port needs --serve"],
    [["--serve", "-f", ".", "--port", "70700"], "invalid port 70700"],
  ])("%j is a mistake that is named", async (args, message) => {
    const { code, stderr } = await runAnp(["report", ...args], { cwd: folderWith({ "a.yaml": SHOP }) });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
