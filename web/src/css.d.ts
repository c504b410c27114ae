// A style that comes with a script, as `page.mjs` builds it.
declare module "*.css" {
  const text: string;
  export default text;
}
