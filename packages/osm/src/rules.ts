// What arguments of public functions must be: rules of @wayfield/check that several functions
// share. Rules about roads (tags, access, speeds) are in access.ts, profile.ts and profiles.ts.
import {
  callback,
  either,
  flag,
  list,
  listOf,
  number,
  object,
  oneOf,
  optional,
  refuse,
  refuseKind,
  type Rule,
  rule,
  signal,
  text,
  typed,
  whole,
} from '@wayfield/check';
import type { Profile } from './profile.ts';
import type { RoadNetwork, RoadOptions } from './types.ts';

const words: Rule = typed(Uint32Array);
const places: Rule = typed(Int32Array);

/** A road network: checks the kinds of its parts, not their contents. */
export const networkRule: Rule = object(
  {
    graph: object({
      nodeCount: whole(),
      firstOut: words,
      head: words,
      weight: typed(Float32Array),
    }),
    baseCount: whole(),
    nodeId: typed(BigInt64Array),
    lonE7: places,
    latE7: places,
    roadOf: words,
    roads: object({ count: whole(), name: words, firstPoint: words, lonE7: places, latE7: places }),
    names: list,
    baseOf: words,
    endOf: words,
  },
  'a RoadNetwork',
);

/** The answer of a solver. */
export const routesRule: Rule = object(
  {
    count: whole(),
    status: typed(Uint8Array),
    cost: typed(Float32Array),
    firstNode: words,
    node: words,
  },
  'Routes',
);

/** Queries for a solver. */
export const queriesRule: Rule = object(
  { count: whole(), source: words, target: words },
  'Queries',
);

const e7: Rule = whole(-1_800_000_000, 1_800_000_000);

/** A place on a road. */
export const positionRule: Rule = object(
  {
    road: whole(),
    share: number(0, 1),
    point: whole(),
    lonE7: e7,
    latE7: e7,
    distance: number(0),
  },
  'a RoadPosition',
);

/** A route between positions. */
export const positionRouteRule: Rule = object(
  {
    cost: number(0, Infinity),
    nodes: words,
    from: positionRule,
    to: positionRule,
    fromAgainst: flag,
    toAgainst: flag,
  },
  'a PositionRoute',
);

/** An object with keys of the caller's own, such as properties; no list, Set or Map. */
export const record: Rule = rule<object>(
  'an object',
  (value) => typeof value === 'object' && value !== null && !(Symbol.iterator in value),
);

/** An iterable object; a string is none. */
export const iterable: Rule = rule<object>(
  'an iterable object',
  (value) => typeof value === 'object' && value !== null && Symbol.iterator in value,
);

const isNull: Rule = rule<null>('null', (value) => value === null);

const PROFILE: Readonly<Record<keyof Profile, Rule>> = {
  name: text,
  keys: optional(listOf(text)),
  way: callback,
  blocks: callback,
  modes: listOf(text),
  restricts: optional(callback),
  ends: optional(callback),
  delay: optional(callback),
  turn: optional(callback),
  area: optional(callback),
  segment: optional(callback),
};
const ownProfile: Rule = object(PROFILE, 'a Profile');

/** The name of a profile, or a profile. */
export const profileRule: Rule = (value, name) => {
  // `profileOf` in profiles.ts looks the name up and throws for an unknown one
  if (typeof value === 'string') return;
  if (typeof value === 'object' && value !== null) ownProfile(value, name);
  else refuseKind(name, value, 'the name of a profile or a Profile');
};

const id = whole(Number.MIN_SAFE_INTEGER);
/** A speed or a rate; the bounds keep seconds and costs of segments far from the limits of f32. */
const pace: Rule = rule<number>(
  '0, or a number from 0.001 to 1e9',
  (value) => typeof value === 'number',
  (value) => value === 0 || (value >= 1e-3 && value <= 1e9),
);
const segmentSpeed: Rule = object(
  { from: id, to: id, kmh: pace, rate: optional(either(pace, isNull)) },
  'a SegmentSpeed',
);

const sideArea: Rule = object(
  { side: oneOf('left', 'right'), rings: listOf(listOf(listOf(number(-1e9, 1e9)))) },
  'a SideArea',
);

const turnPenalty: Rule = object(
  {
    from: id,
    via: id,
    to: id,
    seconds: number(-1e9, 1e9),
    cost: optional(number(-1e9, 1e9)),
  },
  'a TurnPenalty',
);

/** How roads become a graph. */
export const roadOptions: Readonly<Record<keyof RoadOptions, Rule>> = {
  profile: profileRule,
  weight: oneOf('metres', 'seconds'),
  contract: flag,
  largestComponent: flag,
  turnRestrictions: flag,
  uTurns: flag,
  endsOnly: flag,
  delays: flag,
  turnCosts: flag,
  leftHand: flag,
  sides: listOf(sideArea),
  pointIds: flag,
  lengths: oneOf('sphere', 'ellipsoid'),
  segmentSpeeds: listOf(segmentSpeed),
  turnPenalties: listOf(turnPenalty),
  decimals: whole(0, 6),
  openAreas: flag,
  parallel: oneOf('all', 'cheapest'),
  shared: flag,
};

/** Progress and cancelling. */
export const watching: Readonly<Record<'onProgress' | 'signal', Rule>> = {
  onProgress: callback,
  signal,
};

/** A list of numbers of nodes, or of roads, below `count`. */
export function checkNumbers(value: unknown, count: number, name: string, of: string): void {
  list(value, name);
  const entries = value as ArrayLike<unknown>;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as number;
    if (Number.isInteger(entry) && entry >= 0 && entry < count) continue;
    const fail = typeof entry === 'number' ? refuse : refuseKind;
    fail(`${name}[${i}]`, entry, `a whole number below ${count}, the number of ${of}`);
  }
}

/** Throws unless the argument is a network. */
export function checkNetwork(value: RoadNetwork): void {
  networkRule(value, 'network');
}

/** The indices in a `RoadPosition`. */
interface OnRoad {
  readonly road: number;
  readonly point: number;
}

/** Throws unless the value is a `RoadPosition` on a road of the network. */
export function checkPosition({ roads }: RoadNetwork, value: OnRoad, name: string): void {
  positionRule(value, name);
  const { road, point } = value;
  if (road >= roads.count) {
    refuse(`${name}.road`, road, `below ${roads.count}, the number of roads`);
  }
  const [first, last] = [roads.firstPoint[road], roads.firstPoint[road + 1] - 2];
  if (point < first || point > last) refuse(`${name}.point`, point, `${first} to ${last}`);
}

/** Throws unless the argument is a `PositionRoute` between positions on roads of the network. */
export function checkPositionRoute(
  network: RoadNetwork,
  route: { readonly from: OnRoad; readonly to: OnRoad },
): void {
  positionRouteRule(route, 'route');
  checkPosition(network, route.from, 'route.from');
  checkPosition(network, route.to, 'route.to');
}

/** Bytes: those of a `Uint8Array`, or an `ArrayBuffer`. */
export const bytesRule: Rule = either(typed(Uint8Array), typed(ArrayBuffer));
