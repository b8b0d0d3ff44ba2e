// Target 6: recorded people beside the crowd: flow through a door, speed over density.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from '@wayfield/bench/internal/run/problems/read-file';
import {
  atLeast,
  atMost,
  forComparison,
  NO_DATA,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import {
  type DensityBin,
  parseRecording,
  type Recording,
  speedOverDensity,
  timesPast,
} from './recordings/recording.ts';
import { type Draw, repeat, type Repeated } from './recordings/repeat.ts';
import { DOOR, type Site, SITES } from './recordings/sites.ts';
import { HEADWAY } from './scenes/scene.ts';

/** Draws of speeds. */
const DRAWS = 10;
const QUICK_DRAWS = 1;
/**
 * The flow is taken from the 10th to the 60th of 75 people: the first ones have the door to
 * themselves, and behind the last ones nobody pushes.
 */
const [FIRST, LAST] = [10, 60];
/** Bins with fewer samples are left out: a sample is a person in a frame. */
const LEAST_SAMPLES = 100;

/** Crowds that are compared with a recording. */
const KINDS: readonly (Omit<Draw, 'seed'> & { readonly name: string })[] = [
  { name: 'radius 0.18 m', radius: 0.18, headway: 0 },
  { name: 'radius 0.2 m', radius: 0.2, headway: 0 },
  { name: 'radius 0.2 m, headway 1 s', radius: 0.2, headway: HEADWAY },
];

export const recordings: Target = {
  name: '6',
  title: 'recorded people beside the crowd: flow through a door, speed over density',
  async run(context) {
    for (const site of SITES) {
      const recording = await recordingOf(site, context);
      if (!recording) {
        context.add(notMeasured(site.name, atLeast(1, 'recordings'), NO_DATA));
        continue;
      }
      addMeasured(context, site, 'recording', [recording]);
      for (const { name, radius, headway } of KINDS) {
        const draws: Repeated[] = [];
        for (let k = 0; k < (context.quick ? QUICK_DRAWS : DRAWS); k++) {
          context.session.terminal.progress(`target 6: ${site.name}, ${name}`, k, DRAWS);
          draws.push(repeat(site, recording, { seed: context.seed + k, radius, headway }));
          await Promise.resolve();
        }
        addMeasured(context, site, name, draws);
        const stuck = draws.map((draw) => draw.stuck);
        const most = Math.max(...stuck);
        const note = `draws: ${stuck.join(', ')}`;
        const what = `${site.name}, ${name}: not out, most`;
        context.add(forComparison(result(what, most, atMost(0, 'people'), note)));
      }
    }
  },
};

/** The recording of a site, in a quick run made-up people; undefined without the data set. */
async function recordingOf(
  site: Site,
  { data, quick }: TargetContext,
): Promise<Recording | undefined> {
  if (quick) return madeUp(site);
  const file = join(data ?? '', 'agents', `${site.name}.txt.gz`);
  if (data === undefined || !existsSync(file)) return undefined;
  return parseRecording(new TextDecoder().decode(await readBytes(file)));
}

function addMeasured(
  context: TargetContext,
  site: Site,
  name: string,
  runs: readonly Recording[],
): void {
  if (site.isPast) addFlow(context, site, name, runs);
  if (!site.area) return;
  for (const { density, speed, samples } of meanSpeeds(site, runs)) {
    const what = `${site.name}, ${name}: speed at ${density.toFixed(2)} per m²`;
    const note = `${samples} people times frames`;
    context.add(forComparison(result(what, speed, atLeast(0, 'm/s'), note)));
  }
}

/** Speed over density of all runs together. */
export function meanSpeeds({ area }: Site, runs: readonly Recording[]): DensityBin[] {
  const bins = new Map<number, { sum: number; samples: number }>();
  for (const run of runs)
    for (const { density, speed, samples } of speedOverDensity(run, area!)) {
      const bin = bins.get(density) ?? { sum: 0, samples: 0 };
      bin.sum += speed * samples;
      bin.samples += samples;
      bins.set(density, bin);
    }
  return [...bins]
    .filter(([, { samples }]) => samples >= LEAST_SAMPLES)
    .sort(([a], [b]) => a - b)
    .map(([density, { sum, samples }]) => ({ density, speed: sum / samples, samples }));
}

/** People a second through the door; 0 where too few get through. */
export function flowOf(run: Recording): number {
  const times = timesPast(run, DOOR.isPast!);
  return times.length < LAST ? 0 : (LAST - FIRST) / (times[LAST - 1] - times[FIRST - 1]);
}

function addFlow(
  { add }: TargetContext,
  { name: place }: Site,
  name: string,
  runs: readonly Recording[],
): void {
  const flows = runs.map(flowOf).sort((a, b) => a - b);
  const what = `${place}, ${name}: flow of the ${FIRST}th to the ${LAST}th`;
  const note = `draws: ${flows.map((flow) => flow.toFixed(2)).join(', ')}`;
  const median = flows[Math.floor(flows.length / 2)];
  add(forComparison(result(what, median, atLeast(0, 'people/s'), note)));
}

/**
 * Twelve people who walk at 1.2 m/s: at the door all begin in frame 0, elsewhere each begins 6
 * frames after the one before.
 */
function madeUp(site: Site): Recording {
  const people = Array.from({ length: 12 }, (_, k) => {
    const { x, y, dx, dy } = madeUpStart(site, k);
    const places = Array.from({ length: 70 }, (__, i) => [x + i * dx, y + i * dy]);
    return {
      from: site === DOOR ? 0 : 6 * k,
      x: places.map((place) => place[0]),
      y: places.map((place) => place[1]),
    };
  });
  return { rate: 10, people };
}

/** Where made-up person k begins, and the move of a frame. */
function madeUpStart(site: Site, k: number): { x: number; y: number; dx: number; dy: number } {
  if (site === DOOR)
    return { x: 0.6 * (k % 4) - 0.9, y: 1 + 0.6 * Math.floor(k / 4), dx: 0, dy: -0.12 };
  if (site.name === 'corner_traj') return { x: 3.8, y: -1 - (k % 4) / 2, dx: -0.12, dy: 0 };
  const isBack = k % 2 === 1;
  return { x: isBack ? 4 : -5, y: 1 + (k % 4) / 2, dx: isBack ? -0.12 : 0.12, dy: 0 };
}
