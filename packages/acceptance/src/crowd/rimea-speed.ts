// Target 4b: test 4 of RiMEA, speed at the densities of the guideline, in a square of 2 m × 2 m,
// over 60 s after the first 10 s.
import {
  atLeast,
  atMost,
  forComparison,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import { play } from './play/play.ts';
import type { CrowdProgram } from './play/program.ts';
import { wayfieldCrowd } from './play/wayfield.ts';
import { rimea4 } from './scenes/rimea-scenes.ts';
import { type Scene, HEADWAY } from './scenes/scene.ts';

/** Speed at a density in persons per m² (Weidmann 1993), in metres per second. */
export function weidmann(density: number): number {
  return Math.max(0, 1.34 * (1 - Math.exp(-1.913 * (1 / density - 1 / 5.4))));
}

export interface SpeedPoint {
  readonly speed: number;
  readonly density: number;
}

/** Where and when speed is measured: in a square of 2 m × 2 m at half the width of a corridor. */
interface SpeedOptions {
  /** Seconds that are played in all. */
  readonly seconds: number;
  /** Seconds before the measurement begins. */
  readonly skip: number;
  /** The x of the square's middle. */
  readonly x: number;
}

/** Mean speed and density in a square of a corridor. */
export async function speedAt(
  program: CrowdProgram,
  scene: Scene,
  { seconds, skip, x: middle }: SpeedOptions,
): Promise<SpeedPoint> {
  const { agents, goals, dt } = scene;
  const y = goals[0].y;
  const lastX = Float64Array.from(agents, (agent) => agent.x);
  let [way, count, ticks] = [0, 0, 0];
  await play(program, scene, {
    most: Math.round(seconds / dt),
    onTick(tick, state) {
      const counts = tick * dt > skip;
      ticks += Number(counts);
      for (let i = 0; i < agents.length; i++) {
        const inside = Math.abs(state.x[i] - middle) <= 1 && Math.abs(state.y[i] - y) <= 1;
        if (counts && inside) {
          way += state.x[i] - lastX[i];
          count++;
        }
        lastX[i] = state.x[i];
      }
    },
  });
  return { speed: way / (count * dt), density: count / ticks / 4 };
}

/** Draws of speeds. */
const DRAWS = 10;
/**
 * The guideline's corridor is 1,000 m long; 250 m are enough. The last person starts 125 m before
 * the middle, and walks at most 70 s · 1.6 m/s = 112 m.
 */
const SIZE = { length: 250, width: 10, seconds: 70, skip: 10 };
const QUICK_SIZE = { length: 60, width: 4, seconds: 16, skip: 10 };

/**
 * The guideline asks that speed falls with density, and names Weidmann's diagram (1993) to compare
 * with; 0.2 m/s of mean deviation is our number. ORCA has no such law: the results named "alone"
 * have the default options of the crowd, all others a headway.
 */
export const speedOverDensity: Target = {
  name: '4b',
  title: 'RiMEA test 4: speed falls with density, 10 draws',
  async run(context) {
    const { quick, seed } = context;
    const densities = quick ? [1, 3] : [0.5, 1, 2, 3, 4, 5, 6];
    const draws: SpeedPoint[][] = [];
    for (let k = 0; k < (quick ? 1 : DRAWS); k++)
      draws.push(await speedsOf(context, densities, { seed: seed + k, headway: HEADWAY }));
    judge(context, 'RiMEA 4', densities, draws);
    const alone = await speedsOf(context, quick ? [1, 3] : [1, 3, 5], { seed, headway: 0 });
    judge(context, 'RiMEA 4, alone', quick ? [1, 3] : [1, 3, 5], [alone]);
  },
};

async function speedsOf(
  { quick, session }: TargetContext,
  densities: readonly number[],
  { seed, headway }: { seed: number; headway: number },
): Promise<SpeedPoint[]> {
  const { length, width, ...times } = quick ? QUICK_SIZE : SIZE;
  const points: SpeedPoint[] = [];
  for (const [i, density] of densities.entries()) {
    session.terminal.progress('target 4b', i, densities.length);
    const scene = { ...rimea4(density, length, width, seed), headway };
    points.push(await speedAt(wayfieldCrowd, scene, { ...times, x: length / 2 }));
  }
  return points;
}

function judge(
  { add, quick }: TargetContext,
  name: string,
  densities: readonly number[],
  draws: readonly (readonly SpeedPoint[])[],
): void {
  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  for (const [i, density] of densities.entries()) {
    const points = draws.map((draw) => draw[i]);
    const found = mean(points.map((point) => point.density));
    const note = `${found.toFixed(2)} per m² measured; Weidmann ${weidmann(found).toFixed(2)} m/s`;
    const speed = mean(points.map((point) => point.speed));
    const what = `${name}: speed at ${density} per m², mean of ${draws.length}`;
    add(forComparison(result(what, speed, atLeast(0, 'm/s'), note)));
  }
  const falls = (draw: readonly SpeedPoint[]): boolean =>
    draw.every(({ speed }, i) => i === 0 || speed < draw[i - 1].speed);
  const share = draws.filter(falls).length / draws.length;
  const falling = result(`${name}: speed falls with density`, share, atLeast(1, 'of draws'));
  const deviations = draws.map((draw) =>
    Math.sqrt(mean(draw.map(({ speed, density }) => (speed - weidmann(density)) ** 2))),
  );
  const note = `our number; draws: ${deviations.map((one) => one.toFixed(2)).join(', ')}`;
  const most = Math.max(...deviations);
  const off = result(`${name}: deviation from Weidmann, most`, most, atMost(0.2, 'm/s'), note);
  for (const one of [falling, off]) add(quick ? forComparison(one) : one);
}
