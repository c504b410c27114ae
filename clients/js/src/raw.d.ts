/** How a search is stopped, see the README. */
export type Stopping = "shared" | "pause" | "restart";

export const STOPPING: Readonly<Record<Stopping, () => boolean>>;

export interface RawOptions {
  /** The address of the module, or the module. */
  wasm?: string | URL | WebAssembly.Module;
  /** The address of the script of the worker. */
  worker?: string | URL;
  /** The best way that is there, if it is not given. */
  stopping?: Stopping;
  /** The module with threads: `true` for that of the package, or its address. It is used where
   *  memory can be shared; the option `Threads` is 1 elsewhere. */
  threads?: boolean | string | URL;
}

/** What passes lines. */
export interface Transport {
  send(line: string): void;
  /** The function that is returned ends it. */
  onLine(listener: (line: string) => void): () => void;
  /** The reason is empty where the end was wanted. */
  onEnd(listener: (reason: string) => void): () => void;
  terminate(): void;
}

/** The engine in a worker. */
export class RawEngine implements Transport {
  constructor(options?: RawOptions);
  readonly stopping: Stopping;
  send(line: string): void;
  onLine(listener: (line: string) => void): () => void;
  onEnd(listener: (reason: string) => void): () => void;
  terminate(): void;
}
