import { buildQueries } from '@wayfield/graph';
import { random, randomGrid } from '@wayfield/graph/generators';
import type { Problem } from '../../run/problems/problem.ts';

/** A number of agents on a square world. */
export interface Scenario {
  readonly name: string;
  readonly agents: number;
  /** Cells along a side. */
  readonly side: number;
}

/** The scenarios S0 to S9 of S. Denner's thesis of 2011 (table 4). */
export const SCENARIOS: readonly Scenario[] = (
  [
    [12, 6],
    [48, 6],
    [192, 6],
    [768, 6],
    [3072, 8],
    [12_288, 12],
    [49_152, 16],
    [196_608, 22],
    [393_216, 26],
    [786_432, 30],
  ] as const
).map(([agents, side], i) => ({ name: `S${i}`, agents, side }));

/**
 * The agents of a scenario, each with a start and a goal of its own, on a world of which a share is
 * blocked.
 */
export function scenarioProblem(
  { name, agents, side }: Scenario,
  density: number,
  seed: number,
): Problem {
  const data = randomGrid(side, side, { density, seed });
  const open = [...data.cost.keys()].filter((cell) => data.cost[cell] > 0);
  const next = random(seed + 1);
  const draw = (): Uint32Array =>
    new Uint32Array(agents).map(() => open[Math.floor(next() * open.length)]);
  const percent = Math.round(100 * density);
  return {
    name: percent > 0 ? `${name}, ${percent} % blocked` : `${name}, open`,
    description: `${agents} agents on ${side} x ${side}, seed ${seed}`,
    data,
    queries: buildQueries({ source: draw(), target: draw() }),
  };
}
