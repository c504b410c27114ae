// The threads of a module: workers that wait for work in shared memory. The engine's worker, which
// takes no messages while it searches, starts them there.

/** What a worker's place holds: its state, and what it is to start: a number and an argument. */
const [STATE, NUMBER, ARGUMENT, FIELDS] = [0, 1, 2, 3];
const [ABSENT, FREE, CLAIMED, STARTED] = [0, 1, 2, 3];
/** The first words count the threads that were started, and those that have ended. */
const [BEGUN, ENDED, COUNTS] = [0, 1, 2];
/** The most workers. */
export const MOST_WORKERS = 15;
/** The milliseconds that a new thread waits for the end of another one: the threads of a search
 *  end a little after it. */
const PATIENCE = 500;

export const placesForWorkers = () => new SharedArrayBuffer(4 * (COUNTS + FIELDS * MOST_WORKERS));

/** Memory for a module and all its threads, in pages of 64 KiB. The module is linked for as much. */
export const sharedMemory = () => new WebAssembly.Memory({ initial: 512, maximum: 8192, shared: true });

const placeOf = (worker) => COUNTS + FIELDS * worker;

/** Starts a thread in a worker that is free; a negative number if there is none. */
export function spawnerFor(buffer) {
  const places = new Int32Array(buffer);
  const spawn = (argument) => {
    for (let worker = 0; worker < MOST_WORKERS; worker += 1) {
      const place = placeOf(worker);
      if (Atomics.compareExchange(places, place + STATE, FREE, CLAIMED) !== FREE) continue;
      const number = 1 + Atomics.add(places, BEGUN, 1);
      places[place + NUMBER] = number;
      places[place + ARGUMENT] = argument;
      Atomics.store(places, place + STATE, STARTED);
      Atomics.notify(places, place + STATE);
      return number;
    }
    return -1;
  };
  return (argument) => {
    const late = performance.now() + PATIENCE;
    for (;;) {
      const ended = Atomics.load(places, ENDED);
      const number = spawn(argument);
      const rest = late - performance.now();
      const isAnyBusy = Atomics.load(places, BEGUN) > ended;
      if (number > 0 || rest <= 0 || !isAnyBusy) return number;
      Atomics.wait(places, ENDED, ended, rest);
    }
  };
}

/** The life of a worker: it runs one thread after another, and takes no messages. */
export function workAsThread(buffer, worker, start, ready) {
  const places = new Int32Array(buffer);
  const place = placeOf(worker);
  const free = () => Atomics.store(places, place + STATE, FREE);
  if (Atomics.load(places, place + STATE) !== ABSENT) throw new Error("the place of a thread is taken");
  free();
  ready();
  for (;;) {
    for (let state = Atomics.load(places, place + STATE); state !== STARTED; state = Atomics.load(places, place + STATE)) {
      Atomics.wait(places, place + STATE, state);
    }
    start(places[place + NUMBER], places[place + ARGUMENT]);
    free();
    Atomics.add(places, ENDED, 1);
    Atomics.notify(places, ENDED);
  }
}
