// Device and wall time of every primitive, each result checked against the CPU.
//
//   node --import tsx bench/gpu-primitives.ts [--quick] [--tune sort|scan] [--only NAME]
//                                             [--size N] [--json FILE]
//
// --quick: small sizes and few repeats. --tune: all combinations of workgroup size, items and blocks
// of one primitive instead of the defaults. --size: elements. TEST_GPU=software: the software
// driver, to check the program; its times mean nothing.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SOFTWARE_DAWN, useSoftwareVulkan } from '@wayfield/testing/gpu';
import type { SortTuning } from '@wayfield/gpu-core';
import { requestDevice } from '@wayfield/gpu-core/node';
import {
  type Case,
  compactCase,
  reduceCase,
  scanCase,
  segmentsCase,
  sortCase,
} from '../src/gpu/measure/primitive-cases.ts';
import {
  deviceTimes,
  measure,
  measureDispatches,
  warmUp,
} from '../src/gpu/measure/primitive-timing.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    tune: { type: 'string' },
    only: { type: 'string' },
    size: { type: 'string' },
    json: { type: 'string' },
  },
});

interface Row {
  readonly name: string;
  readonly length: number;
  readonly tuning: SortTuning;
  readonly ok: boolean;
  /** 1e9 elements per second of device time, median. */
  readonly rate: number;
  readonly deviceMin: number;
  readonly deviceMedian: number;
  readonly wallMin: number;
  readonly wallMedian: number;
  readonly dispatches: readonly number[];
}

// exact timestamps instead of ones rounded against fingerprinting
const EXACT = ['disable-dawn-features=timestamp_quantization'];

/** The GPU of this machine, unless TEST_GPU=software or there is none. */
async function benchDevice(): Promise<GPUDevice> {
  if (process.env.TEST_GPU !== 'software') {
    try {
      return await requestDevice({ dawn: EXACT });
    } catch (error) {
      if (process.env.TEST_GPU === 'hardware') throw error;
      console.log(`${(error as Error).message}: the software driver runs, its times mean nothing`);
    }
  }
  useSoftwareVulkan();
  return requestDevice({ dawn: SOFTWARE_DAWN, allowSoftware: true });
}

const device = await benchDevice();
const { vendor, architecture, description } = device.adapterInfo;
console.log([vendor, architecture, description].filter(Boolean).join(', '));

const rows: Row[] = [];
const repeats = flags.quick ? 3 : 20;

async function row(item: Case, tuning: SortTuning, detail: boolean): Promise<void> {
  let prepared;
  try {
    prepared = item.prepare(device, tuning);
  } catch (error) {
    console.log(`${item.name} ${JSON.stringify(tuning)}: ${(error as Error).message}`);
    return;
  }
  const { primitive, restore } = prepared;
  await warmUp(device, primitive, restore, flags.quick ? 0 : 300);
  const timing = await measure(device, primitive, restore, repeats);
  const ok = await prepared.verify();
  const dispatches = detail ? await measureDispatches(device, primitive, restore, 5) : [];
  prepared.destroy();
  const rate = item.length / timing.deviceMedian / 1000;
  rows.push({ name: item.name, length: item.length, tuning, ok, rate, ...timing, dispatches });
  const parts = dispatches.map((t) => t.toFixed(1)).join(' ');
  console.log(
    `${ok ? 'ok   ' : 'WRONG'} ${item.name.padEnd(14)} ${String(item.length).padStart(9)} ` +
      `${timing.deviceMedian.toFixed(1).padStart(9)} us (min ${timing.deviceMin.toFixed(1)}), ` +
      `wall ${timing.wallMedian.toFixed(0)} us, ${rate.toFixed(2)} G/s ` +
      `${JSON.stringify(tuning)} ${parts}`,
  );
}

function* combinations(lists: Readonly<Record<string, readonly unknown[]>>): Generator<SortTuning> {
  const [first, ...rest] = Object.entries(lists);
  if (!first) return void (yield {});
  for (const value of first[1]) {
    for (const more of combinations(Object.fromEntries(rest))) yield { [first[0]]: value, ...more };
  }
}

/** Measures all tunings of a case in turn, round after round: the clock of a GPU wanders. */
async function tune(item: Case, tunings: Iterable<SortTuning>): Promise<void> {
  const contenders = [];
  for (const tuning of tunings) {
    try {
      const prepared = item.prepare(device, tuning);
      contenders.push({ tuning, ...prepared, times: [] as number[] });
    } catch (error) {
      console.log(`${JSON.stringify(tuning)}: ${(error as Error).message}`);
    }
  }
  for (const { primitive, restore } of contenders) await warmUp(device, primitive, restore, 0);
  const first = contenders[0];
  await warmUp(device, first.primitive, first.restore, flags.quick ? 0 : 1000);
  for (let round = 0; round < (flags.quick ? 1 : 6); round++) {
    for (const { primitive, restore, times } of contenders) {
      times.push(...(await deviceTimes(device, primitive, restore, flags.quick ? 1 : 5)));
    }
  }
  for (const { tuning, times, verify, destroy } of contenders) {
    const ok = await verify();
    destroy();
    times.sort((a, b) => a - b);
    const deviceMin = times[0];
    const deviceMedian = times[times.length >> 1];
    const rate = item.length / deviceMedian / 1000;
    const measured = { deviceMin, deviceMedian, wallMin: NaN, wallMedian: NaN, dispatches: [] };
    rows.push({ name: item.name, length: item.length, tuning, ok, rate, ...measured });
  }
  rows.sort((a, b) => a.deviceMin - b.deviceMin);
  for (const { tuning, ok, deviceMin, deviceMedian } of rows) {
    const times = `min ${deviceMin.toFixed(1)} median ${deviceMedian.toFixed(1)} us`;
    console.log(`${ok ? 'ok   ' : 'WRONG'} ${item.name} ${times} ${JSON.stringify(tuning)}`);
  }
}

const chosen = (name: string): boolean => flags.only === undefined || name === flags.only;
const size = flags.size ? Number(flags.size) : undefined;
const million = 2 ** 20;

if (flags.tune === 'sort') {
  const lists = {
    subgroups: [true],
    workgroupSize: flags.quick ? [32] : [64, 128, 256],
    itemsPerInvocation: flags.quick ? [4, 8] : [8, 12, 16, 18, 20, 21, 24],
  };
  const portable = { ...lists, subgroups: [false], itemsPerInvocation: [8, 12, 16, 20] };
  const all = [...combinations(lists), ...combinations(portable)];
  await tune(sortCase(size ?? (flags.quick ? 20_000 : 16 * million), 'random'), all);
} else if (flags.tune === 'scan') {
  const lists = {
    subgroups: [true, false],
    workgroupSize: flags.quick ? [64] : [32, 128, 256, 512],
    itemsPerInvocation: flags.quick ? [4, 8] : [4, 8, 16, 32],
    maxBlocks: flags.quick ? [8] : [1056, 2112],
  };
  await tune(scanCase(size ?? (flags.quick ? 20_000 : 64 * million)), combinations(lists));
} else {
  const portable = { subgroups: false };
  const ways = device.features.has('subgroups') ? [{}, portable] : [portable];
  const lengths =
    size !== undefined
      ? [size]
      : flags.quick
        ? [1000, 10_000, 30_000]
        : [10_000, million, 16 * million];
  for (const length of lengths) {
    const makers: [string, () => Case][] = [
      ['sort', () => sortCase(length, 'random')],
      ['sort 16-bit', () => sortCase(length, '16-bit')],
      ['sort equal', () => sortCase(length, 'equal')],
      ['sort sorted', () => sortCase(length, 'sorted')],
      ['scan', () => scanCase(length < million || flags.size ? length : 4 * length)],
      ['reduce', () => reduceCase(length < million || flags.size ? length : 4 * length)],
      ['compact', () => compactCase(length)],
      ['segments 1000', () => segmentsCase(length, 1000)],
      ['segments 1000000', () => segmentsCase(length, flags.quick ? 5000 : 1_000_000)],
    ];
    for (const [name, make] of makers) {
      if (!chosen(name)) continue;
      const item = make();
      for (const tuning of ways) await row(item, tuning, true);
    }
  }
}

if (flags.json) {
  writeFileSync(
    flags.json,
    JSON.stringify({ adapter: { vendor, architecture, description }, rows }),
  );
}
device.destroy();
if (rows.some((r) => !r.ok)) process.exitCode = 1;
