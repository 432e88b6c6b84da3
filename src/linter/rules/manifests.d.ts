/** A manifest as it is written: the build makes it text (`scripts/text-imports.mjs`). */
declare module "*.yaml" {
  const text: string;
  export default text;
}
