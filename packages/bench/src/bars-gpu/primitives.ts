// Bar 4: sort and scan, device time.
import type { BarResult } from '../report/report.ts';
import { result } from '../bars/bar.ts';
import { type Case, scanCase, sortCase } from '../gpu/primitive-cases.ts';
import { deviceTimes, warmUp } from '../gpu/primitive-timing.ts';
import { formatNumber } from '../report/numbers.ts';
import { summarise } from '../report/statistics.ts';
import type { GpuBar } from './gpu-bar.ts';

const MILLION = 2 ** 20;
const REPEATS = 20;

export const primitives: GpuBar = {
  name: '4',
  title: 'radix sort and exclusive scan of u32 on the device',
  async run({ device, session, quick, add }) {
    const measure = async (item: Case): Promise<{ median: number; min: number }> => {
      session.terminal.progress(`bar 4: ${item.name} of ${item.length}`);
      const { primitive, restore, verify, destroy } = item.prepare(device, {});
      await warmUp(device, primitive, restore, quick ? 0 : 2000);
      const times = summarise(await deviceTimes(device, primitive, restore, quick ? 2 : REPEATS));
      session.addCheck(`${item.name} of ${item.length}`, await verify());
      destroy();
      return times;
    };
    const rate = async (item: Case, least: number): Promise<BarResult> => {
      const { median, min } = await measure(item);
      const what = `${item.name} of ${formatNumber(item.length)}`;
      const note = `${(median / 1000).toFixed(3)} ms, at best ${(min / 1000).toFixed(3)} ms`;
      return result(what, item.length / median / 1000, least, 'G/s', 'more', note);
    };
    add(await rate(sortCase(quick ? 3000 : 16 * MILLION, 'random'), 8));
    add(await rate(scanCase(quick ? 5000 : 64 * MILLION), 150));
    const few = sortCase(10_000, 'random');
    const { median, min } = await measure(few);
    const note = `at best ${(min / 1000).toFixed(3)} ms`;
    add(result('sort of 10,000', median / 1000, 0.1, 'ms', 'less', note));
  },
};
