// Most calls of WebGPU do not throw. Their errors arrive later: in an error scope, as a lost
// device, or as a map that never settles. `guarded` turns each into one rejected promise with a
// reason.
//
// A lost device stays lost: every later guarded call on it rejects as well. The program asks for
// another device and creates solvers and primitives again; destroy() of the old ones still works.
import { aDevice, aFunction, someText } from './rules.ts';

interface Watch {
  lost: GPUDeviceLostInfo | undefined;
  /** Called when the device is lost: these reject guarded calls under way and stop `keepWarm`. */
  readonly waiting: Set<(info: GPUDeviceLostInfo) => void>;
  /**
   * For each guarded `work` that runs now, the innermost last: the errors of the scopes that were
   * closed in it, each time in the order of `SCOPES`.
   */
  readonly running: Promise<GPUError | null>[][];
}

const watches = new WeakMap<GPUDevice, Watch>();

const SCOPES: readonly [GPUErrorFilter, string][] = [
  ['validation', 'WebGPU found an invalid call'],
  ['out-of-memory', 'the GPU is out of memory'],
  ['internal', 'the GPU driver failed'],
];

/** Errors that the scope 'out-of-memory' reported. */
const outOfMemory = new WeakSet<object>();

/**
 * Whether a guarded call rejected because memory ran out: an error scope says so, or the exception
 * is a RangeError, which `createBuffer` throws where it cannot map a new buffer. Every RangeError
 * counts, also of wrong arguments or of a budget that is too small (`isLasting`).
 */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError || outOfMemory.has(error as object);

/**
 * How long a rejection of the promise of `work` waits for a loss of the device that would explain
 * it: a failed map may reject before `device.lost` settles. Rejections are rare, so the wait costs
 * nothing that matters.
 */
const LOSS_GRACE_MS = 100;

/**
 * One handler per device instead of one per call: reactions to `device.lost`, a promise that seldom
 * settles, would pile up.
 */
function watchOf(device: GPUDevice): Watch {
  const known = watches.get(device);
  if (known) return known;
  const watch: Watch = { lost: undefined, waiting: new Set(), running: [] };
  watches.set(device, watch);
  void device.lost.then((info) => {
    watch.lost = info;
    for (const giveUp of watch.waiting) giveUp(info);
    watch.waiting.clear();
  });
  return watch;
}

/**
 * Calls `act` when the device is lost, or now if it is lost already. Returns a function that
 * cancels this.
 */
export function whenLost(device: GPUDevice, act: () => void): () => void {
  const watch = watchOf(device);
  if (watch.lost) act();
  else watch.waiting.add(act);
  return () => void watch.waiting.delete(act);
}

/**
 * Returns what `make` returns. If `make` makes an invalid call, memory runs out or the driver
 * fails, the `guarded` call around this one rejects with that error, before any error of another
 * scope. Outside the `work` of `guarded`, only calls `make`.
 */
export function makeInScopes<T>(device: GPUDevice, make: () => T): T {
  const errors = watches.get(device)?.running.at(-1);
  if (!errors) return make();
  openScopes(device);
  try {
    return make();
  } finally {
    errors.push(...closeScopes(device));
  }
}

function openScopes(device: GPUDevice): void {
  for (const [filter] of SCOPES) device.pushErrorScope(filter);
}

/** The errors of the scopes, in the order of `SCOPES`. */
function closeScopes(device: GPUDevice): Promise<GPUError | null>[] {
  // the scope that was pushed last is popped first
  return SCOPES.map(() => device.popErrorScope()).reverse();
}

function lostError(what: string, info: GPUDeviceLostInfo): Error {
  const how = info.reason === 'destroyed' ? 'it was destroyed' : 'reason unknown';
  const message = info.message ? ` (${info.message})` : '';
  return new Error(`${what}: the GPU device was lost: ${how}${message}`);
}

/**
 * Runs `work` at once and waits for its result. Rejects with an Error that starts with `what` when
 * a WebGPU call in it is invalid, memory runs out, or the device is lost meanwhile (or was before).
 * Other exceptions of `work` come through as they are.
 *
 * Of several causes the first in this order is reported: a loss that becomes known before `work`
 * and its scopes have settled, the scopes of `makeInScopes`, the error scopes in the order of
 * `SCOPES`, an exception of `work`, a loss that becomes known later, the rejection of the promise
 * of `work`.
 *
 * `work` must make all its WebGPU calls, a final mapAsync included, before its first `await`: error
 * scopes are a stack per device, so they are closed as soon as `work` returns.
 */
export async function guarded<T>(
  device: GPUDevice,
  what: string,
  work: () => Promise<T> | T,
): Promise<T> {
  aDevice(device, 'device');
  someText(what, 'what');
  aFunction(work, 'work');
  const watch = watchOf(device);
  if (watch.lost) throw lostError(what, watch.lost);
  const result = scoped(device, what, watch, work);
  let giveUp: ((info: GPUDeviceLostInfo) => void) | undefined;
  const loss = new Promise<never>((_, reject) => {
    giveUp = (info) => reject(lostError(what, info));
    watch.waiting.add(giveUp);
  });
  try {
    return await Promise.race([result, loss]);
  } finally {
    watch.waiting.delete(giveUp!);
    // after a loss nobody waits for `result`, which may reject later
    result.catch(() => {});
  }
}

async function scoped<T>(
  device: GPUDevice,
  what: string,
  watch: Watch,
  work: () => Promise<T> | T,
): Promise<T> {
  openScopes(device);
  let result: Promise<T>;
  let thrown: { readonly error: unknown } | undefined;
  const errors: Promise<GPUError | null>[] = [];
  watch.running.push(errors);
  try {
    result = Promise.resolve(work());
  } catch (error) {
    thrown = { error };
    result = Promise.reject(error);
  } finally {
    watch.running.pop();
  }
  errors.push(...closeScopes(device));
  const [outcome, ...popped] = await Promise.allSettled([result, ...errors]);
  for (let i = 0; i < popped.length; i++) {
    const scope = popped[i];
    if (scope.status === 'fulfilled' && scope.value) {
      const [filter, says] = SCOPES[i % SCOPES.length];
      const error = new Error(`${what}: ${says}: ${scope.value.message}`);
      if (filter === 'out-of-memory') outOfMemory.add(error);
      throw error;
    }
  }
  if (thrown) throw thrown.error;
  // calls on a lost device report no error
  if (watch.lost) throw lostError(what, watch.lost);
  if (outcome.status === 'fulfilled') return outcome.value;
  // the error of a map or a scope seldom says that the device was lost: wait for the better reason
  await new Promise((done) => setTimeout(done, LOSS_GRACE_MS));
  throw watch.lost ? lostError(what, watch.lost) : outcome.reason;
}
