// The types of Node that this package uses, and those of WebAssembly that TypeScript lacks.

declare const process: { versions?: { node?: string } } | undefined;

declare module "node:fs/promises" {
  export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}

declare module "node:worker_threads" {
  export class Worker {
    constructor(path: string | URL, options?: { execArgv?: string[] });
    on(event: "message", listener: (message: any) => void): void;
    on(event: "error", listener: (error: Error) => void): void;
    postMessage(message: unknown): void;
    terminate(): Promise<number>;
    ref(): void;
    unref(): void;
  }
  export const parentPort: {
    on(event: "message", listener: (message: any) => void): void;
    postMessage(message: unknown): void;
  };
}

declare namespace WebAssembly {
  /** JSPI: an import that may wait for a promise. */
  const Suspending: (new (call: (...given: number[]) => unknown) => () => number) | undefined;
  /** JSPI: an export that may be suspended. */
  const promising: ((call: unknown) => (...given: number[]) => Promise<number>) | undefined;
}
