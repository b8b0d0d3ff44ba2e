// Target 4: sort and scan, device time.
import {
  atLeast,
  atMost,
  ofDeviceTimes,
  result,
  type GpuTarget,
  type TargetResult,
} from '../run/target.ts';
import {
  type Case,
  scanCase,
  sortCase,
} from '@wayfield/bench/internal/gpu/measure/primitive-cases';
import { deviceTimes, warmUp } from '@wayfield/bench/internal/gpu/measure/primitive-timing';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { summarise } from '@wayfield/bench/internal/run/statistics/summary';

/** 1,048,576: lengths are given as multiples of it. */
const MEBI = 2 ** 20;
/** Timed runs of a primitive. */
const REPEATS = 20;

export const primitives: GpuTarget = {
  name: '4',
  title: 'radix sort and exclusive scan of u32 on the device',
  async run(context) {
    const { device, session, quick } = context;
    const add = (measured: TargetResult): void => context.add(ofDeviceTimes(context, measured));
    const measure = async (item: Case): Promise<{ median: number; min: number }> => {
      session.terminal.progress(`target 4: ${item.name} of ${item.length}`);
      const { primitive, restore, verify, destroy } = item.prepare(device, {});
      await warmUp(device, primitive, restore, quick ? 0 : 2000);
      const times = summarise(await deviceTimes(device, primitive, restore, quick ? 2 : REPEATS));
      session.addCheck(`${item.name} of ${item.length}`, await verify());
      destroy();
      return times;
    };
    const rate = async (item: Case, least: number): Promise<TargetResult> => {
      const { median, min } = await measure(item);
      const what = `${item.name} of ${formatNumber(item.length)}`;
      const note = `${(median / 1000).toFixed(3)} ms, at best ${(min / 1000).toFixed(3)} ms`;
      return result(what, item.length / median / 1000, atLeast(least, 'G/s'), note);
    };
    add(await rate(sortCase(quick ? 3000 : 16 * MEBI, 'random'), 8));
    add(await rate(scanCase(quick ? 5000 : 64 * MEBI), 150));
    const few = sortCase(10_000, 'random');
    const { median, min } = await measure(few);
    const note = `at best ${(min / 1000).toFixed(3)} ms`;
    add(result('sort of 10,000', median / 1000, atMost(0.1, 'ms'), note));
  },
};
