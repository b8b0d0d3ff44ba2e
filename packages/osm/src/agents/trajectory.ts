// How agents move: along the shapes of their roads, each road at one speed, with waits at nodes
// that have delays or costs of turns. Agents are ghosts: they drive through one another. `layOut`
// gives the points of a path with their times, `sampleEvery` samples between these points.
import {
  callback,
  checkOptions,
  either,
  number,
  object,
  type OptionRules,
  positive,
  refuse,
  whole,
} from '@wayfield/check';
import { FOUND, NONE, pathOf } from '@wayfield/graph';
import { arcBetween } from '../arc-between.ts';
import { distanceE7, shortWay } from '../projection.ts';
import type { RoadClass } from '../road-class.ts';
import { checkNetwork, queriesRule, record, routesRule } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';
import { type AgentPlan, checkPlan } from './plan.ts';
import type { RouteBatch } from './run.ts';
import { classSpeeds } from './speeds.ts';

/** Options of `trajectories`. */
export interface MotionOptions {
  /**
   * Kilometres per hour, one speed for all roads or by class; a class left out has its usual speed
   * (`usualSpeeds`). Default: the speeds that follow from the network's weights if these are
   * seconds, else the usual speeds.
   */
  readonly speed?: number | Partial<Record<RoadClass, number>>;
  /** Factor on the speed of agent `k`, above 0. Its waits are divided by the factor. Default 1. */
  readonly pace?: (agent: number) => number;
  /** Second at which agent `k` sets off. Default 0. */
  readonly departure?: (agent: number) => number;
  /**
   * Seconds from one sample to the next, at least 0.001, from the departure on; the arrival adds a
   * last sample. An agent has at most 2^24 samples, else RangeError.
   * Default: a sample at each point of the roads' shapes, and at the end of each wait. The speed
   * between two of these points is constant, so they hold the whole movement.
   */
  readonly interval?: number;
}

/** Where an agent is when. The arrays are views that the next trajectory overwrites. */
export interface Trajectory {
  readonly agent: number;
  readonly count: number;
  /**
   * count entries each: seconds, in whole milliseconds, not descending; place in units of 1e-7
   * degrees.
   */
  readonly time: Float64Array;
  readonly lonE7: Int32Array;
  readonly latE7: Int32Array;
}

/** Most samples of an agent, 256 MiB. A day of samples every 0.01 s has half as many. */
const MOST_SAMPLES = 2 ** 24;
const BATCH = object({ first: whole(), queries: queriesRule, routes: routesRule }, 'a RouteBatch');
const OPTIONS: OptionRules = {
  speed: either(positive, record),
  pace: callback,
  departure: callback,
  interval: number(0.001),
};

/**
 * The movement of all agents on the routes of a batch, route by route, then agent by agent. An
 * agent without a path stays at its start: one sample.
 *
 * On a network with `delays` or `turnCosts` agents wait at the node for the seconds of the delay or
 * the turn, also where `speed` is given. Without `speed`, on a network whose weights are seconds,
 * an agent of pace 1 arrives after the seconds that its route costs, rounded to milliseconds.
 *
 * Takes the memory of the longest trajectory. Throws RangeError for a batch beyond the plan, and
 * for speeds, paces and times out of range, those of callbacks when their agent's turn comes.
 */
export function trajectories(
  network: RoadNetwork,
  plan: AgentPlan,
  batch: RouteBatch,
  options: MotionOptions = {},
): Generator<Trajectory, void, undefined> {
  checkNetwork(network);
  checkPlan(plan);
  BATCH(batch, 'batch');
  if (batch.routes.count !== batch.queries.count) {
    refuse('batch.routes.count', batch.routes.count, batch.queries.count);
  }
  if (batch.first + batch.routes.count > plan.routeCount) {
    refuse('batch.first', batch.first, `a batch of the ${plan.routeCount} routes of the plan`);
  }
  checkOptions('trajectories', options, OPTIONS);
  return move(network, plan, batch, options, arcSeconds(network, options.speed));
}

function* move(
  network: RoadNetwork,
  plan: AgentPlan,
  batch: RouteBatch,
  options: MotionOptions,
  secondsOf: (arc: number, road: number) => number,
): Generator<Trajectory, void, undefined> {
  const { interval } = options;
  const line = createSamples();
  const samples = createSamples();
  const { routes, first } = batch;
  for (let i = 0; i < routes.count; i++) {
    const route = first + i;
    line.clear();
    const u = plan.start[route];
    line.add(0, network.lonE7[u], network.latE7[u]);
    if (routes.status[i] === FOUND) {
      const path = pathOf(routes, i);
      layOut(network, path, secondsOf, line);
    }
    for (let agent = route; agent < plan.agentCount; agent += plan.routeCount) {
      const departure = options.departure?.(agent) ?? 0;
      const pace = options.pace?.(agent) ?? 1;
      if (!(pace > 0 && pace < Infinity)) {
        throw new RangeError(`pace(${agent}) is ${pace}, expected a number above 0`);
      }
      if (!(departure >= 0 && departure < Infinity)) {
        throw new RangeError(`departure(${agent}) is ${departure}, expected seconds from 0 on`);
      }
      const arrival = departure + line.time[line.count() - 1] / pace;
      if (!(arrival < Infinity)) refuse(`arrival of agent ${agent}`, arrival, 'a finite number');
      const ride = arrival - departure;
      if (interval !== undefined && ride / interval > MOST_SAMPLES) {
        const needed = `at least ${ride / MOST_SAMPLES}, for ${MOST_SAMPLES} samples`;
        refuse(`interval of agent ${agent}`, interval, needed);
      }
      samples.clear();
      if (interval === undefined) {
        for (let p = 0; p < line.count(); p++) {
          samples.add(departure + line.time[p] / pace, line.lonE7[p], line.latE7[p]);
        }
      } else sampleEvery(interval, line, pace, departure, samples);
      yield samples.finish(agent);
    }
  }
}

/** Seconds along an arc of the network. */
function arcSeconds(
  network: RoadNetwork,
  speed: MotionOptions['speed'],
): (arc: number, road: number) => number {
  const { graph, roads } = network;
  if (speed === undefined && network.weight === 'seconds') return (arc) => graph.weight[arc];
  if (typeof speed === 'number') {
    return (_, road) => (3.6 * roads.length[road]) / speed;
  }
  const speeds = classSpeeds(network, speed ?? {});
  return (_, road) => (3.6 * roads.length[road]) / speeds[roads.roadClass[road]];
}

/** Appends to `line` the points of a path after its first node, with the second each is passed. */
function layOut(
  network: RoadNetwork,
  path: Uint32Array,
  secondsOf: (arc: number, road: number) => number,
  line: Samples,
): void {
  const { graph, roadOf, roads } = network;
  const { firstPoint, lonE7, latE7 } = roads;
  let begun = 0;
  for (let i = 0; i + 1 < path.length; i++) {
    const a = arcBetween(network, path[i], path[i + 1], i);
    if (roadOf[a] === NONE) {
      // two nodes at one place: a delay, a turn, or an arc of weight 0 to `endOf`
      if (network.weight !== 'seconds' || graph.weight[a] === 0) continue;
      begun += graph.weight[a];
      const at = network.baseOf[path[i]];
      line.add(begun, network.lonE7[at], network.latE7[at]);
      continue;
    }
    const road = roadOf[a] >>> 1;
    const against = (roadOf[a] & 1) === 1;
    const seconds = secondsOf(a, road);
    const [low, high] = [firstPoint[road], firstPoint[road + 1] - 1];
    let metres = 0;
    for (let p = low; p < high; p++) {
      metres += distanceE7(lonE7[p], latE7[p], lonE7[p + 1], latE7[p + 1]);
    }
    let gone = 0;
    for (let k = 1; k <= high - low; k++) {
      const p = against ? high - k : low + k;
      const before = against ? p + 1 : p - 1;
      gone += distanceE7(lonE7[before], latE7[before], lonE7[p], latE7[p]);
      // the last point is reached at the end of the arc, in spite of rounding
      const share = k === high - low ? 1 : metres > 0 ? gone / metres : 0;
      line.add(begun + seconds * share, lonE7[p], latE7[p]);
    }
    begun += seconds;
  }
}

/** Samples of `line` every `interval` seconds from the departure on, and one at the arrival. */
function sampleEvery(
  interval: number,
  line: Samples,
  pace: number,
  departure: number,
  samples: Samples,
): void {
  const last = line.count() - 1;
  const arrival = line.time[last] / pace;
  for (let k = 0, p = 0; k * interval < arrival; k++) {
    const t = k * interval * pace;
    while (p + 1 < last && line.time[p + 1] <= t) p++;
    const length = line.time[p + 1] - line.time[p];
    const share = length > 0 ? Math.min(1, (t - line.time[p]) / length) : 0;
    const between = (of: Int32Array): number => {
      // `shortWay`: over the date line, and not around the whole earth. Differences of latitudes
      // are at most 180 degrees, so `shortWay` leaves them as they are.
      return shortWay(Math.round(of[p] + share * shortWay(of[p + 1] - of[p])));
    };
    samples.add(departure + k * interval, between(line.lonE7), between(line.latE7));
  }
  samples.add(departure + arrival, line.lonE7[last], line.latE7[last]);
}

/** Samples with room to grow. */
interface Samples {
  time: Float64Array;
  lonE7: Int32Array;
  latE7: Int32Array;
  count(): number;
  clear(): void;
  add(time: number, lonE7: number, latE7: number): void;
  finish(agent: number): Trajectory;
}

function createSamples(): Samples {
  let count = 0;
  const samples: Samples = {
    time: new Float64Array(256),
    lonE7: new Int32Array(256),
    latE7: new Int32Array(256),
    count: () => count,
    clear() {
      count = 0;
    },
    add(time, lonE7, latE7) {
      if (count === samples.time.length) {
        samples.time = grown(samples.time, new Float64Array(2 * count));
        samples.lonE7 = grown(samples.lonE7, new Int32Array(2 * count));
        samples.latE7 = grown(samples.latE7, new Int32Array(2 * count));
      }
      samples.time[count] = time;
      samples.lonE7[count] = lonE7;
      samples.latE7[count++] = latE7;
    },
    finish(agent) {
      const time = samples.time.subarray(0, count);
      for (let i = 0; i < count; i++) time[i] = Math.round(1000 * time[i]) / 1000;
      const [lonE7, latE7] = [samples.lonE7.subarray(0, count), samples.latE7.subarray(0, count)];
      return { agent, count, time, lonE7, latE7 };
    },
  };
  return samples;
}

function grown<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
