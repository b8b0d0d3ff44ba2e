// Target 2: every scene for 10,000 ticks, watched tick by tick.
import {
  atLeast,
  atMost,
  forComparison,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import { play, type Played } from './play/play.ts';
import { wayfieldCrowd } from './play/wayfield.ts';
import { allScenes } from './scenes/scenes.ts';

/** Ticks of each scene: a requirement. */
const TICKS = 10_000;
const QUICK_TICKS = 900;
/**
 * Discs are this far inside a wall at most, and overlap by this much at most, as shares of the
 * radius: a requirement, too little to be seen.
 */
const IN_WALL = 0.01;
const OVERLAP = 0.01;

export const sceneTable: Target = {
  name: '2',
  title: 'scenes over 10,000 ticks: no wall crossed, no overlap where programs are feasible',
  async run(context) {
    const { quick, seed, session } = context;
    const scenes = allScenes(seed, quick);
    for (const [i, scene] of scenes.entries()) {
      session.terminal.progress(`target 2: ${scene.name}`, i, scenes.length);
      const ticks = quick ? QUICK_TICKS : TICKS;
      addScene(context, await play(wayfieldCrowd, scene, { most: ticks, ticksAfter: ticks }));
    }
  },
};

/** Adds the results of a scene: what must hold, and the figures beside it. */
export function addScene({ add, quick }: TargetContext, played: Played): void {
  const { scene, found, arrived, agents } = played;
  const { name } = scene;
  add(result(`${name}: walls crossed`, found.crossings, atMost(0, 'crossings')));
  add(result(`${name}: deepest in a wall`, found.deepestInWall, atMost(IN_WALL, 'radii')));
  const clean = `${found.feasibleTicks} ticks with feasible programs alone`;
  const overlap = found.deepestFeasibleOverlap;
  add(result(`${name}: overlap, all feasible`, overlap, atMost(OVERLAP, 'radii'), clean));
  const arrivals = result(
    `${name}: arrived of ${agents}`,
    arrived / agents,
    atLeast(scene.arrivals, 'of agents'),
    describe(played),
  );
  add(quick ? forComparison(arrivals) : arrivals);
}

const percent = (share: number): string => `${(100 * share).toPrecision(3)} %`;

/** The figures of a scene in words. */
export function describe({ scene, found, ticks, time, length }: Played): string {
  const parts = [
    `${(ticks * scene.dt).toFixed(0)} s`,
    `infeasible ${percent(found.infeasibleSteps / found.agentSteps)}`,
    `deepest overlap ${percent(found.deepestOverlap)} of a radius`,
    `time ${time.toFixed(2)} and length ${length.toFixed(2)} of the shortest path`,
    `mean acceleration ${(found.acceleration / found.accelerations).toFixed(2)} m/s²`,
  ];
  return parts.join(', ');
}
