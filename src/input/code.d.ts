/** The program that a module is, as text: the build makes it (`scripts/code-imports.mjs`). */
declare module "*.js?code" {
  const code: string;
  export default code;
}
