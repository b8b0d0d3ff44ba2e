/**
 * Where the program writes: results to stdout, progress and what is wrong to stderr. Tests give
 * their own.
 */
export interface Streams {
  readonly out: Output;
  readonly err: Output;
}

/** The part of a Node stream that is needed here. */
export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Says how far a long work is, in a line that is written over on a terminal, else in a line now and
 * then.
 */
export interface Progress {
  say(what: string, share: number): void;
  clear(): void;
}

/** Milliseconds between two reports: a terminal overwrites its line, a log gets one more. */
const TERMINAL_INTERVAL = 100;
const PLAIN_INTERVAL = 5000;

/** Progress on stderr; nothing where `quiet`. `now` (milliseconds) is for tests. */
export function createProgress(
  { err }: Streams,
  quiet: boolean,
  now: () => number = Date.now,
): Progress {
  const live = err.isTTY === true;
  let shown = false;
  // a log gets no line about work that is shorter than PLAIN_INTERVAL
  let last = live ? -Infinity : now();
  return {
    say(what, share) {
      const time = now();
      if (quiet || time - last < (live ? TERMINAL_INTERVAL : PLAIN_INTERVAL)) return;
      last = time;
      const text = `${what} ${Math.floor(100 * share)} %`;
      err.write(live ? `\r\u001b[K${text}` : `${text}\n`);
      shown = live;
    },
    clear() {
      if (shown) err.write('\r\u001b[K');
      shown = false;
    },
  };
}
