import type { DiffusionMap, DiffusionOptions, SettleReport } from '@wayfield/diffusion';
import { randomGoals, randomMap, randomNumbers } from '../random-maps.ts';

/** What a model said, as plain values that any message can carry. */
export interface Answer {
  readonly name: string;
  /** `toString` of every number: NaN and `Infinity` would not come through. */
  readonly report: string;
  readonly field: number[];
  readonly status: number[];
  readonly node: number[];
}

/** The part of a model that the cases use; with promises or without. */
export interface Model {
  setGoals(layer: string, goals: { cell: readonly number[] }): void;
  step(count: number): unknown;
  settle(): SettleReport | Promise<SettleReport>;
  field(layer: string): Float32Array | Promise<Float32Array>;
  ascend(layer: string, starts: readonly number[]): Ways | Promise<Ways>;
  destroy(): unknown;
}

interface Ways {
  readonly status: Uint8Array;
  readonly firstNode: Uint32Array;
  readonly node: Uint32Array;
}

export const SEED = 20_112;

const CASES: readonly [name: string, options: DiffusionOptions][] = [
  ['f32', { precision: 'f32' }],
  ['log, clamp', { precision: 'log', border: 'clamp' }],
  ['steady', { method: 'steady' }],
];

/** Steps and settles the same seeded maps by models that `make` makes. */
export async function runCases(
  make: (map: DiffusionMap, options: DiffusionOptions) => Promise<Model>,
): Promise<Answer[]> {
  const random = randomNumbers(SEED);
  const shape = { width: 90, height: 75, neighbours: 8, blocked: 0.2, ground: 'mixed' } as const;
  const map = randomMap(shape, random);
  const { cell } = randomGoals(map, 3, random);
  const goals = { cell: Array.from(cell) };
  const starts = [0, 777, 6000];
  const answers: Answer[] = [];
  for (const [name, options] of CASES) {
    const model = await make(map, options);
    model.setGoals('goal', goals);
    // many passes, between which threads wait for each other
    if (options.method === undefined) await model.step(150);
    const { steps, converged, reason, unreachable } = await model.settle();
    const { status, firstNode, node } = await model.ascend('goal', starts);
    answers.push({
      name,
      report: `${steps} ${converged} ${reason} ${unreachable}`,
      field: Array.from(new Uint32Array((await model.field('goal')).buffer)),
      status: Array.from(status.subarray(0, starts.length)),
      node: Array.from(node.subarray(0, firstNode[starts.length])),
    });
    await model.destroy();
  }
  return answers;
}
