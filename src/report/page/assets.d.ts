/** The program of a page as it stands in it, in one piece: the build makes it (`scripts/text-imports.mjs`). */
declare module "*.js?browser" {
  const code: string;
  export default code;
}

/** A style sheet as it stands in a page. */
declare module "*.css" {
  const style: string;
  export default style;
}
