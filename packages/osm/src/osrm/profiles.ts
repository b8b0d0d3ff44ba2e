// Cars and walkers as OSRM's own profiles have them, for those who move from OSRM and want the same
// roads, speeds and waits.
import { accessOf, createTraveller } from '../access.ts';
import type { Tags } from '../elements.ts';
import type { NodeDelay, Profile, WayUse } from '../profile.ts';
import { PROFILES } from '../profiles.ts';
import { atOsrmSpeeds, numbers } from './car-speed.ts';

/** The tags, with some values replaced; undefined removes a tag. */
function withTags(tags: Tags, others: Readonly<Record<string, string | undefined>>): Tags {
  const changed = new Map(tags);
  for (const [key, value] of Object.entries(others)) {
    if (value === undefined) changed.delete(key);
    else changed.set(key, value);
  }
  return changed;
}

/** Seconds at traffic signals. */
const SIGNAL = 2;
/** Seconds at signs, and at gates that have to be opened. */
const SIGNS = numbers('stop=2 give_way=1');
const GATE_SECONDS = 60;
const GATES = new Set(['gate', 'lift_gate', 'swing_gate']);

function signalDelay(tags: Tags): NodeDelay | undefined {
  const told = PROFILES.car.delay!(tags);
  return told && { forward: told.forward && SIGNAL, backward: told.backward && SIGNAL };
}

function carDelay(tags: Tags): NodeDelay | undefined {
  const seconds = SIGNS.get(tags.get('highway') ?? '');
  if (seconds !== undefined) {
    const direction = tags.get('direction');
    const isStop = tags.get('highway') === 'stop';
    const sign = tags.get('stop') === 'minor' ? 'minor' : 'near';
    return {
      ...(isStop && direction === undefined && { sign }),
      forward: direction === 'backward' ? 0 : seconds,
      backward: direction === 'forward' ? 0 : seconds,
    };
  }
  if (GATES.has(tags.get('barrier') ?? '') && !tags.has('access') && !tags.has('motor_vehicle')) {
    return { forward: GATE_SECONDS, backward: GATE_SECONDS };
  }
  return signalDelay(tags);
}

/** Roads that exist for some weeks of the year. */
const SEASONAL = new Set(['winter_road', 'ice_road']);
/** Values of `hov` on ways for cars with several people in them. */
const CAR_POOLS = new Set(['designated', 'yes', 'lane']);

/** Tags as a car of OSRM reads them: ferries that name bicycles carry cars too. */
function carTags(tags: Tags): Tags {
  const highway = tags.get('highway');
  if (highway === undefined) return withTags(tags, { bicycle: undefined, foot: undefined });
  return SEASONAL.has(highway) ? withTags(tags, { highway: 'unclassified' }) : tags;
}

/** A use of a way at OSRM's speeds. Routes neither begin nor end on ferries. */
function carUse(use: WayUse | undefined, tags: Tags): WayUse | undefined {
  if (tags.get('highway') === 'road') return undefined;
  const found = atOsrmSpeeds(use, tags);
  return found?.roadClass === 'ferry' ? { ...found, passOnly: true } : found;
}

/** Barriers that a car passes without an access tag. */
const CAR_PASSES = new Set([
  'cattle_grid',
  'border_control',
  'toll_booth',
  'sally_port',
  'gate',
  'lift_gate',
  'swing_gate',
  'no',
  'entrance',
  'height_restrictor',
  'arch',
  // these depend on further tags, which `PROFILES.car.blocks` reads
  'bollard',
  'fence',
  'kerb',
]);
const GUEST = createTraveller(['motorcar', 'motor_vehicle', 'vehicle', 'access'], {
  alsoOpen: ['private'],
});

const car: Profile = {
  ...PROFILES.car,
  way: (tags) => carUse(PROFILES.car.way(carTags(tags)), tags),
  ends(tags) {
    // ways for car pools are roads for ends: no route passes them as a short cut
    const use = CAR_POOLS.has(tags.get('hov') ?? '')
      ? PROFILES.car.way(carTags(tags))
      : PROFILES.car.ends!(carTags(tags));
    return carUse(use, tags);
  },
  blocks(tags) {
    const barrier = tags.get('barrier');
    if (barrier === undefined) return PROFILES.car.blocks(tags);
    return accessOf(tags, GUEST.keys, GUEST) === undefined
      ? !CAR_PASSES.has(barrier) || PROFILES.car.blocks(tags)
      : !accessOf(tags, GUEST.keys, GUEST);
  },
  delay: carDelay,
};

/** Kilometres per hour on foot: on stairs as elsewhere, less on loose ground. */
const WALKING = 5;
const LOOSE = numbers('fine_gravel=0.75 gravel=0.75 pebblestone=0.75 mud=0.5 sand=0.5');
/** Values of `highway` of ways that are not built yet. */
const UNBUILT = new Set(['proposed', 'construction', 'planned']);
/** Roads on which walkers need a tag that opens them. */
const BY_LEAVE = new Set(['cycleway', 'bridleway']);
const FOOT_KEYS = ['foot', 'access'];
const WALKER = createTraveller(FOOT_KEYS, { names: ['pedestrian'], alsoClosed: ['delivery'] });
const SIDEWALKS = ['sidewalk', 'sidewalk:both', 'sidewalk:left', 'sidewalk:right'];
/** Words of access tags that open any kind of way. */
const OPENING = new Set(['yes', 'foot', 'permissive', 'designated']);

const invited = (tags: Tags): boolean =>
  OPENING.has(FOOT_KEYS.map((key) => tags.get(key)).find((one) => one !== undefined) ?? '');

/** Tags as a walker of OSRM reads them; undefined: nobody walks on the way. */
function footTags(tags: Tags): Tags | undefined {
  const highway = tags.get('highway');
  if (highway === undefined) {
    return tags.get('amenity') === 'parking' ? withTags(tags, { highway: 'service' }) : tags;
  }
  const said = accessOf(tags, ['foot'], WALKER);
  if (highway === 'road' || (highway === 'cycleway' && tags.has('foot:backward'))) {
    return highway === 'road' ? undefined : withTags(tags, { 'foot:forward': 'no' });
  }
  if (BY_LEAVE.has(highway) && !said) return undefined;
  const besideSidewalk = SIDEWALKS.some((key) => tags.get(key) === 'separate');
  if (besideSidewalk && said === undefined) return undefined;
  const isKnown = PROFILES.foot.way(new Map([['highway', highway]])) !== undefined;
  return !isKnown && !UNBUILT.has(highway) && invited(tags) && accessOf(tags, FOOT_KEYS, WALKER)
    ? withTags(tags, { highway: 'path' })
    : tags;
}

function footUse(tags: Tags): WayUse | undefined {
  const read = footTags(tags);
  const use = read && PROFILES.foot.way(read);
  if (!use) return undefined;
  if (use.roadClass === 'ferry') return { ...use, passOnly: true };
  const speed = WALKING * (LOOSE.get(tags.get('surface') ?? '') ?? 1);
  return { ...use, forward: use.forward && speed, backward: use.backward && speed };
}

const foot: Profile = {
  ...PROFILES.foot,
  keys: [...PROFILES.foot.keys!, 'amenity'],
  way: footUse,
  delay: signalDelay,
};

/** Kilometres per hour from a place within a square to a corner: 1.4 m/s. */
const INSIDE = 5.04;

/** Walkers who cross squares: for `openAreas`. */
const footArea: Profile = {
  ...foot,
  name: 'foot',
  area(tags) {
    const isArea = tags.get('area') === 'yes' || tags.get('type') === 'multipolygon';
    const use = isArea && tags.get('highway') === 'pedestrian' ? footUse(tags) : undefined;
    return use && { ...use, inside: INSIDE };
  },
};

/** The profiles of OSRM that are here, by name. */
export const OSRM_PROFILES: {
  readonly car: Profile;
  readonly foot: Profile;
  readonly foot_area: Profile;
} = { car, foot, foot_area: footArea };
