// The profiles of the package: which roads, barriers and speeds a car, a bicycle and a walker have.
// Which tags rank above which, and why, is in docs/osm-access.md.
import { accessOf, createTraveller, type Traveller } from './access.ts';
import { ridingSpeeds } from './bicycle-speed.ts';
import type { Tags } from './elements.ts';
import {
  directionsOf,
  ferryUse,
  type NodeDelay,
  onewayOf,
  parseSpeed,
  type Profile,
  type TurnFacts,
  type WayUse,
} from './profile.ts';
import { classOfHighway } from './road-class.ts';
import { CAR_ROADS, RIDING, WALKING } from './usual-speeds.ts';
import { isTooLarge } from './vehicle-size.ts';

// All speeds below are chosen: none was measured.

/** Kilometres per hour where no `maxspeed` says otherwise. */
const CAR_SPEED: Record<string, number> = {
  ...CAR_ROADS,
  motorway_link: 60,
  trunk_link: 55,
  primary_link: 50,
  secondary_link: 45,
  tertiary_link: 40,
  road: 30,
};
const BICYCLE_SPEED: Record<string, number> = {
  trunk: RIDING,
  trunk_link: RIDING,
  primary: RIDING,
  primary_link: RIDING,
  secondary: RIDING,
  secondary_link: RIDING,
  tertiary: RIDING,
  tertiary_link: RIDING,
  unclassified: RIDING,
  residential: RIDING,
  living_street: 12,
  service: 15,
  road: 15,
  track: 12,
  cycleway: RIDING,
  path: 12,
  bridleway: 8,
  pedestrian: 6,
  footway: 6,
  steps: 2,
};
/** Roads for walkers on which bicycles never ride. Motorways need `foot`: see `foot.way`. */
const OTHER_WALKS = ['motorway', 'motorway_link', 'platform', 'corridor', 'pier'];
const FOOT_SPEED: Record<string, number> = Object.fromEntries(
  [...Object.keys(BICYCLE_SPEED), ...OTHER_WALKS].map((highway) => [
    highway,
    highway === 'steps' ? 3 : WALKING,
  ]),
);
/**
 * Roads on which a bicycle rides only if a `bicycle` tag opens them. It is pushed along footways
 * and squares without the tag. On all other roads it rides unless a tag forbids it.
 */
const BICYCLE_BY_LEAVE = new Set([
  'bridleway',
  'footway',
  'pedestrian',
  'steps',
  'trunk',
  'trunk_link',
]);
/** Kilometres per hour beside a bicycle that is pushed. */
const PUSHED = 4;

/**
 * Loose ground. A car drives at most CAR_LOOSE km/h there, and at most CAR_MOST elsewhere, even
 * where `maxspeed` is higher. Both are chosen.
 */
const LOOSE = new Set(['unpaved', 'gravel', 'dirt', 'earth', 'ground', 'grass', 'sand', 'mud']);
const CAR_LOOSE = 30;
const CAR_MOST = 140;

const KEYS = ['highway', 'route'];
/** Ways to walk on that need no `highway`. */
const FOOT_ONLY = new Map([
  ['railway', 'platform'],
  ['public_transport', 'platform'],
  ['man_made', 'pier'],
]);
/** Ways on which stairs or belts may carry people in one direction. */
const CONVEYING = new Set(['steps', 'footway', 'corridor', 'path']);
/** Values of `construction` under which the road stays open. */
const OPEN_WORKS = new Set(['no', 'minor', 'widening']);

const MOTOR_KEYS = ['motorcar', 'motor_vehicle', 'vehicle', 'access'];
const MOTORIST = createTraveller(MOTOR_KEYS);
/** A motorist who lives on a private road or goes there, and one who only passes. */
const INVITED = createTraveller(MOTOR_KEYS, { alsoOpen: ['private'] });
const PASSING = createTraveller(MOTOR_KEYS, {
  alsoClosed: ['destination', 'delivery', 'customers'],
});
// `delivery` opens roads to vans only, so it closes them to bicycles and walkers
const CYCLIST = createTraveller(['bicycle', 'vehicle', 'access'], { alsoClosed: ['delivery'] });
const WALKER = createTraveller(['foot', 'access'], {
  names: ['pedestrian'],
  alsoClosed: ['delivery'],
});

const MOTOR_ONEWAY = ['oneway', 'oneway:vehicle', 'oneway:motor_vehicle', 'oneway:motorcar'];
const BICYCLE_ONEWAY = ['oneway', 'oneway:vehicle', 'oneway:bicycle'];

/** A family car: obeys access, one-way streets, speed limits and limits of its size. */
const car: Profile = {
  name: 'car',
  keys: KEYS,
  modes: ['vehicle', 'motor_vehicle', 'motorcar'],
  way: (tags) => carUse(tags, MOTORIST),
  ends(tags) {
    const use = carUse(tags, INVITED);
    const through = use && carUse(tags, PASSING);
    if (!use || (through?.forward === use.forward && through.backward === use.backward)) {
      return undefined;
    }
    return use;
  },
  delay: signalDelay,
  turn: motorTurn,
  blocks: (tags) =>
    isBarred(tags, MOTORIST, (barrier) => {
      if (isTooLarge(tags)) return true;
      return CAR_BARRIERS.has(barrier) && !isRisingBollard(tags) && !isLowKerb(tags);
    }),
};

/** How a car may use a way; undefined: not at all. */
function carUse(tags: Tags, motorist: Traveller): WayUse | undefined {
  const highway = tags.get('highway');
  if (highway === undefined) {
    // a ferry that names only walkers or bicycles carries no cars; a shuttle train carries cars
    const named = tags.has('foot') || tags.has('bicycle');
    return ferryUse(tags, motorist, !named || tags.get('route') === 'shuttle_train');
  }
  const usual = ownSpeed(CAR_SPEED, highway);
  if (usual === undefined || tags.get('area') === 'yes') return undefined;
  if (isImpassable(tags) || isTooLarge(tags)) return undefined;
  if (tags.get('service') === 'emergency_access') return undefined;
  const limit = parseSpeed(tags.get('maxspeed'));
  const loose = LOOSE.has(tags.get('surface') ?? '') ? CAR_LOOSE : CAR_MOST;
  const speed = (key: string): number =>
    Math.min(parseSpeed(tags.get(key)) ?? limit ?? usual, loose);
  return twoWays(tags, motorist, directionsOf(tags, MOTOR_ONEWAY), speed);
}

/** Barriers that stop a car where no access tag says otherwise. */
const CAR_BARRIERS = new Set([
  'block',
  'bollard',
  'bus_trap',
  'cycle_barrier',
  'debris',
  'fence',
  'horse_stile',
  'hampshire_gate',
  'jersey_barrier',
  'kerb',
  'kissing_gate',
  'log',
  'motorcycle_barrier',
  'planter',
  'rope',
  'stile',
  'sump_buster',
  'turnstile',
  'wall',
]);
const BICYCLE_BARRIERS = new Set([
  'fence',
  'horse_stile',
  'kissing_gate',
  'stile',
  'turnstile',
  'wall',
]);
const LOW_KERBS = new Set(['flush', 'lowered', 'no']);
const FOOT_BARRIERS = new Set(['fence', 'wall']);

/** A bicycle: also against one-way streets where the tags say so; pushed where it may not ride. */
const bicycle: Profile = {
  name: 'bicycle',
  keys: KEYS,
  modes: ['vehicle', 'bicycle'],
  way(tags) {
    const highway = tags.get('highway');
    if (highway === undefined) return ferryUse(tags, CYCLIST, true);
    const usual = ownSpeed(BICYCLE_SPEED, highway);
    if (usual === undefined || tags.get('area') === 'yes' || isImpassable(tags)) return undefined;
    const said = accessOf(tags, ['bicycle'], CYCLIST);
    const motorroad = tags.get('motorroad') === 'yes';
    if ((motorroad || BICYCLE_BY_LEAVE.has(highway)) && !said) {
      // pushed along where feet may go
      const walks =
        tags.get('bicycle') === 'dismount' || highway === 'pedestrian' || highway === 'footway';
      if (!walks || motorroad || tags.get('bicycle') === 'no') return undefined;
      return twoWays(tags, WALKER, footDirections(tags), () => PUSHED);
    }
    // a road of BICYCLE_BY_LEAVE opened by a tag: at least 12 km/h, on steps 2; both chosen
    const flat =
      BICYCLE_BY_LEAVE.has(highway) && said ? Math.max(usual, highway === 'steps' ? 2 : 12) : usual;
    const [forward, backward] = highway === 'steps' ? [flat, flat] : ridingSpeeds(tags, flat);
    const use = twoWays(tags, CYCLIST, directionsOf(tags, BICYCLE_ONEWAY), (key) =>
      key === 'maxspeed:forward' ? forward : backward,
    );
    if (!use || !ridesAgainst(tags)) return use;
    return { ...use, forward: use.forward || forward, backward: use.backward || backward };
  },
  delay: signalDelay,
  blocks: (tags) => isBarred(tags, CYCLIST, (barrier) => BICYCLE_BARRIERS.has(barrier)),
};

/** Kinds of ways that are open ground if they are areas. */
const OPEN_GROUND = new Set(['pedestrian', 'footway', 'platform', 'living_street']);

/**
 * Somebody on foot: one-way streets do not matter. Squares are crossed along their outlines, or
 * anywhere with `openAreas`.
 */
const foot: Profile = {
  name: 'foot',
  // `place` for squares, which `area` reads
  keys: [...KEYS, ...FOOT_ONLY.keys(), 'place'],
  modes: ['foot'],
  way(tags) {
    let highway = tags.get('highway');
    if (highway === undefined) {
      for (const [key, value] of FOOT_ONLY) if (tags.get(key) === value) highway = value;
      if (highway === undefined) return ferryUse(tags, WALKER, true);
    }
    if (isUnderConstruction(tags)) return undefined;
    const usual = ownSpeed(FOOT_SPEED, highway);
    if (usual === undefined) return undefined;
    const invited = accessOf(tags, ['foot'], WALKER);
    if ((tags.get('motorroad') === 'yes' || highway.startsWith('motorway')) && !invited) {
      return undefined;
    }
    const sidewalk = tags.get('sidewalk') ?? tags.get('sidewalk:both');
    if (highway.startsWith('trunk') && !invited) {
      if (sidewalk === undefined || sidewalk === 'no' || sidewalk === 'none') return undefined;
    }
    return twoWays(tags, WALKER, footDirections(tags), () => usual, highway);
  },
  area(tags) {
    const isArea = tags.get('area') === 'yes' || tags.get('type') === 'multipolygon';
    const isOpen = OPEN_GROUND.has(tags.get('highway') ?? '') || tags.get('place') === 'square';
    if (!isArea || !isOpen || tags.has('indoor')) return undefined;
    return foot.way(tags.has('highway') ? tags : new Map([...tags, ['highway', 'pedestrian']]));
  },
  delay: signalDelay,
  blocks: (tags) => isBarred(tags, WALKER, (barrier) => FOOT_BARRIERS.has(barrier)),
};

/**
 * The roads of McNally's study of 2010: every way is a road in both directions, a street, a
 * building or a river. For comparison with the figures of the study.
 */
const allWays: Profile = {
  name: 'all-ways',
  modes: [],
  way: (tags) => ({
    roadClass: classOfHighway(tags.get('highway')),
    forward: 50,
    backward: 50,
  }),
  blocks: () => false,
};

/** The profiles that come with the package, by name. */
export const PROFILES: {
  readonly car: Profile;
  readonly bicycle: Profile;
  readonly foot: Profile;
  readonly 'all-ways': Profile;
} = { car, bicycle, foot, 'all-ways': allWays };

/** The name of a profile of this package. */
export type ProfileName = keyof typeof PROFILES;

/** The profile of a name, or the profile itself. Throws RangeError for an unknown name. */
export function profileOf(profile: ProfileName | Profile): Profile {
  if (typeof profile !== 'string') return profile;
  const found = Object.hasOwn(PROFILES, profile) ? PROFILES[profile] : undefined;
  if (found) return found;
  throw new RangeError(
    `profile is '${profile}', expected ${Object.keys(PROFILES).join(', ')} or an object`,
  );
}

/** `highway` comes from the file and may be `constructor`. */
function ownSpeed(speeds: Record<string, number>, highway: string): number | undefined {
  return Object.hasOwn(speeds, highway) ? speeds[highway] : undefined;
}

/**
 * The use of a way in the directions that are open to the traveller, by access tags of that
 * direction.
 */
function twoWays(
  tags: Tags,
  traveller: Traveller,
  directions: readonly [boolean, boolean],
  speed: (key: 'maxspeed:forward' | 'maxspeed:backward') => number,
  highway = tags.get('highway'),
): WayUse | undefined {
  const open = (keys: readonly string[]): boolean => accessOf(tags, keys, traveller) ?? true;
  const forward = directions[0] && open(traveller.forward) ? speed('maxspeed:forward') : 0;
  const backward = directions[1] && open(traveller.backward) ? speed('maxspeed:backward') : 0;
  if (!forward && !backward) return undefined;
  return { roadClass: classOfHighway(highway), forward, backward };
}

/**
 * Seconds at traffic signals, chosen: the mean wait where arrivals are random, the cycle takes 80 s
 * and half of it is green (80 * 0.5^2 / 2).
 */
const SIGNAL_SECONDS = 10;

/**
 * Seconds of the sharpest turn, and the seconds that turning back adds. ACROSS lengthens turns
 * across the traffic of the other direction. All chosen, near the values that OSRM has.
 */
const TURN_SECONDS = 7.5;
const BACK_SECONDS = 20;
const ACROSS = 1.075;

/**
 * Seconds of a turn by car: a logistic function of its angle, from about 0.01 straight on to
 * TURN_SECONDS. A bend without other roads is no turn; driving onto a ferry or off it is one.
 */
function motorTurn({ angle, isBack, roads, from, to, leftHand }: TurnFacts): number {
  if (roads <= 2 && !isBack && (from === 'ferry') === (to === 'ferry')) return 0;
  const isAcross = angle < 0 !== leftHand;
  const bias = isAcross ? ACROSS : 1 / ACROSS;
  const share = Math.abs(angle) / 180;
  const seconds = TURN_SECONDS / (1 + Math.exp(-(13 * bias * share - 6.5 / bias)));
  return seconds + (isBack ? BACK_SECONDS : 0);
}

/** The wait at traffic signals, in the direction of the way for which they are. */
function signalDelay(tags: Tags): NodeDelay | undefined {
  if (tags.get('highway') !== 'traffic_signals') return undefined;
  const direction = tags.get('traffic_signals:direction') ?? tags.get('direction');
  return {
    forward: direction === 'backward' ? 0 : SIGNAL_SECONDS,
    backward: direction === 'forward' ? 0 : SIGNAL_SECONDS,
  };
}

function isUnderConstruction(tags: Tags): boolean {
  const works = tags.get('construction');
  return works !== undefined && !OPEN_WORKS.has(works);
}

/** Whether a way is impassable on wheels at present. */
function isImpassable(tags: Tags): boolean {
  return (
    isUnderConstruction(tags) ||
    tags.get('smoothness') === 'impassable' ||
    tags.get('impassable') === 'yes' ||
    tags.get('status') === 'impassable'
  );
}

/**
 * The directions open to walkers, who obey `oneway:foot`, and stairs and belts that move. A value
 * of `oneway:foot` that opens no direction counts as absent.
 */
function footDirections(tags: Tags): [boolean, boolean] {
  const said = onewayOf(tags.get('oneway:foot'));
  if (said?.includes(true)) return said;
  if (tags.get('oneway') === 'no' || !CONVEYING.has(tags.get('highway') ?? '')) return [true, true];
  const conveying = tags.get('conveying');
  return [conveying !== 'backward', conveying !== 'forward'];
}

/** Whether bicycles may ride against a one-way street. */
function ridesAgainst(tags: Tags): boolean {
  if (tags.get('oneway:bicycle') === 'no') return true;
  if (tags.has('oneway:bicycle')) return false;
  for (const key of ['cycleway', 'cycleway:left', 'cycleway:right', 'cycleway:both']) {
    if (tags.get(key)?.startsWith('opposite')) return true;
    const oneway = tags.get(`${key}:oneway`);
    if (oneway === 'no' || oneway === '-1') return true;
  }
  return false;
}

/** Whether access tags of a node stop the traveller; undefined: no access tag decides. */
function blocksAccess(tags: Tags, traveller: Traveller): boolean | undefined {
  // at a crossing, access tags are about crossing the road
  if (tags.get('highway') === 'crossing' && !tags.has('barrier')) return undefined;
  const access = accessOf(tags, traveller.keys, traveller);
  return access === undefined ? undefined : !access;
}

/** Access tags decide; without them the kind of barrier does. */
function isBarred(tags: Tags, traveller: Traveller, stops: (barrier: string) => boolean): boolean {
  const blocked = blocksAccess(tags, traveller);
  if (blocked !== undefined) return blocked;
  const barrier = tags.get('barrier');
  if (barrier === undefined) return false;
  if (tags.get('locked') === 'yes') return true;
  // a fence of sound stops cattle only
  if (barrier === 'fence' && /^audi(?:ble|o)$/.test(tags.get('sensory') ?? '')) return false;
  return stops(barrier);
}

/** A bollard that sinks into the ground for permitted vehicles. */
function isRisingBollard(tags: Tags): boolean {
  return tags.get('barrier') === 'bollard' && tags.get('bollard') === 'rising';
}

/** A kerb that a car drives over. */
function isLowKerb(tags: Tags): boolean {
  if (tags.get('barrier') !== 'kerb') return false;
  return LOW_KERBS.has(tags.get('kerb') ?? '') || tags.get('highway') === 'crossing';
}
