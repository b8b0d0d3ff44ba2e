// What the main thread of a page does while something is under way, from a trace of Chromium.
import type { Browser } from '@wayfield/testing/browser';
import type { OpenPage } from '../test/open-page.ts';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Milliseconds: the longest task by the clock; the longest by its processor time, which leaves out
 * that others had it; and the longest that the thread stood still for another one, such as that of
 * the GPU.
 */
export interface Longest {
  readonly clock: number;
  readonly processor: number;
  readonly waited: number;
  /** What the longest by the clock spent its time with, from the outside in. */
  readonly within: readonly string[];
}

export const inWords = ({ clock, processor, waited }: Longest): string =>
  `${clock.toFixed(0)} ms (${processor.toFixed(0)} ms of processor time, ${waited.toFixed(0)} ` +
  'ms waiting)';

const CATEGORIES = ['toplevel', 'devtools.timeline', 'gpu', 'cc', 'blink', 'v8', 'base'];
/** Events of the category 'base' while a thread waits for another one or for a file. */
const WAIT = /^ScopedBlockingCall/;

/** `work` is traced; other pages than this one are left out. */
export async function longestTask(
  browser: Browser,
  page: OpenPage['page'] | undefined,
  work: () => Promise<unknown>,
): Promise<Longest> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  // a task's end is noted after the page has answered, and what is not noted yet when the trace
  // ends is lost
  for (let i = 0; i < 4; i++) {
    await page?.evaluate('undefined');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: TraceEvent[];
  };
  // a page that went elsewhere may have had another process before
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const events = traceEvents.filter(({ pid, tid }) => mains.has(`${pid} ${tid}`));
  // what is done between tasks, such as waiting for a canvas, stands beside them
  const tasks = events.filter(({ name, ph }) => ph === 'X' && name !== 'ThreadController active');
  if (tasks.length === 0) throw new Error('the trace holds no task of the page');
  const longest = tasks.reduce((a, b) => ((b.dur ?? 0) > (a.dur ?? 0) ? b : a));
  return {
    clock: (longest.dur ?? 0) / 1000,
    processor: most(tasks, ({ tdur = 0 }) => tdur),
    waited: most(
      tasks.filter(({ name }) => WAIT.test(name)),
      ({ dur = 0 }) => dur,
    ),
    within: pathOf(longest, events),
  };
}

/** In milliseconds. */
function most(events: readonly TraceEvent[], time: (event: TraceEvent) => number): number {
  return events.reduce((sum, event) => Math.max(sum, time(event)), 0) / 1000;
}

/** From a task to what it spent most of its time with, and so on inwards. */
function pathOf(task: TraceEvent, events: readonly TraceEvent[]): string[] {
  const path: string[] = [];
  let outer = task;
  for (;;) {
    const { ts, dur = 0, pid, tid } = outer;
    const inner = events.filter(
      (event) =>
        event !== outer &&
        event.ph === 'X' &&
        event.pid === pid &&
        event.tid === tid &&
        event.ts >= ts &&
        event.ts + (event.dur ?? 0) <= ts + dur &&
        (event.dur ?? 0) < dur,
    );
    if (inner.length === 0) return path;
    const longest = inner.reduce((a, b) => ((b.dur ?? 0) > (a.dur ?? 0) ? b : a));
    if ((longest.dur ?? 0) < 0.3 * dur) return path;
    path.push(`${longest.name} ${((longest.dur ?? 0) / 1000).toFixed(0)}`);
    outer = longest;
  }
}
