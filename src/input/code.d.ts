/** The program that a module is, as text: the build makes it (`scripts/text-imports.mjs`). */
declare module "*.js?code" {
  const code: string;
  export default code;
}
