// Lanes and routes for tests of vehicles that queue, and a check of their bodies that shares no
// code with the simulation.
import { random } from '@wayfield/graph/generators';
import type { LaneRoutes, Traffic, TrafficLanes } from '../src/traffic.ts';
import type { Vehicles } from '../src/traffic/state.ts';

/** Lanes of these lengths in metres, all with the speed `speed` in m/s. */
export function lanesOf(length: readonly number[], speed: number): TrafficLanes {
  return {
    count: length.length,
    length: Float64Array.from(length),
    speed: new Float64Array(length.length).fill(speed),
  };
}

export function routesOf(lists: readonly (readonly number[])[]): LaneRoutes {
  const first = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => (first[i + 1] = first[i] + list.length));
  return { count: lists.length, first, lane: Uint32Array.from(lists.flat()) };
}

/** A ring road of `metres` in `parts` lanes. */
export function ringRoad(metres: number, parts: number, speed: number) {
  const lanes = lanesOf(Array<number>(parts).fill(metres / parts), speed);
  return { lanes, routes: routesOf([Array.from({ length: parts }, (_, i) => i)]) };
}

/**
 * A grid of junctions with a lane in both directions between neighbours, of 0.5 to 120 m, a fifth
 * of them shorter than 8 m, and routes that turn at random but never back.
 */
export function randomTown(seed: number, { size = 6, routes = 60, steps = 30 } = {}) {
  const next = random(seed);
  const [length, speed, tail, head]: number[][] = [[], [], [], []];
  const out = Array.from({ length: size * size }, () => [] as number[]);
  const add = (u: number, v: number): void => {
    const metres = next() < 0.2 ? 0.5 + 7.5 * next() : 8 + 112 * next();
    for (const [a, b] of [
      [u, v],
      [v, u],
    ]) {
      out[a].push(length.length);
      length.push(metres);
      speed.push(4 + 26 * next());
      tail.push(a);
      head.push(b);
    }
  };
  for (let u = 0; u < size * size; u++) {
    if (u % size < size - 1) add(u, u + 1);
    if (u + size < size * size) add(u, u + size);
  }
  const lists = Array.from({ length: routes }, () => {
    const list = [Math.floor(next() * length.length)];
    while (list.length < steps) {
      const last = list[list.length - 1];
      const on = out[head[last]].filter((lane) => head[lane] !== tail[last]);
      list.push(on[Math.floor(next() * on.length)]);
    }
    return list.slice(0, 1 + Math.floor(next() * steps));
  });
  const lanes = { ...lanesOf(length, 1), speed: Float64Array.from(speed) };
  return { lanes, routes: routesOf(lists), next };
}

/** What is wrong with the vehicles now; '' where nothing is. `length`: of a vehicle. */
export function faultOf({ vehicles, lanes, routes }: Traffic, length: number): string {
  const { status, lane, metres, speed, at, from } = vehicles as Vehicles;
  const bodies = new Map<number, { v: number; from: number; to: number; isFront: boolean }[]>();
  for (let v = 0; v < status.length; v++) {
    if (status[v] !== 2) continue;
    const end = lanes.length[lane[v]];
    if (!(speed[v] >= 0)) return `vehicle ${v} has the speed ${speed[v]}`;
    if (!(metres[v] >= 0 && metres[v] <= end)) return `vehicle ${v} is at ${metres[v]} of ${end} m`;
    if (routes.lane[at[v]] !== lane[v]) return `vehicle ${v} is not on its route`;
    // from the front back over the lanes that were driven
    let [front, left] = [metres[v], length];
    for (let i = at[v]; left > 0 && i >= from[v]; i--) {
      const on = routes.lane[i];
      if (i < at[v]) front = lanes.length[on];
      const list = bodies.get(on) ?? [];
      list.push({ v, from: Math.max(0, front - left), to: front, isFront: i === at[v] });
      bodies.set(on, list);
      left -= front;
    }
  }
  for (const [on, list] of bodies) {
    list.sort((a, b) => a.to - b.to || a.from - b.from);
    for (let i = 1; i < list.length; i++) {
      const [behind, ahead] = [list[i - 1], list[i]];
      if (behind.to > ahead.from) {
        const places = `${behind.from} to ${behind.to}, ${ahead.from} to ${ahead.to}`;
        return `vehicles ${behind.v} and ${ahead.v} overlap on lane ${on}: ${places} m`;
      }
      if (behind.isFront && ahead.isFront && ahead.to - behind.to < length) {
        return `vehicles ${behind.v} and ${ahead.v} are ${ahead.to - behind.to} m apart`;
      }
    }
  }
  return '';
}

/** FNV-1a over all that a step changes. */
export function hashOf({ vehicles }: Traffic): number {
  const { status, lane, metres, speed, arrivedAt } = vehicles;
  let hash = 0x811c9dc5;
  for (const list of [status, lane, metres, speed, arrivedAt]) {
    for (const byte of new Uint8Array(list.buffer, list.byteOffset, list.byteLength)) {
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
  }
  return hash >>> 0;
}
