/**
 * Functions of helm that make no line breaks of what has none. Those that are missing may write anything;
 * those that change what they are given (`set`, `merge`) make others write it.
 */
export const PLAIN_FUNCTIONS: ReadonlySet<string> = new Set(
  `and or not eq ne lt le gt ge len print printf index html js urlquery call slice
  quote squote default empty coalesce all any compact ternary required fail include
  int int64 float64 atoi toString toStrings toDecimal add add1 sub mul div mod max min ceil floor round addf subf mulf divf
  upper lower title untitle trim trimAll trimSuffix trimPrefix trunc substr nospace replace contains hasPrefix hasSuffix
  plural abbrev abbrevboth initials swapcase camelcase snakecase kebabcase repeat cat join splitList split splitn sortAlpha
  regexMatch regexFind regexFindAll regexReplaceAll regexReplaceAllLiteral regexSplit
  mustRegexMatch mustRegexFind mustRegexReplaceAll
  b64enc b32enc sha1sum sha256sum sha512sum adler32sum uuidv4 randAlphaNum randAlpha randNumeric randInt
  semver semverCompare kindIs kindOf typeOf typeIs typeIsLike deepEqual deepCopy mustDeepCopy
  dict get hasKey pluck keys values pick omit dig
  list tuple first last rest initial append prepend concat reverse uniq without has until untilStep seq mustAppend mustUniq mustHas
  now date ago unixEpoch toDate dateInZone
  toYaml toJson mustToJson toRawJson toPrettyJson indent nindent`.split(/\s+/),
);

/** What they give is in one line, whatever they are given: breaks are escaped, hashed, or no part of a number. */
export const ONE_LINE_FUNCTIONS: ReadonlySet<string> = new Set(
  `quote toJson mustToJson toRawJson b64enc b32enc sha1sum sha256sum sha512sum adler32sum int int64 float64 atoi len
  and or not eq ne lt le gt ge empty hasKey has contains hasPrefix hasSuffix semverCompare regexMatch kindIs typeIs`
    .split(/\s+/)
    .filter((name) => name !== "and" && name !== "or"),
);

/** What they give has several lines. */
export const MANY_LINES_FUNCTIONS: ReadonlySet<string> = new Set([
  "toYaml",
  "toPrettyJson",
  "indent",
  "nindent",
]);

/** All that may be done with the root of what is printed from: it holds the chart's files too. */
export const ROOT_FUNCTIONS: ReadonlySet<string> = new Set(["include", "dict", "hasKey"]);

/** Names of fields and methods that lead to the chart's files. */
export const FILE_FIELDS: ReadonlySet<string> = new Set([
  "Files",
  "Subcharts",
  "Get",
  "GetBytes",
  "Glob",
  "Lines",
  "AsConfig",
  "AsSecrets",
]);
