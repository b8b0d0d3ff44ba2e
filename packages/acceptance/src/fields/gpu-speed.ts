// Target 2: steps on the GPU.
import type { DiffusionMap, DiffusionOptions } from '@wayfield/diffusion';
import {
  atLeast,
  atMost,
  inMs,
  keepBusy,
  notMeasured,
  ofDeviceTimes,
  result,
  type Target,
  type TargetContext,
  whyNoDeviceTimes,
} from '../run/target.ts';
import {
  backendMaker,
  type MakeModel,
  type Model,
} from '@wayfield/bench/internal/fields/measure/backends';
import {
  compareFields,
  describeDifference,
} from '@wayfield/bench/internal/fields/measure/compare-fields';
import { createMeter, type Meter } from '@wayfield/bench/internal/gpu/measure/meter';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { everywhere, openMap, roughMap } from '@wayfield/bench/internal/fields/measure/made-maps';

/** The number to reach: the least billions of cells per second, on the device. */
const GCELLS = 600;
/** Several layers must have at least this share of the speed of one. */
const LAYERS = 4;
const LAYER_SHARE = 0.9;
/** The number to reach: the most milliseconds until 2048 x 2048 cells are settled. */
const SETTLE_MS = 15;
/** Steps of one call. */
const STEPS = 128;
/** Milliseconds until the clock of the device is up. */
const WARM_UP_MS = 2000;

export const gpuSpeed: Target = {
  name: '2',
  title: 'the step on the GPU: f32, 8 neighbours, terrain; settling; agreement with the CPU',
  async run(context) {
    const { device, noDevice, quick, add } = context;
    const n = quick ? 32 : 8192;
    const make = backendMaker('gpu', context);
    const title = `${n} x ${n}, f32`;
    const oneLayer = `${title}: one layer`;
    const layers = `${title}: ${LAYERS} layers / one`;
    const why = whyNoDeviceTimes(context);
    if (why !== undefined) {
      add(notMeasured(oneLayer, atLeast(GCELLS, 'Gcell/s'), why));
      add(notMeasured(layers, atLeast(LAYER_SHARE, 'x'), why));
    }
    if (device === undefined || make === undefined) {
      add(notMeasured('settling in log form, device', atMost(SETTLE_MS, 'ms'), noDevice));
      return;
    }
    const meter = createMeter(device);
    if (why === undefined) {
      const map = roughMap(n);
      const one = await stepSpeed(context, make, meter, map, 1);
      add(result(oneLayer, one, atLeast(GCELLS, 'Gcell/s')));
      const many = await stepSpeed(context, make, meter, map, LAYERS);
      const note = `${formatNumber(many)} Gcell/s`;
      add(result(layers, many / one, atLeast(LAYER_SHARE, 'x'), note));
    }
    await settling(context, make, meter);
    await agreement(context, make);
  },
};

/** Cell-steps of all layers in 1e9 per second of device time, the median of the rounds. */
async function stepSpeed(
  { rounds, quick, session }: TargetContext,
  make: MakeModel,
  meter: Meter,
  map: DiffusionMap,
  layerCount: number,
): Promise<number> {
  const layers = Array.from({ length: layerCount }, (_, i) => `layer ${i}`);
  const model = await make(map, { layers, precision: 'f32' });
  const goals = everywhere(map.width);
  const steps = quick ? 8 : STEPS;
  for (const layer of layers) model.setGoals(layer, goals);
  // until no tile is empty and the clock of the device is up
  await keepBusy(async () => model.step(steps), quick ? 0 : WARM_UP_MS);
  const speeds: number[] = [];
  for (let round = 0; round < Math.max(quick ? 1 : 3, rounds); round++) {
    session.terminal.progress(`target 2, ${layerCount} layers`, round, rounds);
    await keepBusy(async () => model.step(steps), quick ? 0 : 200);
    const { times } = await meter.measure(async () => model.step(steps));
    speeds.push((map.terrain.length * layerCount * steps) / times.device / 1e6);
  }
  await model.destroy();
  return median(speeds);
}

async function settling(context: TargetContext, make: MakeModel, meter: Meter): Promise<void> {
  const { quick, rounds, session, add } = context;
  const n = quick ? 24 : 2048;
  const model = await make(openMap(n), { precision: 'log' });
  model.setGoals('goal', { cell: [n * n - 1] });
  const settleFromZero = async (): Promise<void> => {
    model.reset();
    await model.settle();
  };
  await keepBusy(settleFromZero, quick ? 0 : WARM_UP_MS);
  const device: number[] = [];
  const wall: number[] = [];
  let steps = 0;
  for (let round = 0; round < Math.max(quick ? 1 : 3, rounds); round++) {
    model.reset();
    // changes of the model reach the device with the next call, which is not part of settling
    await model.step(0);
    const { value, times } = await meter.measure(async () => model.settle());
    device.push(times.device);
    const start = performance.now();
    await settleFromZero();
    wall.push(performance.now() - start);
    ({ steps } = value);
  }
  await model.destroy();
  session.addCheck(`${n} x ${n} settles in ${n - 1} steps: ${steps}`, steps === n - 1);
  const what = `${n} x ${n} settles, log`;
  const note = `${steps} steps`;
  const number = atMost(SETTLE_MS, 'ms');
  add(ofDeviceTimes(context, result(`${what}: device`, median(device), number, note)));
  add(result(`${what}: wall, from reset`, median(wall), number, note));
}

async function agreement(context: TargetContext, make: MakeModel): Promise<void> {
  const { quick, session, add } = context;
  const n = quick ? 24 : 1024;
  const steps = quick ? 12 : 300;
  const cpu = backendMaker(context.threads > 1 && !quick ? 'pool' : 'wasm', context)!;
  const cases: [string, DiffusionOptions][] = [
    ['f32, average', { precision: 'f32' }],
    ['f32, average, clamp', { precision: 'f32', border: 'clamp' }],
    ['log, average', { precision: 'log' }],
    ['log, heat 1/16', { precision: 'log', rule: 'heat' }],
  ];
  // kernels take seconds to compile on the software device
  for (const [name, options] of quick ? cases.slice(1, 3) : cases) {
    session.terminal.progress(`target 2, agreement, ${name}`);
    const fields: Float32Array[] = [];
    const took: number[] = [];
    for (const maker of [cpu, make]) {
      const model: Model = await maker(roughMap(n), options);
      model.setGoals('goal', { cell: [n + 1, n * n - 1] });
      const start = performance.now();
      await model.step(steps);
      took.push(performance.now() - start);
      fields.push(await model.field('goal'));
      await model.destroy();
    }
    const difference = compareFields(fields[0], fields[1]);
    const what = `${n} x ${n}, ${steps} steps, ${name}: equal cells`;
    session.addCheck(`${what}: ${describeDifference(difference)}`, difference.differing === 0);
    const note = `CPU ${inMs(took[0])}, GPU ${inMs(took[1])}`;
    add(result(what, n * n - difference.differing, atLeast(n * n, 'cells'), note));
  }
}
