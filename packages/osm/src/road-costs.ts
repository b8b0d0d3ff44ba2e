// How fast each road is travelled, and what it costs routes. There are three sources, and a later
// one replaces an earlier one: the profile's use of the way (`byWays`), its `segment` or `decimals`
// (`bySegments`), and the option `segmentSpeeds` (`bySpeeds`). build-network.ts calls `roadCosts`.
import { refuseNumber } from '@wayfield/check';
import type { CutWays } from './cut-ways.ts';
import type { Profile, SegmentFacts, WayUse } from './profile.ts';
import type { SegmentSpeed } from './segment-speeds.ts';
import type { NodePlaces, WayList } from './way-list.ts';
import { WANTED } from './way-list.ts';

/** Two entries per road, in the direction of its way and against it. */
export interface RoadCosts {
  /** Metres per second; 0 = the profile does not allow the direction. */
  readonly speeds: Float64Array;
  /** What routes minimise; undefined: seconds. Entries of closed directions mean nothing. */
  readonly costs: Float64Array | undefined;
  /**
   * 1 = closed although the profile allows the direction: a rate of 0, a speed of 0 in
   * `segmentSpeeds`, or a parallel segment is taken instead.
   */
  readonly closed: Uint8Array;
  /** 1 = `segmentSpeeds` have a line for the direction, closed or not. */
  readonly set: Uint8Array;
}

/**
 * Metres per second, 216 km/h: no ferry or car train is as fast, so a timetable that asks for more
 * is a mistake.
 */
const MOST_TIMETABLE = 60;

/** Marks nodes, given by id, so that they become nodes of the graph. */
export function markNodes(list: WayList, { state }: NodePlaces, ids: readonly number[]): void {
  for (const id of ids) {
    const member = list.nodes.find(id);
    if (member >= 0) state[member] |= WANTED;
  }
}

/** The ids of both ends of each segment with a speed: they must be nodes of the graph. */
export const segmentEnds = (speeds: readonly SegmentSpeed[]): number[] =>
  speeds.flatMap(({ from, to }) => [from, to]);

/** What changes the costs of roads. */
interface CostChanges {
  readonly segmentSpeeds?: readonly SegmentSpeed[] | undefined;
  /** See `RoadOptions.decimals`. */
  readonly decimals?: number | undefined;
  /** Costs are kept apart from seconds even if no road has a cost of its own. */
  readonly apart: boolean;
}

/** The speeds and costs of all roads. Throws for prices of `Profile.segment` out of range. */
export function roadCosts(
  cut: CutWays,
  list: WayList,
  profile: Profile,
  { segmentSpeeds = [], decimals, apart }: CostChanges,
): RoadCosts {
  const count = 2 * cut.way.length;
  const found: Writable = {
    speeds: new Float64Array(count),
    costs: undefined,
    closed: new Uint8Array(count),
    set: new Uint8Array(count),
  };
  byWays(cut, list, found);
  const round = roundingTo(decimals);
  if (profile.segment) {
    const segment: NonNullable<Profile['segment']> = (facts) =>
      checkPrice(profile.segment!(facts), facts.metres);
    bySegments(cut, round ? (facts) => round(segment(facts)) : segment, found);
  } else if (round) bySegments(cut, round, found);
  if (segmentSpeeds.length > 0) bySpeeds(cut, list, { segmentSpeeds, round }, found);
  if (apart) costsOf(cut, found);
  return found;
}

type Priced = Pick<SegmentFacts, 'seconds' | 'cost'>;

/**
 * Most seconds, and most cost, that `Profile.segment` may give, and the least seconds per metre:
 * weights, and the fastest speed, stay far from the limits of f32.
 */
const MOST_PRICE = 1e12;
const LEAST_PER_METRE = 1e-9;

/** The price that a caller's function gave for a segment. Throws if it is out of range. */
function checkPrice(price: Priced, metres: number): Priced {
  for (const name of ['seconds', 'cost'] as const) {
    const least = name === 'seconds' ? LEAST_PER_METRE * metres : 0;
    const value = (price as Priced | undefined)?.[name];
    if (typeof value === 'number' && value >= least && value <= MOST_PRICE) continue;
    refuseNumber(`${name} of a segment`, value, `a number from ${least} to ${MOST_PRICE}`);
  }
  return price;
}

/** Most tenths of a second, or units of cost, of a segment: OSRM keeps them in 22 bits. */
const MOST_UNITS = 2 ** 22 - 2;

/** A number as OSRM keeps it: 1 to MOST_UNITS parts of 1 / `units` each. */
export const inUnits = (value: number, units: number): number =>
  Math.min(MOST_UNITS, Math.max(1, Math.round(value * units))) / units;

/** Rounds seconds to tenths and costs to `decimals`; undefined: nothing is rounded. */
function roundingTo(decimals: number | undefined): ((price: Priced) => Priced) | undefined {
  if (decimals === undefined) return undefined;
  return ({ seconds, cost }) => ({
    seconds: inUnits(seconds, 10),
    cost: inUnits(cost, 10 ** decimals),
  });
}

type Writable = { -readonly [K in keyof RoadCosts]: RoadCosts[K] };

/** The costs, to be written. If costs do not exist yet, they begin as the seconds of the roads. */
function costsOf(cut: CutWays, found: Writable): Float64Array {
  found.costs ??= found.speeds.map((speed, code) => cut.length[code >>> 1] / speed);
  return found.costs;
}

function byWays(cut: CutWays, list: WayList, found: Writable): void {
  const use = list.use.values();
  let wayLength: Float64Array | undefined;
  const lengthOf = (way: number): number => {
    wayLength ??= lengthOfWays(cut, list.ways.count);
    return wayLength[way];
  };
  const told: number[] = [];
  for (let r = 0; r < cut.way.length; r++) {
    const way = cut.way[r];
    const { forward, backward, duration, rates, cost } = list.uses[use[way]];
    let [there, back] = [forward / 3.6, backward / 3.6];
    if (duration !== undefined) {
      const speed = Math.min(lengthOf(way) / duration, MOST_TIMETABLE);
      if (speed > 0) {
        there = there && speed;
        back = back && speed;
      }
    }
    found.speeds[2 * r] = there;
    found.speeds[2 * r + 1] = back;
    if (rates !== undefined || cost !== undefined) told.push(r);
  }
  for (const r of told) {
    const way = cut.way[r];
    const { rates, cost } = list.uses[use[way]];
    const costs = costsOf(cut, found);
    const whole = lengthOf(way);
    for (const d of [0, 1]) {
      if (cost !== undefined) costs[2 * r + d] = whole > 0 ? (cost * cut.length[r]) / whole : 0;
      else if (rates![d] === 0) found.closed[2 * r + d] = 1;
      else costs[2 * r + d] = cut.length[r] / rates![d];
    }
  }
}

function lengthOfWays(cut: CutWays, wayCount: number): Float64Array {
  const lengths = new Float64Array(wayCount);
  cut.way.forEach((way, r) => (lengths[way] += cut.length[r]));
  return lengths;
}

function bySegments(cut: CutWays, segment: NonNullable<Profile['segment']>, found: Writable): void {
  const { firstPoint, lonE7, latE7, length } = cut;
  const costs = found.costs ?? found.speeds.map((speed, code) => length[code >>> 1] / speed);
  let apart = found.costs !== undefined;
  for (let code = 0; code < found.speeds.length; code++) {
    const r = code >>> 1;
    const [speed, perMetre] = [found.speeds[code], costs[code] / length[r]];
    if (!(speed > 0 && length[r] > 0) || found.closed[code] === 1) continue;
    let [seconds, cost] = [0, 0];
    for (let p = firstPoint[r] + 1; p < firstPoint[r + 1]; p++) {
      const metres = cut.measure(lonE7[p - 1], latE7[p - 1], lonE7[p], latE7[p]);
      const told = segment({ metres, seconds: metres / speed, cost: metres * perMetre });
      seconds += told.seconds;
      cost += told.cost;
    }
    found.speeds[code] = length[r] / seconds;
    costs[code] = cost;
    apart ||= cost !== seconds;
  }
  if (apart) found.costs = costs;
}

function bySpeeds(
  cut: CutWays,
  list: WayList,
  {
    segmentSpeeds,
    round = (price) => price,
  }: {
    readonly segmentSpeeds: readonly SegmentSpeed[];
    readonly round: ((price: Priced) => Priced) | undefined;
  },
  found: Writable,
): void {
  const byNodes = new Map<string, SegmentSpeed>();
  for (const one of segmentSpeeds) byNodes.set(`${one.from},${one.to}`, one);
  const ids = list.nodes.ids();
  const idOf = (node: number): string => String(list.ids.toBig(ids[cut.listNode[node]]));
  for (let r = 0; r < cut.way.length; r++) {
    // a segment has no points between its ends
    if (cut.firstPoint[r + 1] - cut.firstPoint[r] !== 2) continue;
    const [tail, head] = [idOf(cut.tail[r]), idOf(cut.head[r])];
    [`${tail},${head}`, `${head},${tail}`].forEach((key, d) => {
      const said = byNodes.get(key);
      const code = 2 * r + d;
      if (!said || found.speeds[code] === 0) return;
      found.set[code] = 1;
      if (said.kmh === 0 || said.rate === 0) {
        found.closed[code] = 1;
        return;
      }
      if (said.rate !== null) found.closed[code] = 0;
      // a road of length 0 takes no time at any speed, although `round` would give it a tenth
      if (cut.length[r] === 0) return;
      const before = found.costs?.[code] ?? cut.length[r] / found.speeds[code];
      const { rate } = said;
      const took = (3.6 * cut.length[r]) / said.kmh;
      const { seconds, cost } = round({
        seconds: took,
        cost: rate === null ? before : rate === undefined ? took : cut.length[r] / rate,
      });
      found.speeds[code] = seconds === took ? said.kmh / 3.6 : cut.length[r] / seconds;
      if (found.costs || cost !== seconds) costsOf(cut, found)[code] = cost;
    });
  }
}

/** Bits of `Roads.live`. */
export const LIVE = { held: 1, along: 2, against: 4, hidden: 8 } as const;

/**
 * Per road the bits of `LIVE`. `held`: the road lay on the largest component before closures.
 * `along`, `against`: that direction has a line in `segmentSpeeds`. `hidden`: no position is found
 * on the road, because all roads of its way between two junctions are closed, or it is `passOnly`.
 */
export function liveRoads(
  cut: CutWays,
  { closed, set }: RoadCosts,
  useOf: (road: number) => WayUse,
  isMain: (road: number) => boolean,
): Uint8Array {
  const live = new Uint8Array(cut.way.length);
  const ends = new Uint32Array(cut.nodeCount);
  for (let r = 0; r < cut.way.length; r++) {
    ends[cut.tail[r]]++;
    ends[cut.head[r]]++;
  }
  let first = 0;
  for (let r = 0; r < cut.way.length; r++) {
    live[r] |= (isMain(r) ? LIVE.held : 0) | (set[2 * r] && LIVE.along);
    live[r] |= set[2 * r + 1] && LIVE.against;
    const node = cut.head[r];
    const goesOn = cut.way[r + 1] === cut.way[r] && cut.tail[r + 1] === node && ends[node] === 2;
    if (goesOn) continue;
    let open = false;
    for (let i = first; i <= r; i++) {
      const { forward, backward } = useOf(i);
      open ||= (forward > 0 && closed[2 * i] === 0) || (backward > 0 && closed[2 * i + 1] === 0);
    }
    for (let i = first; i <= r; i++) if (!open || useOf(i).passOnly) live[i] |= LIVE.hidden;
    first = r + 1;
  }
  return live;
}
