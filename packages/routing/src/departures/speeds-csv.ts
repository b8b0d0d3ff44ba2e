// Speeds of roads from comma-separated text, for `setLive` and slices of a timed router.
import { refuse, text as textRule } from '@wayfield/check';
import { routingRule } from '../rules.ts';
import type { RoutingNetwork } from '../types.ts';

/** Speeds read from a text. */
export interface RoadSpeeds {
  /** As in `SpeedSlice.kmh`: NaN where the text says nothing. */
  readonly kmh: Float32Array;
  /** The number of lines with a speed, and how many of them name a way that the network lacks. */
  readonly lines: number;
  readonly unknown: number;
}

const DIRECTIONS = ['both', 'along', 'against'];

/**
 * Reads speeds of ways: a line each of the id of an OpenStreetMap way, kilometres per hour, and
 * perhaps `along`, `against` or `both`, the default. 0 = closed. A speed holds for all roads of its
 * way. A later line replaces an earlier one. A first line that does not begin with a number is a
 * heading. Empty lines and further columns are ignored. Throws RangeError, with the number of the
 * line, for any other line.
 *
 * @example
 * const { kmh } = readRoadSpeeds(routing, 'way,kmh,direction\n4711,25,along\n4712,0\n');
 * console.log(kmh.length === 2 * network.roads.count); // true
 */
export function readRoadSpeeds(routing: RoutingNetwork, text: string): RoadSpeeds {
  routingRule(routing, 'routing');
  textRule(text, 'text');
  const { wayId, count } = routing.network.roads;
  const roadsOf = new Map<string, number[]>();
  for (let r = 0; r < count; r++) {
    const id = String(wayId[r]);
    const there = roadsOf.get(id);
    if (there) there.push(r);
    else roadsOf.set(id, [r]);
  }
  const kmh = new Float32Array(2 * count).fill(NaN);
  let [lines, unknown] = [0, 0];
  text.split(/\r?\n/).forEach((line, i) => {
    if (line.trim() === '' || (i === 0 && !/^\s*-?\d/.test(line))) return;
    const [way, speedText = '', direction = 'both'] = line.split(',').map((part) => part.trim());
    const speed = speedText === '' ? NaN : Math.fround(Number(speedText)) + 0; // no -0
    const name = `line ${i + 1} of text`;
    if (!/^-?\d+$/.test(way)) refuse(name, line, 'the id of a way first');
    if (!(speed >= 0 && speed < Infinity)) refuse(name, line, 'kilometres per hour after the way');
    if (!DIRECTIONS.includes(direction)) refuse(name, line, `${DIRECTIONS.join(', ')} at the end`);
    lines++;
    const roads = roadsOf.get(way);
    if (roads === undefined) unknown++;
    for (const r of roads ?? []) {
      if (direction !== 'against') kmh[2 * r] = speed;
      if (direction !== 'along') kmh[2 * r + 1] = speed;
    }
  });
  return { kmh, lines, unknown };
}
