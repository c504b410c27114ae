// The workers of the page without a server: where their scripts are.

/** Scripts come from the folder of the page, whatever a text says. */
interface ScriptPolicy {
  createScriptURL(name: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, policy: ScriptPolicy): ScriptPolicy;
}
/** The address of a file beside the page. */
export const beside = (name: string): string => new URL(name, document.baseURI).href;
const SCRIPTS = ["worker.js", "games.js", "offline.js"];
const policy: ScriptPolicy = { createScriptURL: (name) => beside(SCRIPTS.find((script) => script === name) ?? "") };
export const scripts = (window as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy("scripts", policy) ?? policy;
