// The speeds of roads by the time of the week, and the weights that they give. timed-weights.ts
// calls `sliceAt` and `weighDirection`; its live speeds replace the speeds of slices.
import { number, object, refuse, type Rule, typed } from '@wayfield/check';
import { CLOSED, inTicks, NO_ROUTE } from '../network/ticks.ts';
import type { RoutingNetwork } from '../types.ts';

/**
 * The speeds of all roads from a moment of the week up to the start of the next slice. Waits of
 * turns and signals do not depend on speeds. A turn of negative cost takes as many seconds off the
 * road after it as in the network. The network leaves at least 0.1 s of that road and stores only
 * what was taken off. So slower speeds do not raise the reduction.
 */
export interface SpeedSlice {
  /** Seconds after the midnight before Monday. */
  readonly start: number;
  /**
   * Kilometres per hour along each road, `2 * road`, and against it, `2 * road + 1`. NaN = the
   * weight of the network, 0 = closed. A direction that the network lacks stays closed. The array
   * must not change: the router reads it whenever it makes the weights of the slice.
   */
  readonly kmh: Float32Array;
}

/** Seconds of a week. */
export const WEEK = 604_800;

const SLICE: Rule = object({ start: number(0), kmh: typed(Float32Array) }, 'a SpeedSlice');

/** Throws unless the starts ascend and lie within a week, and `checkSpeeds` takes all speeds. */
export function checkSlices(slices: readonly SpeedSlice[], routing: RoutingNetwork): void {
  slices.forEach((slice, i) => {
    SLICE(slice, `slices[${i}]`);
    const { start, kmh } = slice;
    if (start >= WEEK) refuse(`slices[${i}].start`, start, `below ${WEEK}`);
    if (i > 0 && start <= slices[i - 1].start) {
      refuse(`slices[${i}].start`, start, `above ${slices[i - 1].start}`);
    }
    checkSpeeds(kmh, routing, `slices[${i}].kmh`);
  });
}

/**
 * Throws unless there is a speed for each direction: NaN, or at least 0 and finite. A speed above 0
 * must also keep the weight of its road below half of `NO_ROUTE`, because a cost of `NO_ROUTE` or
 * more means a closed arc.
 */
export function checkSpeeds(
  kmh: Float32Array,
  { network: { roads } }: RoutingNetwork,
  name: string,
): void {
  if (kmh.length !== 2 * roads.count) refuse(`${name}.length`, kmh.length, 2 * roads.count);
  const wrong = kmh.findIndex((speed) => speed < 0 || speed === Infinity);
  if (wrong >= 0) refuse(`${name}[${wrong}]`, kmh[wrong], 'NaN, or at least 0 and finite');
  const leastOf = (code: number): number => (7.2 * roads.length[code >>> 1]) / NO_ROUTE;
  const slow = kmh.findIndex((speed, code) => speed > 0 && speed < leastOf(code));
  if (slow < 0) return;
  const least = leastOf(slow);
  refuse(`${name}[${slow}]`, kmh[slow], `NaN, 0, or at least ${least.toPrecision(2)}`);
}

/**
 * The number of the slice at a time of the week. Before the first slice the last one counts, as
 * weeks repeat; -1: there are no slices.
 */
export function sliceAt(slices: readonly SpeedSlice[], departure: number): number {
  let found = slices.length - 1;
  slices.forEach(({ start }, i) => {
    if (start <= departure) found = i;
  });
  return found;
}

/** The least seconds that a turn of negative cost leaves of a road, as in `@wayfield/osm`. */
const LEAST_LEFT = 0.1;

/**
 * Gives each arc of a direction of a road its weight at a speed: NaN = the weight of the network, 0
 * = closed. An arc whose weight a turn of negative cost reduces keeps this reduction in seconds,
 * but also keeps at least 0.1 s. The network stores only reduced weights, so a reduction that was
 * cut short to leave 0.1 s stays that short. Returns whether any weight changed.
 */
export function weighDirection(
  { network, firstArc, arcs, tick, graph }: RoutingNetwork,
  code: number,
  kmh: number,
  weight: Float32Array,
): boolean {
  let changed = false;
  let usual = 0; // the weight of the arcs that no turn reduces
  for (let k = firstArc[code]; k < firstArc[code + 1]; k++) {
    usual = Math.max(usual, graph.weight[arcs[k]]);
  }
  const whole = inTicks((3.6 * network.roads.length[code >>> 1]) / kmh, tick);
  const least = Math.min(whole, inTicks(LEAST_LEFT, tick));
  for (let k = firstArc[code]; k < firstArc[code + 1]; k++) {
    const arc = arcs[k];
    let value = graph.weight[arc];
    if (kmh === 0) value = CLOSED;
    else if (kmh > 0 && value < usual) value = Math.max(whole - (usual - value), least);
    else if (kmh > 0) value = whole;
    value = Math.fround(value);
    if (weight[arc] === value) continue;
    weight[arc] = value;
    changed = true;
  }
  return changed;
}
