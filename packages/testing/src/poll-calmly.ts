/** Questions that Dawn may ask without a pause, 10 µs each. */
const AT_ONCE = 20;
const PAUSE_MS = 1;

/**
 * While anything is awaited of a GPU, Dawn asks for it in a loop of `setImmediate`, which keeps a
 * processor busy that the threads of a software driver need: with it tests of the software driver
 * take nearly twice the processor time. From now on Dawn's loops in this process, and only they,
 * pause between questions. Where a promise is awaited the answer comes up to a millisecond later.
 */
export function pollCalmly(): void {
  const soon = globalThis.setImmediate;
  let inPoll = false;
  let polls = 0;
  const calm = (callback: (...args: unknown[]) => void, ...args: unknown[]): unknown => {
    if (!isNative(callback)) return soon(callback, ...args);
    // asked from outside of a poll: something new is awaited
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
