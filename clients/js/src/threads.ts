// The threads of a module: workers that wait for work in shared memory. The engine's worker starts
// work there, because it takes no messages while it searches.

/** A worker's slot: its state, and the number and the argument of the thread to start. */
const [STATE, NUMBER, ARGUMENT, FIELDS] = [0, 1, 2, 3] as const;
const [ABSENT, FREE, CLAIMED, STARTED] = [0, 1, 2, 3] as const;
/** The number of words before the slots: the first word counts the threads that were started. */
const COUNTS = 1;
/** The greatest number of workers: for eight threads. */
const MOST_WORKERS = 14;

/** The number of workers for a number of threads. The first thread is the engine's own worker. Each
 *  other thread has two workers, because the threads of a search may still be ending when the next
 *  search begins. Waiting for them would deadlock: to end, they take a lock that is held while a
 *  thread starts. */
export const workersFor = (threads: number): number =>
  Math.min(2 * Math.max(threads - 1, 0), MOST_WORKERS);

export const placesForWorkers = (): SharedArrayBuffer =>
  new SharedArrayBuffer(4 * (COUNTS + FIELDS * MOST_WORKERS));

/** The memory of a module and its threads, in pages of 64 KiB. The module is linked with the same
 *  maximum, see `scripts/web.sh`. */
export const sharedMemory = (): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: 512, maximum: 8192, shared: true });

const placeOf = (worker: number): number => COUNTS + FIELDS * worker;

/** Starts a thread in a free worker; a negative number if there is none. */
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

/** Runs one thread after another in this worker, which takes no messages. */
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
    let state: number;
    while ((state = Atomics.load(places, place + STATE)) !== STARTED)
      Atomics.wait(places, place + STATE, state);
    start(places[place + NUMBER]!, places[place + ARGUMENT]!);
    free();
  }
}
