/**
 * Polls in a row that Dawn may make without a pause; each takes about 10 µs. Chosen, not measured.
 */
const AT_ONCE = 20;
/** The shortest pause that `setTimeout` makes. */
const PAUSE_MS = 1;

/**
 * Makes Dawn pause between polls, in this process. While a GPU promise is pending, Dawn polls in a
 * loop of `setImmediate`, which keeps a processor busy that the threads of a software driver need:
 * tests of the software driver then take nearly twice the processor time. With pauses a promise
 * resolves up to a millisecond later.
 */
export function pollCalmly(): void {
  const soon = globalThis.setImmediate;
  let inPoll = false;
  let polls = 0;
  const calm = (callback: (...args: unknown[]) => void, ...args: unknown[]): unknown => {
    if (!isNative(callback)) return soon(callback, ...args);
    // called outside a poll: Dawn begins to poll for a new promise
    polls = inPoll ? polls + 1 : 0;
    const poll = (): void => {
      inPoll = true;
      try {
        callback(...args);
      } finally {
        inPoll = false;
      }
    };
    return polls < AT_ONCE ? soon(poll) : setTimeout(poll, PAUSE_MS);
  };
  globalThis.setImmediate = Object.defineProperties(
    calm,
    Object.getOwnPropertyDescriptors(soon),
  ) as typeof setImmediate;
}

/** Dawn's callbacks are functions of C++. */
function isNative(callback: unknown): boolean {
  return Function.prototype.toString.call(callback).endsWith('{ [native code] }');
}
