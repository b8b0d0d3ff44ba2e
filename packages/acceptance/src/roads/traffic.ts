// Target 7: vehicles that queue. The fundamental diagram of a ring road beside the formula of the
// IDM, overlaps of vehicles in random towns, and the time of a tick.
import { random } from '@wayfield/graph/generators';
import {
  createTraffic,
  DRIVING,
  equilibriumFlow,
  type LaneRoutes,
  type Traffic,
  type TrafficLanes,
} from '@wayfield/osm/traffic';
import {
  atLeast,
  atMost,
  forComparison,
  QUICK,
  result,
  skipped,
  type Target,
  type TargetContext,
} from '../run/target.ts';

/** Ticks of half a second in a town with as many vehicles as it holds. */
const TICKS = 10_000;
/** Metres of a vehicle, the default of `createTraffic`. */
const LENGTH = 5;

export const traffic: Target = {
  name: '7',
  title: 'vehicles that queue: fundamental diagram, no overlap, all arrive, time of a tick',
  run(context) {
    diagram(context);
    bodies(context);
    tickTime(context);
    return Promise.resolve();
  },
};

/** The flow on a ring of 1 km at 50 km/h, after 750 s, over the mean of 100 s. */
function diagram({ add, quick }: TargetContext): void {
  const desired = 50 / 3.6;
  const lanes = lanesOf([200, 200, 200, 200, 200], desired);
  const routes = { count: 1, first: Uint32Array.of(0, 5), lane: Uint32Array.of(0, 1, 2, 3, 4) };
  const counts = quick ? [10, 60, 120] : [1, 5, 10, 20, 30, 40, 45, 50, 60, 80, 100, 120, 130, 138];
  let worst = 0;
  for (const vehicles of counts) {
    const along = (v: number): number => (v + 0.5) / vehicles;
    const ring = createTraffic(lanes, routes, { vehicles, arrival: 'loop', along });
    for (let i = 0; i < 3000; i++) ring.step(0.25);
    let sum = 0;
    for (let i = 0; i < 400; i++) {
      ring.step(0.25);
      for (let v = 0; v < vehicles; v++) sum += ring.vehicles.speed[v];
    }
    const flow = (3600 * sum) / 400 / 1000;
    const expected = 3600 * equilibriumFlow(vehicles / 1000, desired);
    worst = Math.max(worst, Math.abs(100 * (flow / expected - 1)));
    const what = `ring road, ${vehicles} vehicles a km: flow`;
    const note = `IDM ${expected.toFixed(1)}, ${(flow / vehicles).toFixed(1)} km/h`;
    add(forComparison({ ...result(what, flow, atLeast(1, 'vehicles/h')), note }));
  }
  add(result('ring road: flow, largest deviation from the IDM', worst, atMost(0.5, '%')));
}

/** Overlaps, negative speeds and arrivals on random towns. */
function bodies({ add, quick, seed }: TargetContext): void {
  const ticks = quick ? 500 : TICKS;
  const towns = quick ? 2 : 10;
  let [faults, gridlocks, stuck, arrivals] = [0, 0, 0, 0];
  for (let town = 0; town < towns; town++) {
    const { lanes, routes } = randomTown(seed + town, 6, 60);
    const full = createTraffic(lanes, routes, {
      vehicles: 200,
      arrival: 'restart',
      release: 20,
      departure: (v) => v / 2,
    });
    for (let i = 0; i < ticks; i++) {
      full.step(0.5);
      faults += faultsOf(full);
    }
    arrivals += full.report.arrivals;
    const light = createTraffic(lanes, routes, { departure: (v) => v });
    for (let i = 0; i < TICKS && light.report.status === 'moving'; i++) light.step(0.5);
    if (light.report.status === 'gridlock') gridlocks++;
    stuck += 60 - light.report.arrivals;
  }
  const what = `${towns} random towns`;
  const note = `${arrivals} arrivals of 200 vehicles each`;
  const none = atMost(0, 'vehicles');
  add(result(`${what}, ${ticks} ticks: too close or backwards`, faults, none, note));
  add(result(`${what}, 60 vehicles each: did not arrive`, stuck, none, `${gridlocks} gridlocks`));
}

/** Fronts on one lane closer than a vehicle, and negative speeds. */
function faultsOf({ vehicles }: Traffic): number {
  const { count, status, lane, metres, speed } = vehicles;
  const fronts = new Map<number, number[]>();
  let faults = 0;
  for (let v = 0; v < count; v++) {
    if (status[v] !== DRIVING) continue;
    if (!(speed[v] >= 0)) faults++;
    const list = fronts.get(lane[v]);
    if (list) list.push(metres[v]);
    else fronts.set(lane[v], [metres[v]]);
  }
  for (const list of fronts.values()) {
    list.sort((a, b) => a - b);
    for (let i = 1; i < list.length; i++) if (list[i] - list[i - 1] < LENGTH) faults++;
  }
  return faults;
}

/** Milliseconds of processor time of a tick of many vehicles on a large town. */
function tickTime({ add, quick, seed, rounds }: TargetContext): void {
  const vehicles = quick ? 2000 : 100_000;
  const { lanes, routes } = randomTown(seed, quick ? 30 : 150, quick ? 500 : 5000, 200);
  // multiples of the golden ratio lie evenly on every route
  const along = (v: number): number => (0.618034 * v) % 1;
  const large = createTraffic(lanes, routes, { vehicles, arrival: 'restart', release: 60, along });
  for (let i = 0; i < 100; i++) large.step(0.5);
  const times: number[] = [];
  for (let round = 0; round < Math.max(5, rounds); round++) {
    const begun = process.cpuUsage();
    for (let i = 0; i < 10; i++) large.step(0.5);
    // microseconds of ten ticks
    times.push(process.cpuUsage(begun).user / 10_000);
  }
  times.sort((a, b) => a - b);
  const what = `${vehicles} vehicles on ${lanes.count} lanes: a tick, processor time, median`;
  const { driving, standing } = large.report;
  const note = `${driving} drive, ${standing} of them stand`;
  // ten times as fast as the traffic itself: a tick stands for half a second
  const figure = result(what, times[times.length >> 1], atMost(50, 'ms'), note);
  add(quick ? skipped(figure, QUICK) : figure);
}

function lanesOf(length: readonly number[], desired: number): TrafficLanes {
  return {
    count: length.length,
    length: Float64Array.from(length),
    speed: new Float64Array(length.length).fill(desired),
  };
}

/** Junctions on a grid, lanes of 0.5 to 120 m both ways, routes that turn at random, never back. */
function randomTown(
  seed: number,
  size: number,
  routes: number,
  steps = 30,
): { lanes: TrafficLanes; routes: LaneRoutes } {
  const next = random(seed);
  const [length, speeds, tail, head]: number[][] = [[], [], [], []];
  const out = Array.from({ length: size * size }, () => [] as number[]);
  for (let u = 0; u < size * size; u++) {
    for (const v of [u % size < size - 1 ? u + 1 : -1, u + size < size * size ? u + size : -1]) {
      if (v < 0) continue;
      const metres = next() < 0.2 ? 0.5 + 7.5 * next() : 8 + 112 * next();
      for (const [a, b] of [
        [u, v],
        [v, u],
      ]) {
        out[a].push(length.length);
        length.push(metres);
        speeds.push(4 + 16 * next());
        tail.push(a);
        head.push(b);
      }
    }
  }
  const first = [0];
  const lane: number[] = [];
  for (let route = 0; route < routes; route++) {
    let at = next(length.length);
    const wanted = 1 + next(steps);
    for (let i = 0; i < wanted; i++) {
      lane.push(at);
      const from = at;
      const on = out[head[from]].filter((one) => head[one] !== tail[from]);
      at = on[next(on.length)];
    }
    first.push(lane.length);
  }
  return {
    lanes: { ...lanesOf(length, 1), speed: Float64Array.from(speeds) },
    routes: { count: routes, first: Uint32Array.from(first), lane: Uint32Array.from(lane) },
  };
}
