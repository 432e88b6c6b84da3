import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { namesBelow, pathFrom, withSlashes } from "../../src/input/path-names.js";

describe("a path with slashes", () => {
  it.each([
    ["of Windows", "shop\\web.yaml", win32, "shop/web.yaml"],
    ["of Windows, typed with both", "k8s\\shop/web.yaml", win32, "k8s/shop/web.yaml"],
    ["on a drive", "C:\\repo\\a.yaml", win32, "C:/repo/a.yaml"],
    ["on another machine", "\\\\server\\share\\a.yaml", win32, "//server/share/a.yaml"],
    ["where a backslash is part of a name", "a\\b.yaml", posix, "a\\b.yaml"],
  ] as const)("%s", (_, path, style, expected) => {
    expect(withSlashes(path, style)).toBe(expected);
  });
});

describe("a path from a folder", () => {
  it.each([
    ["below it, on Windows", "C:\\repo", "k8s\\a.yaml", win32, "k8s/a.yaml"],
    ["whose drive is written in lower case", "C:\\repo", "c:\\repo\\k8s\\a.yaml", win32, "k8s/a.yaml"],
    ["beside it", "C:\\repo\\k8s", "..\\other\\a.yaml", win32, "../other/a.yaml"],
    ["on another drive", "C:\\repo", "D:\\a.yaml", win32, "D:/a.yaml"],
    ["elsewhere", "/repo", "./k8s//a.yaml", posix, "k8s/a.yaml"],
  ] as const)("%s", (_, folder, path, style, expected) => {
    expect(pathFrom(folder, path, style)).toBe(expected);
  });
});

describe("the names below a folder", () => {
  it.each([
    ["of a path inside", "C:\\repo", "C:\\repo\\k8s\\a.yaml", win32, ["k8s", "a.yaml"]],
    ["of the folder itself", "C:\\repo", "c:\\REPO\\", win32, []],
    ["of a path outside", "C:\\repo", "C:\\repository\\a.yaml", win32, undefined],
    ["of a path on another drive", "C:\\repo", "D:\\repo\\a.yaml", win32, undefined],
    ["of a name that begins with dots", "/repo", "/repo/..a/b.yaml", posix, ["..a", "b.yaml"]],
    ["of a path above", "/repo/k8s", "/repo", posix, undefined],
  ] as const)("%s", (_, folder, path, style, expected) => {
    expect(namesBelow(folder, path, style)).toEqual(expected);
  });
});
