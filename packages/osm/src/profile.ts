// What a profile is, and what all profiles share: one-way streets, speed limits, durations,
// ferries. The profiles themselves are in profiles.ts and osrm/profiles.ts. read-osm.ts and
// load-geojson.ts call `createUseReader` for their ways.
import { accessOf, type Traveller } from './access.ts';
import type { Tags } from './elements.ts';
import type { RoadClass } from './road-class.ts';

/** How a profile may use a way. */
export interface WayUse {
  readonly roadClass: RoadClass;
  /** Kilometres per hour in the direction of the way, and against it; 0 = not allowed. */
  readonly forward: number;
  readonly backward: number;
  /**
   * Seconds that the whole way takes, where known, as for ferries. The speeds then only say which
   * directions are allowed.
   */
  readonly duration?: number | undefined;
  /**
   * What routes minimise, where that is not time. `rates`: metres per unit, in the direction of the
   * way and against it; 0 closes the direction. `cost`: units for the whole way; if it is given,
   * `rates` do not count. Default: seconds.
   */
  readonly rates?: readonly [forward: number, backward: number];
  readonly cost?: number;
  /** Whether only the start and the end of a route may use the way: see `Profile.ends`. */
  readonly endsOnly?: boolean;
  /**
   * What the way is called. Default: its `name`, else of a path beside a street the name of the
   * street (`is_sidepath:of:name`, `street:name`), else its `ref`.
   */
  readonly name?: string;
  /** Routes may pass over the way, but neither begin nor end on it: no position is found there. */
  readonly passOnly?: boolean;
  /** Keep the tags of the way in its details: see `profileAnyTime` of `./conditions`. */
  readonly keepTags?: true;
  /**
   * How the way is travelled, such as 'pushing bike', in its direction and against it. Default: the
   * mode of the profile, and 'ferry'.
   */
  readonly modes?: readonly [forward: string, backward: string];
}

/** How open ground is crossed. */
export interface AreaUse extends WayUse {
  /**
   * Kilometres per hour, 0.001 to 1e9, of a walk between a corner and any place inside the ground.
   * Default: the higher one of `forward` and `backward`.
   */
  readonly inside?: number;
}

/** Who travels: which ways may be used, how fast, and what stands in the way. */
export interface Profile {
  readonly name: string;
  /**
   * A way that has none of these keys is neither used nor open ground. Without the list, `way` and
   * `area` are asked about every way.
   */
  readonly keys?: readonly string[];
  /** How a way with these tags is used; undefined = not at all. */
  way(tags: Tags): WayUse | undefined;
  /** Whether a node with these tags stops this profile. */
  blocks(tags: Tags): boolean;
  /**
   * The words by which turn restrictions name this traveller, the most general first (`vehicle`,
   * `motor_vehicle`, `motorcar`); empty = no restriction applies.
   */
  readonly modes: readonly string[];
  /** The tags of a turn restriction as this profile reads them. Default: the tags themselves. */
  restricts?(tags: Tags): Tags;
  /**
   * How a way is used that only the start and the end of a route may use, such as a private drive;
   * undefined = the way is no such way. Asked before `way` if `endsOnly` is set.
   */
  ends?(tags: Tags): WayUse | undefined;
  /** How long traffic waits at a node with these tags: see `NodeDelay`. Default: it does not. */
  delay?(tags: Tags): NodeDelay | undefined;
  /**
   * How the ground is crossed that lies within a closed way, or a multipolygon, with these tags;
   * undefined = it is no open ground. Asked only with `openAreas`. Default: no ground is open.
   */
  area?(tags: Tags): AreaUse | undefined;
  /**
   * Seconds and cost of a segment, the stretch between two neighbouring nodes of a way, in one
   * direction. The argument has the seconds and the cost that follow from the use of the way, which
   * are the default. Both must be 0 to 1e12, and the seconds no fewer than a billionth of the
   * metres. Not called for roads of length 0.
   */
  segment?(segment: SegmentFacts): Pick<SegmentFacts, 'seconds' | 'cost'>;
  /** Seconds that a turn takes, 0 to 3,600: see `RoadOptions.turnCosts`. Default: none. */
  turn?(turn: TurnFacts): number;
}

/** A segment of a way in one direction. */
export interface SegmentFacts {
  readonly metres: number;
  readonly seconds: number;
  readonly cost: number;
}

/** A turn from one road into another, or back. */
export interface TurnFacts {
  /** Degrees to the right, -180 to 180; 0 = straight on. */
  readonly angle: number;
  /** The turn leads back over the same road. */
  readonly isBack: boolean;
  /** Ends of roads at the node: a road that leads back to the node has two. */
  readonly roads: number;
  readonly from: RoadClass;
  readonly to: RoadClass;
  /** Traffic drives on the left. */
  readonly leftHand: boolean;
}

/**
 * Seconds, 0 to 3,600, that traffic waits at a node: in the direction of the way through the node,
 * and against it.
 */
export interface NodeDelay {
  readonly forward: number;
  readonly backward: number;
  /**
   * For whom a sign without a direction holds. 'near': on a road between junctions, for traffic
   * towards the end of the road that the sign is near (20 m); elsewhere for all. 'minor': for
   * traffic from roads below the highest class of road at the node. Default: for all.
   */
  readonly sign?: 'near' | 'minor';
}

/** The directions that each known value of `oneway` leaves open: along the way, against it. */
const ONEWAY = new Map<string, readonly [boolean, boolean]>([
  ...['yes', 'true', '1'].map((value) => [value, [true, false]] as const),
  ...['-1', 'reverse'].map((value) => [value, [false, true]] as const),
  ...['no', 'false', '0'].map((value) => [value, [true, true]] as const),
  // a reversible road changes its direction with the hour, so neither direction is reliable
  ['reversible', [false, false]],
]);

/** The directions that a value of `oneway` leaves open; undefined for values that are unknown. */
export function onewayOf(value: string | undefined): [boolean, boolean] | undefined {
  const said = ONEWAY.get(value ?? '');
  return said && [said[0], said[1]];
}

/**
 * The directions in which a way may be used by travellers that must obey `oneway`. Of the keys, the
 * last one with a known value decides. A key with an unknown value counts as absent.
 */
export function directionsOf(tags: Tags, onewayKeys: readonly string[]): [boolean, boolean] {
  let said: [boolean, boolean] | undefined;
  for (const key of onewayKeys) said = onewayOf(tags.get(key)) ?? said;
  if (said) return said;
  const junction = tags.get('junction');
  const implied =
    junction === 'roundabout' || junction === 'circular' || tags.get('highway') === 'motorway';
  return [true, !implied];
}

/** Kilometres per hour: a limit beyond these is a mistake of the map. */
export const LEAST_SPEED = 1;
export const MOST_SPEED = 300;

/**
 * Kilometres per hour of a `maxspeed`. Undefined: the text is no speed. NaN: a speed that no road
 * has, below LEAST_SPEED or above MOST_SPEED.
 */
function readSpeed(text: string): number | undefined {
  if (text === 'walk') return 6;
  const found = /^([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*(mph|knots|km\/h|kmh|kph)?$/i.exec(
    text.trim(),
  );
  if (!found) return undefined;
  const factor = found[2] === 'mph' ? 1.609344 : found[2] === 'knots' ? 1.852 : 1;
  const speed = Number(found[1]) * factor;
  return speed >= LEAST_SPEED && speed <= MOST_SPEED ? speed : NaN;
}

/** Kilometres per hour of a `maxspeed`, 1 to 300; undefined for any other text. */
export function parseSpeed(text: string | undefined): number | undefined {
  const speed = text === undefined ? undefined : readSpeed(text);
  return Number.isNaN(speed) ? undefined : speed;
}

/** Whether a speed limit of these tags is a number that no road has; such limits are ignored. */
export function hasAbsurdSpeed(tags: Tags): boolean {
  for (const key of ['maxspeed', 'maxspeed:forward', 'maxspeed:backward']) {
    const text = tags.get(key);
    if (text !== undefined && Number.isNaN(readSpeed(text))) return true;
  }
  return false;
}

/** Seconds of a `duration` (`35`, `1:20`, `01:20:00`, `PT1H20M`); undefined for any other text. */
export function parseDuration(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const iso = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:(\d{1,5})S)?)?$/.exec(text);
  if (iso) {
    const [, days = 0, hours = 0, minutes = 0, seconds = 0] = iso.map((part) => Number(part ?? 0));
    return positive(((days * 24 + hours) * 60 + minutes) * 60 + seconds);
  }
  const clock = /^(\d{1,4})(?::(\d\d))?(?::(\d\d))?$/.exec(text);
  if (!clock) return undefined;
  const [first, second, third] = [Number(clock[1]), clock[2], clock[3]];
  if (second === undefined) return positive(first * 60);
  return positive((first * 60 + Number(second)) * 60 + Number(third ?? 0));
}

function positive(seconds: number): number | undefined {
  return seconds > 0 ? seconds : undefined;
}

/**
 * Kilometres per hour of ferries and car trains without a `maxspeed`, chosen. Where the weight is
 * time, a `duration` replaces these speeds and those of `maxspeed`.
 */
const FERRY_SPEED = { ferry: 20, shuttle_train: 60 };

/**
 * How this traveller uses a ferry, or a train that carries cars; undefined for any other way, and
 * for a closed one. `byDefault`: whether the way is open without access tags.
 */
export function ferryUse(tags: Tags, traveller: Traveller, byDefault: boolean): WayUse | undefined {
  const route = tags.get('route');
  if (route !== 'ferry' && route !== 'shuttle_train') return undefined;
  if (!(accessOf(tags, traveller.keys, traveller) ?? byDefault)) return undefined;
  const speed = parseSpeed(tags.get('maxspeed')) ?? FERRY_SPEED[route];
  const [there, back] = directionsOf(tags, ['oneway']);
  if (!there && !back) return undefined;
  return {
    roadClass: 'ferry',
    forward: there ? speed : 0,
    backward: back ? speed : 0,
    duration: parseDuration(tags.get('duration')),
  };
}

/** How a profile uses ways; with `endsOnly` also those for the start and the end of a route. */
export function createUseReader(
  profile: Profile,
  endsOnly: boolean,
): (tags: Tags) => WayUse | undefined {
  if (!endsOnly || !profile.ends) return (tags) => profile.way(tags);
  return (tags) => {
    const use = profile.ends!(tags);
    return use ? { ...use, endsOnly: true } : profile.way(tags);
  };
}
