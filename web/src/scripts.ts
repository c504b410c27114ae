// The addresses of the scripts of workers, in the page without a server.

import { policyOf } from "./dom";

/** The address of a file beside the page. */
export const beside = (name: string): string => new URL(name, document.baseURI).href;

/** A policy that allows only the addresses of these scripts, in the folder of the page. Each name
 *  can be taken once. */
export const scriptPolicy = (name: string, scripts: string[]) =>
  policyOf(name, {
    createScriptURL: (name: string) => beside(scripts.find((script) => script === name) ?? ""),
  });
