import { formatSeconds } from './numbers.ts';
import { printable } from './printable.ts';

/** The outputs of the program: results to stdout, progress to stderr. Tests give their own. */
export interface Streams {
  readonly out: Output;
  readonly progress: Output;
}

/** The part of a Node stream that is needed here. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Prints results and, between them, the progress. */
export interface Terminal {
  /** Prints whole lines, after clearing the progress line. */
  print(text: string): void;
  /**
   * Reports progress: one line that is overwritten on a terminal, else a plain line at most every
   * five seconds. `done` and `total` give a percentage and, after two seconds, the time left of the
   * `job`, which is `what` where its text does not change.
   */
  progress(what: string, done?: number, total?: number, job?: string): void;
  /** Ends the job that `progress` reported. */
  clear(): void;
}

/** Milliseconds between two progress lines where they are not overwritten, as in a log. */
const PLAIN_INTERVAL = 5000;
/** Milliseconds between two states of the progress line of a terminal. */
const TERMINAL_INTERVAL = 80;
/** Milliseconds of a job before the time left is estimated. */
const ESTIMATE_AFTER = 2000;

/** A `Terminal` on these streams; `now` (milliseconds) is for tests. */
export function createTerminal(streams: Streams, now: () => number = Date.now): Terminal {
  const { out, progress } = streams;
  const live = progress.isTTY === true;
  let shown = false;
  let job = '';
  let started = now();
  // in a pipe the interval runs on from job to job, so that many short jobs leave a line every five
  // seconds too
  let last = live ? -Infinity : now();

  function clear(): void {
    if (shown) progress.write('\r\u001b[K');
    shown = false;
    job = '';
  }

  return {
    print(text) {
      if (shown) progress.write('\r\u001b[K');
      shown = false;
      out.write(`${printable(text)}\n`);
    },
    progress(what, done, total, name = what) {
      const time = now();
      if (name !== job) {
        job = name;
        started = time;
        if (live) last = -Infinity;
      }
      if (time - last < (live ? TERMINAL_INTERVAL : PLAIN_INTERVAL)) return;
      last = time;
      let text = printable(what);
      if (done !== undefined && total !== undefined && total > 0) {
        text += ` ${Math.floor((100 * done) / total)} %`;
        const spent = time - started;
        if (done > 0 && spent >= ESTIMATE_AFTER) {
          text += `, ${formatSeconds(((spent / done) * (total - done)) / 1000)} left`;
        }
      }
      if (live) {
        const width = Math.max(20, (progress.columns || 80) - 1);
        progress.write(`\r\u001b[K${text.slice(0, width)}`);
        shown = true;
      } else {
        progress.write(text + '\n');
      }
    },
    clear,
  };
}
