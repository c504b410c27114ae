// The threads of a module: workers that wait for work in shared memory. The engine's worker, which
// takes no messages while it searches, starts them there.

/** What a worker's place holds: its state, and what it is to start: a number and an argument. */
const [STATE, NUMBER, ARGUMENT, FIELDS] = [0, 1, 2, 3] as const;
const [ABSENT, FREE, CLAIMED, STARTED] = [0, 1, 2, 3] as const;
/** The first word counts the threads that were started. */
const COUNTS = 1;
/** The most workers: for eight threads. */
const MOST_WORKERS = 14;

/** How many workers so many threads need: the first thread is the engine's own worker. The others
 *  of a search may still be about to end when those of the next one begin, and must not be waited
 *  for: they end by a lock that is held while a thread is started. */
export const workersFor = (threads: number): number =>
  Math.min(2 * Math.max(threads - 1, 0), MOST_WORKERS);

export const placesForWorkers = (): SharedArrayBuffer =>
  new SharedArrayBuffer(4 * (COUNTS + FIELDS * MOST_WORKERS));

/** Memory for a module and all its threads, in pages of 64 KiB. The module is linked for as much. */
export const sharedMemory = (): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: 512, maximum: 8192, shared: true });

const placeOf = (worker: number): number => COUNTS + FIELDS * worker;

/** Starts a thread in a worker that is free; a negative number if there is none. */
export function spawnerFor(buffer: SharedArrayBuffer): (argument: number) => number {
  const places = new Int32Array(buffer);
  return (argument) => {
    for (let worker = 0; worker < MOST_WORKERS; worker += 1) {
      const place = placeOf(worker);
      if (Atomics.compareExchange(places, place + STATE, FREE, CLAIMED) !== FREE) continue;
      const number = 1 + Atomics.add(places, 0, 1);
      places[place + NUMBER] = number;
      places[place + ARGUMENT] = argument;
      Atomics.store(places, place + STATE, STARTED);
      Atomics.notify(places, place + STATE);
      return number;
    }
    return -1;
  };
}

/** The life of a worker: it runs one thread after another, and takes no messages. */
export function workAsThread(
  buffer: SharedArrayBuffer,
  worker: number,
  start: (number: number, argument: number) => void,
  ready: () => void,
): never {
  const places = new Int32Array(buffer);
  const place = placeOf(worker);
  const free = () => Atomics.store(places, place + STATE, FREE);
  if (Atomics.load(places, place + STATE) !== ABSENT)
    throw new Error("the place of a thread is taken");
  free();
  ready();
  for (;;) {
    for (
      let state = Atomics.load(places, place + STATE);
      state !== STARTED;
      state = Atomics.load(places, place + STATE)
    ) {
      Atomics.wait(places, place + STATE, state);
    }
    start(places[place + NUMBER]!, places[place + ARGUMENT]!);
    free();
  }
}
