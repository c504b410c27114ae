// The addresses of the scripts of workers, in the page without a server.

interface ScriptPolicy {
  createScriptURL(name: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, policy: ScriptPolicy): ScriptPolicy;
}

/** The address of a file beside the page. */
export const beside = (name: string): string => new URL(name, document.baseURI).href;

/** A policy that allows only the addresses of these scripts, in the folder of the page. The names
 *  of policies are in static.mjs; each can be taken once. */
export function scriptPolicy(name: string, scripts: string[]): ScriptPolicy {
  const policy: ScriptPolicy = {
    createScriptURL: (name) => beside(scripts.find((script) => script === name) ?? ""),
  };
  return (
    (window as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(name, policy) ?? policy
  );
}
