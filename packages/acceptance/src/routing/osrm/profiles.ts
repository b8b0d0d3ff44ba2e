// The profiles that OSRM's scenarios name, for our reader: what OSRM states about its speeds. Who
// may use which road is left to our own profiles for cars and walkers.
import { type Profile, PROFILES, type Tags, type WayUse } from '@wayfield/osm';

/** The delay of `testbot` at traffic signals, and that of OSRM's cars; seconds. */
const TESTBOT_SIGNAL = 7;
const CAR_SIGNAL = 2;

function signals(seconds: number): NonNullable<Profile['delay']> {
  return (tags) => {
    const told = PROFILES.car.delay!(tags);
    return told && { forward: told.forward && seconds, backward: told.backward && seconds };
  };
}

const TESTBOT_SPEED: Readonly<Record<string, number>> = {
  primary: 36,
  secondary: 18,
  tertiary: 12,
  steps: 6,
};
const OTHER_SPEED = 24;

/** Kilometres per hour of a tag; undefined: it is none. */
function limitOf(tags: Tags, key: string): number | undefined {
  const limit = Number(tags.get(key));
  return limit > 0 ? limit : undefined;
}

/** OSRM's profile for tests: every way is a road, at speeds that are easy to reckon with. */
const testbot: Profile = {
  name: 'testbot',
  keys: ['highway', 'route', 'railway', 'area'],
  modes: ['vehicle', 'motor_vehicle', 'motorcar'],
  way(tags): WayUse | undefined {
    const usual = TESTBOT_SPEED[tags.get('highway') ?? ''] ?? OTHER_SPEED;
    let [forward, backward] = [usual, usual];
    if (tags.get('highway') === 'river') [forward, backward] = [usual * 1.5, usual / 1.5];
    const limit = limitOf(tags, 'maxspeed') ?? Infinity;
    forward = limitOf(tags, 'maxspeed:forward') ?? Math.min(forward, limit);
    backward = limitOf(tags, 'maxspeed:backward') ?? Math.min(backward, limit);
    // directions and timetables are read as for cars
    const ferry = PROFILES.car.way(new Map([...tags, ['route', 'ferry']].filter(isOfFerry)));
    const oneway = tags.get('oneway') ?? (tags.get('junction') === 'roundabout' ? 'yes' : 'no');
    if (oneway === '-1') forward = 0;
    if (['yes', '1', 'true'].includes(oneway)) backward = 0;
    return {
      roadClass: tags.has('route')
        ? 'ferry'
        : tags.get('highway') === 'motorway'
          ? 'motorway'
          : 'primary',
      forward,
      backward,
      ...(tags.has('duration') && { duration: ferry?.duration }),
    };
  },
  blocks: () => false,
  delay: signals(TESTBOT_SIGNAL),
};

const isOfFerry = (tag: string[]): tag is [string, string] =>
  tag[0] === 'route' || tag[0] === 'duration';

/** Kilometres per hour of OSRM's cars by class; a limit is driven at four fifths. */
const CAR_SPEED: Readonly<Record<string, number>> = {
  motorway: 90,
  motorway_link: 45,
  trunk: 85,
  trunk_link: 40,
  primary: 65,
  primary_link: 30,
  secondary: 55,
  secondary_link: 25,
  tertiary: 40,
  tertiary_link: 20,
  unclassified: 25,
  residential: 25,
  living_street: 10,
  service: 15,
};
const OF_LIMIT = 0.8;

function atOsrmSpeeds(use: WayUse | undefined, tags: Tags): WayUse | undefined {
  if (!use || use.roadClass === 'ferry') return use;
  const usual = CAR_SPEED[tags.get('highway') ?? ''] ?? 10;
  const speed = (key: string): number => {
    const limit = limitOf(tags, key) ?? limitOf(tags, 'maxspeed');
    return limit === undefined ? usual : OF_LIMIT * limit;
  };
  return {
    ...use,
    forward: use.forward && speed('maxspeed:forward'),
    backward: use.backward && speed('maxspeed:backward'),
  };
}

const car: Profile = {
  ...PROFILES.car,
  way: (tags) => atOsrmSpeeds(PROFILES.car.way(tags), tags),
  ends: (tags) => atOsrmSpeeds(PROFILES.car.ends!(tags), tags),
  delay: signals(CAR_SIGNAL),
};

const foot: Profile = { ...PROFILES.foot, delay: signals(CAR_SIGNAL) };

/** By the name that scenarios use. */
export const SCENARIO_PROFILES: Readonly<Record<string, Profile>> = {
  testbot,
  car,
  foot,
  turnbot: testbot,
};
