// Target 5: unusual cases, which must give the same on every backend.
import type { DiffusionMap, DiffusionOptions, Goals } from '@wayfield/diffusion';
import { atLeast, notMeasured, result, type Target } from '../run/target.ts';
import {
  type Backend,
  backendMaker,
  type MakeModel,
} from '@wayfield/bench/internal/fields/measure/backends';
import { hashOfField } from '@wayfield/bench/internal/fields/measure/compare-fields';
import { roughMap } from '@wayfield/bench/internal/fields/measure/made-maps';

interface Case {
  readonly name: string;
  readonly map: DiffusionMap;
  readonly options?: DiffusionOptions;
  readonly goals?: Goals;
  /** Cells whose paths are asked for; default all, at most 40. */
  readonly starts?: readonly number[];
}

const map = (
  width: number,
  height: number,
  terrain: (v: number) => number = () => 1,
  neighbours: 4 | 8 = 8,
): DiffusionMap => ({
  width,
  height,
  neighbours,
  terrain: Float32Array.from({ length: width * height }, (_, v) => terrain(v)),
});

/** A ring of obstacles around cell (4, 4) of 9 x 9. */
const sealed = map(9, 9, (v) =>
  Math.max(Math.abs((v % 9) - 4), Math.abs(Math.floor(v / 9) - 4)) === 2 ? 0 : 1,
);
/** 6 x 5 open cells, but for the terrain of cell 13. */
const crossed = (value: number): DiffusionMap => map(6, 5, (v) => (v === 13 ? value : 1));

const CASES: readonly Case[] = [
  { name: 'sealed goal', map: sealed, goals: { cell: [40] } },
  { name: 'no goal', map: map(7, 5) },
  { name: 'goal on an obstacle', map: sealed, goals: { cell: [20] } },
  { name: 'goals on an obstacle and beside it', map: sealed, goals: { cell: [20, 10] } },
  { name: '1 x 1, the goal', map: map(1, 1), goals: { cell: [0] } },
  { name: '1 x 1, no goal', map: map(1, 1) },
  { name: '1 x 1, an obstacle', map: map(1, 1, () => 0), goals: { cell: [0] } },
  { name: '1 x 37', map: map(1, 37), goals: { cell: [36] } },
  { name: '37 x 1', map: map(37, 1), goals: { cell: [3] } },
  { name: '37 x 1, 4 neighbours', map: map(37, 1, () => 1, 4), goals: { cell: [3] } },
  { name: '13 x 11, odd sizes', map: map(13, 11), goals: { cell: [70] } },
  {
    name: '33 x 17, rough',
    map: { ...roughMap(33), height: 17, terrain: roughMap(33).terrain.slice(0, 33 * 17) },
    goals: { cell: [0] },
  },
  { name: 'all obstacles', map: map(5, 4, () => 0), goals: { cell: [7] } },
  { name: 'terrain 2^-60', map: crossed(2 ** -60), goals: { cell: [0] } },
  { name: 'terrain 2^-61', map: crossed(2 ** -61) },
  { name: 'terrain NaN', map: crossed(NaN) },
  { name: 'terrain -0.5', map: crossed(-0.5) },
  { name: 'terrain 1.5', map: crossed(1.5) },
  { name: 'terrain of another length', map: { ...crossed(1), width: 7 } },
  { name: '0 cells', map: { width: 0, height: 4, neighbours: 8, terrain: new Float32Array() } },
  {
    name: '65 layers',
    map: map(3, 3),
    options: { layers: Array.from({ length: 65 }, (_, i) => `${i}`) },
  },
  { name: 'goal out of range', map: map(3, 3), goals: { cell: [9] } },
  { name: 'goal twice', map: map(3, 3), goals: { cell: [4, 4] } },
  { name: 'goal of strength 0', map: map(3, 3), goals: { cell: [4], strength: 0 } },
  { name: 'goal of strength NaN', map: map(3, 3), goals: { cell: [4], strength: NaN } },
  { name: 'start out of range', map: map(3, 3), goals: { cell: [4] }, starts: [9] },
];

export const edges: Target = {
  name: '5',
  title: 'what is out of the ordinary: the same answers and refusals from every backend',
  async run(context) {
    const { session, quick, add } = context;
    const precisions = ['f32', 'log'] as const;
    const all = precisions.flatMap((precision) => CASES.map((one) => ({ ...one, precision })));
    const wasm = backendMaker('wasm', context)!;
    for (const backend of ['pool', 'gpu'] as Backend[]) {
      const what = `${backend}: cases answered as by wasm`;
      const make = backendMaker(backend, context);
      if (make === undefined) {
        add(notMeasured(what, atLeast(all.length, 'cases'), context.noDevice));
        continue;
      }
      // kernels compile slowly on the software device: one precision is enough there
      const cases = quick
        ? all.filter(({ precision, name }) => precision === 'log' && !/37/.test(name))
        : all;
      let right = 0;
      for (const [i, one] of cases.entries()) {
        session.terminal.progress(`target 5, ${backend}`, i, cases.length);
        const [wanted, got] = [await answer(wasm, one), await answer(make, one)];
        if (wanted === got) right++;
        session.addCheck(
          `${one.name}, ${one.precision}, ${backend}:\n  ${got}\n  ${wanted}`,
          wanted === got,
        );
      }
      add(result(what, right, atLeast(cases.length, 'cases')));
    }
  },
};

/**
 * Everything that a backend says of a case, as text: reports, field and paths, or the error text.
 */
async function answer(
  make: MakeModel,
  { map: cells, options, goals, starts, precision }: Case & { precision: 'f32' | 'log' },
): Promise<string> {
  try {
    const model = await make(cells, { ...options, precision });
    try {
      if (goals) model.setGoals('goal', goals);
      const { steps, converged, reason, unreachable } = await model.settle();
      const field = await model.field('goal');
      const count = Math.min(40, cells.terrain.length);
      const from = starts ?? Array.from({ length: count }, (_, i) => i);
      const { status, cost, firstNode, node } = await model.ascend('goal', from);
      const used = firstNode[from.length];
      return JSON.stringify({
        steps,
        converged,
        reason,
        unreachable,
        field: hashOfField(field),
        status: [...status.subarray(0, from.length)],
        cost: [...cost.subarray(0, from.length)].map(String),
        node: [...node.subarray(0, used)],
      });
    } finally {
      await model.destroy();
    }
  } catch (error) {
    const { name, message } = error as Error;
    return `${name}: ${message}`;
  }
}
