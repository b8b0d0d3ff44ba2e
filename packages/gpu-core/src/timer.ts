import { COPY_SRC, QUERY_RESOLVE } from './buffer-usage.ts';
import { keeping } from './keeping.ts';
import { readBuffer } from './read-back.ts';

/** Device times of passes by timestamp queries. An interval is one pass, or passes in a row. */
export interface Timer {
  /**
   * The timestamps of an interval, for descriptors of passes: `begin` for its first pass, `end` for
   * its last, `both` for an interval of one pass. `end` ends the interval that was begun last.
   */
  begin(interval: string): GPUComputePassTimestampWrites | undefined;
  end(interval: string): GPUComputePassTimestampWrites | undefined;
  both(interval: string): GPUComputePassTimestampWrites | undefined;
  /**
   * Milliseconds of the intervals of each name since the last `read` or `clear`, summed: 0 without
   * any. NaN where nothing is measured, and for more than 512 intervals of all names.
   */
  read(): Promise<(interval: string) => number>;
  /**
   * Forgets the intervals since the last `read`: those of a call that failed before it read them.
   */
  clear(): void;
  destroy(): void;
}

/** Intervals that fit between two reads; with more, all sums are NaN. */
const INTERVALS = 512;

/**
 * A timer, or one that measures nothing where `on` is false or the device has no timestamp queries.
 *
 * @example
 * const timer = createTimer(device, true);
 * encoder.beginComputePass({ timestampWrites: timer.both('sort') }).end();
 * device.queue.submit([encoder.finish()]);
 * const milliseconds = (await timer.read())('sort'); // NaN where they cannot be measured
 */
export function createTimer(device: GPUDevice, on: boolean): Timer {
  if (!on || !device.features.has('timestamp-query')) {
    const nothing = (): undefined => undefined;
    const nan = (): number => NaN;
    return {
      begin: nothing,
      end: nothing,
      both: nothing,
      read: async () => nan,
      clear: nothing,
      destroy: nothing,
    };
  }
  const size = 16 * INTERVALS;
  const { querySet, resolved } = keeping((keep) => ({
    querySet: keep(device.createQuerySet({ type: 'timestamp', count: 2 * INTERVALS })),
    resolved: keep(device.createBuffer({ size, usage: QUERY_RESOLVE | COPY_SRC })),
  }));
  let intervals: string[] = [];
  return {
    begin(interval) {
      const i = intervals.push(interval) - 1;
      return i < INTERVALS ? { querySet, beginningOfPassWriteIndex: 2 * i } : undefined;
    },
    end() {
      const i = intervals.length - 1;
      return i < INTERVALS ? { querySet, endOfPassWriteIndex: 2 * i + 1 } : undefined;
    },
    both(interval) {
      const i = intervals.push(interval) - 1;
      if (i >= INTERVALS) return undefined;
      return { querySet, beginningOfPassWriteIndex: 2 * i, endOfPassWriteIndex: 2 * i + 1 };
    },
    async read() {
      const kinds = intervals;
      intervals = [];
      const count = Math.min(kinds.length, INTERVALS);
      const stamps = new BigUint64Array(2 * count);
      if (count > 0) {
        const encoder = device.createCommandEncoder();
        encoder.resolveQuerySet(querySet, 0, 2 * count, resolved, 0);
        device.queue.submit([encoder.finish()]);
        await readBuffer(device, resolved, stamps);
      }
      return (kind) => {
        if (kinds.length > INTERVALS) return NaN;
        let sum = 0;
        for (let i = 0; i < count; i++) {
          if (kinds[i] === kind) sum += Number(stamps[2 * i + 1] - stamps[2 * i]) / 1e6;
        }
        return sum;
      };
    },
    clear() {
      intervals = [];
    },
    destroy() {
      querySet.destroy();
      resolved.destroy();
    },
  };
}
