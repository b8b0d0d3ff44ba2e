// Targets 8 and 8b: free-moving agents on fields against brute force, 100,000 random cases for each
// call, and what `steer` takes.
import { createDiffusion, type Diffusion, MOVE_STATUS, STEER_STATUS } from '@wayfield/diffusion';
import { createGpuDiffusion } from '@wayfield/diffusion/gpu';
import { createMeter } from '@wayfield/bench/internal/gpu/measure/meter';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import {
  atMost,
  forComparison,
  keepBusy,
  notMeasured,
  ofDeviceTimes,
  QUICK,
  result,
  skipped,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import { clearanceAt, kept, nearestFit, slideByForce } from './disc-reference.ts';
import { randomNumbers } from './random-numbers.ts';
import { type CostMap, directionByRule, headingByRule } from './steer-reference.ts';

/** Random cases of each call: a requirement; none of them may be wrong. */
const CASES = 100_000;
const QUICK_CASES = 2000;
const WRONG = atMost(0, 'cases');
/** Cases of each random map: agents, or placements that may cut something off. */
const BATCH = 20;
/**
 * The most nanoseconds of `steer` for an agent of a batch, and the most milliseconds of a tick of a
 * million agents on a GPU: requirements.
 */
const STEER_NS = 20;
const MILLION_MS = 0.3;

export const fieldCalls: Target = {
  name: '8',
  title: 'free-moving agents on fields: places, moves, directions and cuts by brute force',
  run(context) {
    const cases = context.quick ? QUICK_CASES : CASES;
    const random = randomNumbers(context.seed);
    agents(context, cases, random);
    cuts(context, cases, random);
    return Promise.resolve();
  },
};

/** A settled model on a random map, and what is known of the map. */
function anyModel(random: () => number, most: number): { map: CostMap; model: Diffusion } {
  const [width, height] = [1 + Math.floor(most * random()), 1 + Math.floor(most * random())];
  const density = 0.7 * random();
  const uneven = random() < 0.3;
  const terrain = Float32Array.from({ length: width * height }, () =>
    random() < density ? 0 : uneven ? 0.1 + 0.9 * random() : 1,
  );
  const neighbours = random() < 0.6 ? 4 : 8;
  const metric = random() < 0.5 ? 'graph' : 'eikonal';
  const map = { width, height, neighbours, terrain } as const;
  const model = createDiffusion(map, { method: 'distance', metric });
  const cells = width * height;
  const goals = new Set([Math.floor(cells * random()), Math.floor(cells * random())]);
  model.setGoals('goal', { cell: [...goals] });
  model.settle();
  const blocked = Uint8Array.from(terrain, (value) => (value === 0 ? 1 : 0));
  return { map: { width, height, neighbours, blocked, cost: model.field('goal') }, model };
}

/** `moveAlong` and `steer`, a third of the positions on sides, corners and middles of cells. */
function agents({ session, add }: TargetContext, cases: number, random: () => number): void {
  const wrong = { places: 0, moves: 0, headings: 0, directions: 0 };
  const seen = { placed: 0, walking: 0 };
  for (let done = 0; done < cases; done += BATCH) {
    const { map, model } = anyModel(random, 6);
    const any = (most: number): number => {
      const at = (most + 1) * random() - 0.5;
      return random() < 0.3 ? Math.round(4 * at) / 4 : at;
    };
    const list = (make: () => number): Float64Array => Float64Array.from({ length: BATCH }, make);
    const [x, y] = [list(() => any(map.width)), list(() => any(map.height))];
    const radius = list(() => (random() < 0.3 ? Math.floor(3 * random()) / 4 : random() / 2));
    const [dx, dy] = [list(() => any(4) - 2), list(() => any(4) - 2)];
    const still = new Float64Array(BATCH);
    const put = model.moveAlong(x, y, still, still, { radius });
    const moved = model.moveAlong(x, y, dx, dy, { radius });
    const steered = model.steer(put.x, put.y, { radius });
    const headings = model.headings();
    for (let k = 0; k < BATCH; k++) {
      if (put.status[k] === MOVE_STATUS.NO_PLACE) {
        if (map.blocked.includes(0)) wrong.places++;
        continue;
      }
      if (put.status[k] === MOVE_STATUS.MOVED_OUT) seen.placed++;
      // the kernels add coordinates in f64, which may be off by 2e-9
      const r = kept(radius[k]) - 2e-9;
      const away = Math.hypot(
        put.x[k] - Math.min(Math.max(x[k], 0), map.width),
        put.y[k] - Math.min(Math.max(y[k], 0), map.height),
      );
      const least = nearestFit(map, x[k], y[k], radius[k]);
      const fits = clearanceAt(map, put.x[k], put.y[k]) >= r;
      if (!fits || Math.abs(away - least) > 1e-6 * (1 + least)) wrong.places++;
      const [toX, toY] = slideByForce(map, [put.x[k], put.y[k]], [dx[k], dy[k]], radius[k]);
      // where a step grazes a circle, its end depends on the square root of a rounded number
      const apart = Math.hypot(moved.x[k] - toX, moved.y[k] - toY);
      if (apart > 3e-5 || clearanceAt(map, moved.x[k], moved.y[k]) < r) wrong.moves++;
      const [i, j] = [Math.floor(put.x[k]), Math.floor(put.y[k])];
      const cell = j * map.width + i;
      const heading = headingByRule(map, i, j);
      const found = [headings[2 * cell], headings[2 * cell + 1]] as const;
      if (distance(heading, found) > 1e-6) wrong.headings++;
      const none = heading[0] === 0 && heading[1] === 0;
      const status = none
        ? map.cost[cell] === 0
          ? STEER_STATUS.ARRIVED
          : STEER_STATUS.NO_PATH
        : STEER_STATUS.WALKING;
      const expected = none ? heading : directionByRule(map, put.x[k], put.y[k], radius[k]);
      const right = distance(expected, [steered.x[k], steered.y[k]]) <= 1e-5;
      if (!right || steered.status[k] !== status) wrong.directions++;
      if (!none) seen.walking++;
    }
    model.destroy();
  }
  // if fewer agents are moved out of obstacles or walk, too little was judged
  const few = `agents: ${seen.placed} moved out, ${seen.walking} walk: too few to tell`;
  session.addCheck(few, seen.placed >= cases / 4 && seen.walking >= cases / 4);
  for (const [name, count] of Object.entries(wrong)) {
    add(result(`${name}: wrong of ${cases}`, count, WRONG));
  }
}

const distance = (a: readonly [number, number], b: readonly [number, number]): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The open cells that are reached from the cells `from`, by a flood. */
function flood(map: CostMap, isOpen: (v: number) => boolean, from: readonly number[]): Set<number> {
  const { width, height, neighbours } = map;
  const seen = new Set(from.filter(isOpen));
  for (const v of seen) {
    const [x, y] = [v % width, Math.floor(v / width)];
    for (let toY = Math.max(0, y - 1); toY <= Math.min(height - 1, y + 1); toY++) {
      for (let toX = Math.max(0, x - 1); toX <= Math.min(width - 1, x + 1); toX++) {
        if (neighbours === 4 && toX !== x && toY !== y) continue;
        if (isOpen(toY * width + toX)) seen.add(toY * width + toX);
      }
    }
  }
  return seen;
}

/** `wouldBlock` and `wouldBlockEach`. */
function cuts({ session, add }: TargetContext, cases: number, random: () => number): void {
  let [wrong, cut] = [0, 0];
  for (let done = 0; done < cases; done += BATCH) {
    const { map, model } = anyModel(random, 10);
    const cells = map.blocked.length;
    const goals = [...map.cost.keys()].filter((v) => map.cost[v] === 0);
    const before = flood(map, (v) => map.blocked[v] === 0, goals);
    const placements = Array.from({ length: BATCH }, () =>
      Array.from({ length: random() < 0.5 ? 1 : Math.floor(6 * random()) }, () =>
        Math.floor(cells * random()),
      ),
    );
    const each = model.wouldBlockEach(placements);
    const places = Array.from({ length: cells }, (_, v) => v);
    for (const [k, list] of placements.entries()) {
      const after = flood(map, (v) => map.blocked[v] === 0 && !list.includes(v), goals);
      const lost = places.filter((v) => before.has(v) && !after.has(v) && !list.includes(v));
      const found = model.wouldBlock(list, 'goal', places);
      const same =
        found.places.length === lost.length && lost.every((v, p) => found.places[p] === v);
      if (!same || found.cells !== lost.length || each[k] !== lost.length) wrong++;
      if (lost.length > 0) cut++;
    }
    model.destroy();
  }
  session.addCheck(`${cut} of ${cases} placements cut: too few to tell`, cut >= cases / 50);
  add(result(`cuts: wrong of ${cases}`, wrong, WRONG, `${cut} cut something off`));
}

export const fieldSpeed: Target = {
  name: '8b',
  title: 'steer: nanoseconds for each agent of a batch; a million agents on a GPU',
  async run(context) {
    steerOnOneThread(context);
    await millionOnGpu(context);
  },
};

/**
 * A map of n x n cells, a part of them blocked, and random positions, some of them in blocked
 * cells.
 */
function crowded(n: number, density: number, count: number, seed: number) {
  const random = randomNumbers(seed);
  const terrain = Float32Array.from({ length: n * n }, () => (random() < density ? 0 : 1));
  terrain[0] = 1;
  const map = { width: n, height: n, neighbours: 4, terrain } as const;
  const x = Float64Array.from({ length: count }, () => n * random());
  const y = Float64Array.from({ length: count }, () => n * random());
  return { map, x, y };
}

function steerOnOneThread({ quick, seed, rounds, add }: TargetContext): void {
  const [n, count] = quick ? [32, 1000] : [256, 10_000];
  for (const density of [0, 0.05, 0.2]) {
    const { map, x, y } = crowded(n, density, count, seed);
    const model = createDiffusion(map, { method: 'distance', metric: 'eikonal' });
    model.setGoals('goal', { cell: [0] });
    model.settle();
    const radius = 0.3;
    const still = new Float64Array(count);
    const at = model.moveAlong(x, y, still, still, { radius });
    let out = model.steer(at.x, at.y, { radius });
    let best = Infinity;
    for (let round = 0; round < (quick ? 3 : 20 * rounds); round++) {
      const start = performance.now();
      out = model.steer(at.x, at.y, { radius, out });
      best = Math.min(best, performance.now() - start);
    }
    const what = `steer, ${n} x ${n}, ${100 * density} % obstacles, batch of ${count}`;
    const measured = result(what, (1e6 * best) / count, atMost(STEER_NS, 'ns'));
    // a map where most cells touch an obstacle is for comparison
    const shown = density > 0.1 ? forComparison(measured) : measured;
    add(quick ? skipped(measured, QUICK) : shown);
    model.destroy();
  }
}

async function millionOnGpu(context: TargetContext): Promise<void> {
  const { device, noDevice, quick, seed, add } = context;
  const [n, count] = quick ? [32, 500] : [1024, 1_000_000];
  const what = `steer and move, ${count.toLocaleString('en-US')} agents on a GPU: a tick, device`;
  const number = atMost(MILLION_MS, 'ms');
  if (device === undefined) return add(notMeasured(what, number, noDevice));
  const { map, x, y } = crowded(n, 0.05, count, seed);
  const model = await createGpuDiffusion(device, map, { method: 'distance' });
  model.setGoals('goal', { cell: [0] });
  await model.settle();
  const walkers = await model.agents({ x, y, radius: 0.3, speed: 0.1 });
  const meter = createMeter(device);
  const tick = async (): Promise<void> => {
    const encoder = device.createCommandEncoder();
    walkers.encode(encoder);
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  };
  try {
    await keepBusy(tick, quick ? 0 : 2000);
    const times: number[] = [];
    for (let done = 0; done < (quick ? 2 : 12); done++) {
      times.push((await meter.measure(tick)).times.device);
    }
    const measured = ofDeviceTimes(context, result(what, median(times), number));
    add(quick && measured.outcome !== 'skip' ? skipped(measured, QUICK) : measured);
  } finally {
    walkers.destroy();
    await model.destroy();
  }
}
