// Vehicles along their routes at second 0: the option `along` of `createTraffic`, which calls
// `spread`.
import { NONE } from '@wayfield/graph';
import { place } from './move.ts';
import type { TrafficState } from './state.ts';

/**
 * Puts vehicle `v` at the share `along[v]` of its route, standing, and sets its departure to second
 * 0. A vehicle departs from the begin of its route instead, at its own departure, if it has less
 * than the minimum gap to the vehicle ahead on its lane, if its body is longer than the lane, or if
 * the lane has as many vehicles as its capacity.
 */
export function spread(state: TrafficState, along: Float64Array): void {
  const { vehicles, lanes, routes, on, model } = state;
  const at = new Uint32Array(vehicles.count);
  const { metres } = vehicles;
  const order: number[] = [];
  for (let v = 0; v < vehicles.count; v++) {
    const route = v % routes.count;
    const [first, end] = [routes.first[route], routes.first[route + 1]];
    if (first === end) continue;
    let left = along[v] * lengthOf(state, first, end);
    let i = first;
    while (i + 1 < end && left > lanes.length[routes.lane[i]])
      left -= lanes.length[routes.lane[i++]];
    const length = lanes.length[routes.lane[i]];
    if (length < model.length) continue;
    at[v] = i;
    metres[v] = Math.min(length, Math.max(model.length, left));
    order.push(v);
  }
  // `place` puts a vehicle behind all others of its lane, so the foremost vehicle is placed first
  order.sort((v, w) => metres[w] - metres[v] || v - w);
  for (const v of order) {
    const lane = routes.lane[at[v]];
    const last = on.back[lane];
    const least = model.length + model.minimumGap;
    if (lanes.capacity && on.held[lane] >= lanes.capacity[lane]) continue;
    if (last === NONE || metres[v] + least <= metres[last]) {
      vehicles.departure[v] = 0;
      place(state, v, at[v]);
    }
  }
}

function lengthOf({ lanes, routes }: TrafficState, first: number, end: number): number {
  let sum = 0;
  for (let i = first; i < end; i++) sum += lanes.length[routes.lane[i]];
  return sum;
}
