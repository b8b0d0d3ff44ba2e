import { checkOptions } from '@wayfield/check';
import { aCount, aLimits, PLAN_RULES, someNeeds } from './rules.ts';

/** One buffer of a job: fixed bytes, and bytes per item of a wave. */
export interface BufferNeed {
  readonly label: string;
  /** Bytes that do not depend on the size of the wave. Default 0. */
  readonly bytes?: number;
  /** Bytes for each item of a wave. Default 0. */
  readonly bytesPerItem?: number;
  /**
   * The buffer is never bound to a kernel (staging): only the limit on buffers applies. Default
   * false.
   */
  readonly unbound?: boolean;
}

/** How a batch is cut into waves that fit. */
export interface MemoryPlan {
  /** Items of the batch. */
  readonly count: number;
  /** Items of each wave but the last, which may have fewer. 0 for an empty batch. */
  readonly waveSize: number;
  readonly waves: number;
  /** Bytes that do not depend on the size of the wave. */
  readonly fixedBytes: number;
  readonly bytesPerItem: number;
  /** fixedBytes + waveSize * bytesPerItem: the bytes to allocate. */
  readonly totalBytes: number;
  /** The budget of the plan. */
  readonly memoryBudget: number;
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
/** A count with its digits grouped in thousands, for messages: 252,937. */
export const grouped = (n: number): string => whole.format(n);

/** What `lastingError` made. */
const lasting = new WeakSet<object>();

/**
 * A RangeError that comes again at each try, such as that of a budget or a binding that is too
 * small.
 */
export function lastingError(message: string): RangeError {
  const error = new RangeError(message);
  lasting.add(error);
  return error;
}

/** Whether `lastingError` made an error. False for a RangeError of a host that is out of memory. */
export const isLasting = (error: unknown): boolean => lasting.has(error as object);

/** Largest buffer a kernel of this device can be given, in bytes: a multiple of 16. */
export function largestBinding(limits: GPUSupportedLimits): number {
  aLimits(limits, 'limits');
  const bytes = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  return bytes - (bytes % 16);
}

/**
 * Half of the largest possible buffer: 128 MiB on a device with default limits. WebGPU does not
 * tell how much memory there is, but drivers derive their largest buffer from it, and half of that
 * leaves room for the caller.
 */
export function defaultMemoryBudget(limits: GPUSupportedLimits): number {
  aLimits(limits, 'limits');
  return Math.floor(limits.maxBufferSize / 2);
}

/**
 * Throws RangeError, with both numbers, where `bytes` do not fit in one storage buffer binding.
 */
export function checkBinding(limits: GPUSupportedLimits, label: string, bytes: number): void {
  const most = largestBinding(limits);
  if (bytes > most) {
    throw lastingError(
      `${label} needs ${grouped(bytes)} bytes, one binding of this device holds ${grouped(most)}`,
    );
  }
}

/**
 * Cuts a batch of `count` items into as few waves as the budget and the limits of single buffers
 * allow, of equal size but for rounding. Allocates nothing.
 *
 * @throws RangeError, with the numbers, where a buffer with one item exceeds a binding (where it is
 *   `unbound`: the largest buffer), or all buffers with one item exceed the budget.
 */
export function planWaves(
  limits: GPUSupportedLimits,
  needs: readonly BufferNeed[],
  count: number,
  options: { memoryBudget?: number } = {},
): MemoryPlan {
  aLimits(limits, 'limits');
  someNeeds(needs, 'needs');
  aCount(count, 'count');
  checkOptions('planWaves', options, PLAN_RULES);
  const memoryBudget = options.memoryBudget ?? defaultMemoryBudget(limits);
  if (!(memoryBudget > 0)) throw new RangeError(`memoryBudget is ${memoryBudget}, expected bytes`);
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError(`count is ${count}, expected a whole number >= 0`);
  }
  let fixedBytes = 0;
  let bytesPerItem = 0;
  let most = count;
  for (const { label, bytes = 0, bytesPerItem: each = 0, unbound = false } of needs) {
    const room = unbound ? limits.maxBufferSize : largestBinding(limits);
    if (bytes + each > room) {
      const item = each > 0 ? ` with one item` : '';
      throw lastingError(
        `${label} needs ${grouped(bytes + each)} bytes${item}, ` +
          `one ${unbound ? 'buffer' : 'binding'} of this device holds ${grouped(room)}`,
      );
    }
    if (each > 0) most = Math.min(most, Math.floor((room - bytes) / each));
    fixedBytes += bytes;
    bytesPerItem += each;
  }
  const smallest = fixedBytes + (count > 0 ? bytesPerItem : 0);
  if (smallest > memoryBudget) {
    throw lastingError(
      `the job needs at least ${grouped(smallest)} bytes (${grouped(fixedBytes)} fixed, ` +
        `${grouped(bytesPerItem)} per item), memoryBudget is ${grouped(memoryBudget)}`,
    );
  }
  if (bytesPerItem > 0) {
    most = Math.min(most, Math.floor((memoryBudget - fixedBytes) / bytesPerItem));
  }
  const waves = count === 0 ? 0 : Math.ceil(count / most);
  const waveSize = count === 0 ? 0 : Math.ceil(count / waves);
  return {
    count,
    waveSize,
    waves,
    fixedBytes,
    bytesPerItem,
    totalBytes: fixedBytes + waveSize * bytesPerItem,
    memoryBudget,
  };
}
