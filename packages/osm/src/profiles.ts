import type { Tags } from './elements.ts';
import {
  accessOf,
  directionsOf,
  ferryUse,
  parseSpeed,
  type Profile,
  type WayUse,
} from './profile.ts';
import { classOfHighway } from './road-class.ts';

/** Kilometres per hour where no `maxspeed` says otherwise. */
const CAR_SPEED: Record<string, number> = {
  motorway: 110,
  motorway_link: 60,
  trunk: 90,
  trunk_link: 55,
  primary: 70,
  primary_link: 50,
  secondary: 60,
  secondary_link: 45,
  tertiary: 50,
  tertiary_link: 40,
  unclassified: 45,
  residential: 30,
  living_street: 10,
  service: 20,
  road: 30,
};
const BICYCLE_SPEED: Record<string, number> = {
  trunk: 18,
  trunk_link: 18,
  primary: 18,
  primary_link: 18,
  secondary: 18,
  secondary_link: 18,
  tertiary: 18,
  tertiary_link: 18,
  unclassified: 18,
  residential: 18,
  living_street: 12,
  service: 15,
  road: 15,
  track: 12,
  cycleway: 18,
  path: 12,
  bridleway: 8,
  pedestrian: 6,
  footway: 6,
  steps: 2,
};
const WALKING = 5;
const FOOT_SPEED: Record<string, number> = Object.fromEntries(
  [...Object.keys(BICYCLE_SPEED), 'platform', 'corridor'].map((highway) => [
    highway,
    highway === 'steps' ? 3 : WALKING,
  ]),
);
/** A bicycle needs leave for these; on the others it is pushed, or rides, unless that is forbidden. */
const BICYCLE_BY_LEAVE = new Set([
  'bridleway',
  'footway',
  'pedestrian',
  'steps',
  'trunk',
  'trunk_link',
]);
const PUSHED = 4;

const LOOSE = new Set(['unpaved', 'gravel', 'dirt', 'earth', 'ground', 'grass', 'sand', 'mud']);
const CAR_LOOSE = 30;
const CAR_MOST = 140;

const KEYS = ['highway', 'route'];

const MOTOR_MODES = ['access', 'vehicle', 'motor_vehicle', 'motorcar'];
const BICYCLE_MODES = ['access', 'vehicle', 'bicycle'];
const FOOT_MODES = ['access', 'foot'];
/** The keys that speak of one direction of the way only, by the list of modes. */
const DIRECTED = new Map<readonly string[], string[][]>(
  [MOTOR_MODES, BICYCLE_MODES, FOOT_MODES].map((modes) => [
    modes,
    ['forward', 'backward'].map((suffix) => modes.map((mode) => `${mode}:${suffix}`)),
  ]),
);

/** A car of the family: obeys access, one-way streets and speed limits. */
const car: Profile = {
  name: 'car',
  keys: KEYS,
  modes: MOTOR_MODES.slice(1),
  way(tags) {
    const highway = tags.get('highway');
    if (highway === undefined) {
      // a ferry that names only those who walk or cycle carries nobody else
      return ferryUse(tags, MOTOR_MODES, !tags.has('foot') && !tags.has('bicycle'));
    }
    const usual = ownSpeed(CAR_SPEED, highway);
    if (usual === undefined || tags.get('area') === 'yes') return undefined;
    if (tags.get('impassable') === 'yes' || tags.get('status') === 'impassable') return undefined;
    const limit = parseSpeed(tags.get('maxspeed'));
    const loose = LOOSE.has(tags.get('surface') ?? '') ? CAR_LOOSE : CAR_MOST;
    const speed = (key: string): number =>
      Math.min(parseSpeed(tags.get(key)) ?? limit ?? usual, loose);
    return twoWays(tags, MOTOR_MODES, ['oneway', 'oneway:motor_vehicle', 'oneway:motorcar'], speed);
  },
  blocks: (tags) =>
    isBarred(tags, MOTOR_MODES, [
      'block',
      'bollard',
      'bus_trap',
      'cycle_barrier',
      'debris',
      'fence',
      'horse_stile',
      'hampshire_gate',
      'jersey_barrier',
      'kissing_gate',
      'log',
      'motorcycle_barrier',
      'planter',
      'rope',
      'stile',
      'sump_buster',
      'turnstile',
      'wall',
    ]),
};

/** A bicycle: also against one-way streets where the tags say so; pushed where it may not ride. */
const bicycle: Profile = {
  name: 'bicycle',
  keys: KEYS,
  modes: BICYCLE_MODES.slice(1),
  way(tags) {
    const highway = tags.get('highway');
    if (highway === undefined) return ferryUse(tags, BICYCLE_MODES, true);
    const usual = ownSpeed(BICYCLE_SPEED, highway);
    if (usual === undefined || tags.get('area') === 'yes') return undefined;
    const said = accessOf(tags, ['bicycle']);
    const motorroad = tags.get('motorroad') === 'yes';
    if ((motorroad || BICYCLE_BY_LEAVE.has(highway)) && !said) {
      // pushed along where feet may go
      const walks =
        tags.get('bicycle') === 'dismount' || highway === 'pedestrian' || highway === 'footway';
      if (!walks || motorroad || tags.get('bicycle') === 'no') return undefined;
      return twoWays(tags, FOOT_MODES, ['oneway:foot'], () => PUSHED);
    }
    const speed =
      BICYCLE_BY_LEAVE.has(highway) && said ? Math.max(usual, highway === 'steps' ? 2 : 12) : usual;
    const use = twoWays(tags, BICYCLE_MODES, ['oneway', 'oneway:bicycle'], () => speed);
    if (!use || !ridesAgainst(tags)) return use;
    return { ...use, forward: use.forward || speed, backward: use.backward || speed };
  },
  blocks: (tags) =>
    isBarred(tags, BICYCLE_MODES, [
      'fence',
      'horse_stile',
      'kissing_gate',
      'stile',
      'turnstile',
      'wall',
    ]),
};

/** Somebody on foot: one-way streets do not matter, squares are crossed along their outlines. */
const foot: Profile = {
  name: 'foot',
  keys: KEYS,
  modes: ['foot'],
  way(tags) {
    const highway = tags.get('highway');
    if (highway === undefined) return ferryUse(tags, FOOT_MODES, true);
    const usual = ownSpeed(FOOT_SPEED, highway);
    if (usual === undefined) return undefined;
    if (tags.get('motorroad') === 'yes' && !accessOf(tags, ['foot'])) return undefined;
    const sidewalk = tags.get('sidewalk') ?? tags.get('sidewalk:both');
    if (highway.startsWith('trunk') && !accessOf(tags, ['foot'])) {
      if (sidewalk === undefined || sidewalk === 'no' || sidewalk === 'none') return undefined;
    }
    return twoWays(tags, FOOT_MODES, ['oneway:foot'], () => usual);
  },
  blocks: (tags) => isBarred(tags, FOOT_MODES, ['fence', 'wall']),
};

/**
 * What the study of 2010 read: every way is a road in both directions, be it a street, a building or
 * a river. For comparison with its figures.
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

/** The profile of a name, or the one given. Throws RangeError for a name that there is not. */
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

/** The use of a way by access, also that of one direction only, and by one-way tags. */
function twoWays(
  tags: Tags,
  modes: readonly string[],
  onewayKeys: readonly string[],
  speed: (key: 'maxspeed:forward' | 'maxspeed:backward') => number,
): WayUse | undefined {
  const access = accessOf(tags, modes) ?? true;
  const directions =
    onewayKeys[0] === 'oneway:foot' ? footDirections(tags) : directionsOf(tags, onewayKeys);
  const [there, back] = DIRECTED.get(modes)!;
  const forward =
    directions[0] && (accessOf(tags, there) ?? access) ? speed('maxspeed:forward') : 0;
  const backward =
    directions[1] && (accessOf(tags, back) ?? access) ? speed('maxspeed:backward') : 0;
  if (!forward && !backward) return undefined;
  return { roadClass: classOfHighway(tags.get('highway')), forward, backward };
}

function footDirections(tags: Tags): [boolean, boolean] {
  const oneway = tags.get('oneway:foot');
  return [oneway !== '-1', oneway !== 'yes'];
}

/** Bicycles have leave to ride against the one-way street. */
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

/** Access tags decide; without them the kind of barrier does. */
function isBarred(tags: Tags, modes: readonly string[], barring: readonly string[]): boolean {
  const barrier = tags.get('barrier');
  if (barrier === undefined) return false;
  const access = accessOf(tags, modes);
  if (access !== undefined) return !access;
  return tags.get('locked') === 'yes' || barring.includes(barrier);
}
