// The profiles that OSRM's scenarios name, as profiles of our reader: what OSRM states about
// speeds, signs and turns. Who may use which road is left to our profiles for cars and walkers.
import { type Profile, PROFILES, type Tags, type WayUse } from '@wayfield/osm';
import { parseDuration } from './durations.ts';

/** The delay of `testbot` at traffic signals, and that of OSRM's cars; seconds. */
const TESTBOT_SIGNAL = 7;
/** Seconds that `testbot` takes for turning back. */
const TESTBOT_BACK = 20;
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
      ...(tags.has('route')
        ? { modes: ['route', 'route'] }
        : tags.get('highway') === 'river'
          ? { modes: ['river downstream', 'river upstream'] }
          : tags.get('highway') === 'steps' && { modes: ['steps down', 'steps up'] }),
    };
  },
  blocks: () => false,
  delay: signals(TESTBOT_SIGNAL),
  turn: ({ isBack }) => (isBack ? TESTBOT_BACK : 0),
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
/** Limits that words stand for, behind the country: the kind of road decides. */
const LIMIT_OF_KIND: Readonly<Record<string, number>> = {
  urban: 50,
  rural: 90,
  trunk: 110,
  motorway: 130,
  living_street: 10,
};
/** Countries with other limits. */
const LIMIT_OF_WORD: Readonly<Record<string, number>> = {
  'ch:rural': 80,
  'ch:trunk': 100,
  'ch:motorway': 120,
  'lv:living_street': 20,
};
/** Words with their numbers. */
function numbers(text: string): Readonly<Record<string, number>> {
  const entries = text.split(' ').map((part) => part.split('='));
  return Object.fromEntries(entries.map(([word, number]) => [word, Number(number)]));
}

/** The most that OSRM's cars drive on these, in kilometres per hour. */
const SLOW: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  surface: numbers(
    'cement=80 compacted=80 fine_gravel=80 paving_stones=60 metal=60 bricks=60 grass=40 wood=40 ' +
      'sett=40 grass_paver=40 gravel=40 unpaved=40 ground=40 dirt=40 pebblestone=40 tartan=40 ' +
      'cobblestone=30 clay=30 laterite=15 earth=20 stone=20 rocky=20 sand=20 mud=10 ice=20 snow=30',
  ),
  tracktype: { grade1: 60, grade2: 40, grade3: 30, grade4: 25, grade5: 20 },
  smoothness: { intermediate: 80, bad: 40, very_bad: 20, horrible: 10, very_horrible: 5 },
};
const FERRY = 5;
const SHUTTLE = 10;
const MOVABLE_BRIDGE = 5;

/** The limit of a tag that says it in words, such as `FR:urban`. */
function limitInWords(text: string | undefined): number | undefined {
  const word = text?.toLowerCase() ?? '';
  return LIMIT_OF_WORD[word] ?? LIMIT_OF_KIND[word.split(':')[1] ?? ''];
}

function slowest(tags: Tags): number {
  const each = Object.entries(SLOW).map(([key, most]) => most[tags.get(key) ?? ''] ?? Infinity);
  return Math.min(...each);
}

function atOsrmSpeeds(use: WayUse | undefined, tags: Tags): WayUse | undefined {
  if (!use) return use;
  const most = (forward: number): WayUse => ({
    ...use,
    forward: use.forward && forward,
    backward: use.backward && forward,
  });
  if (use.roadClass === 'ferry') return most(tags.get('route') === 'ferry' ? FERRY : SHUTTLE);
  if (tags.get('bridge') === 'movable') {
    const duration = parseDuration(tags.get('duration'));
    return { ...most(MOVABLE_BRIDGE), ...(duration !== undefined && { duration }) };
  }
  const usual = Math.min(CAR_SPEED[tags.get('highway') ?? ''] ?? 10, slowest(tags));
  const speed = (direction: 'forward' | 'backward'): number => {
    const limit =
      limitOf(tags, `maxspeed:advisory:${direction}`) ??
      limitOf(tags, 'maxspeed:advisory') ??
      limitOf(tags, `maxspeed:${direction}`) ??
      limitOf(tags, 'maxspeed') ??
      limitInWords(tags.get('maxspeed')) ??
      limitInWords(tags.get('source:maxspeed'));
    return limit === undefined ? usual : OF_LIMIT * limit;
  };
  return {
    ...use,
    forward: use.forward && speed('forward'),
    backward: use.backward && speed('backward'),
  };
}

/** Seconds at signs, and at gates that have to be opened. */
const SIGNS: Readonly<Record<string, number>> = { stop: 2, give_way: 1 };
const GATE_SECONDS = 60;
const GATES = new Set(['gate', 'lift_gate', 'swing_gate']);

function carDelay(tags: Tags): ReturnType<NonNullable<Profile['delay']>> {
  const seconds = SIGNS[tags.get('highway') ?? ''];
  if (seconds !== undefined) {
    const direction = tags.get('direction');
    return {
      forward: direction === 'backward' ? 0 : seconds,
      backward: direction === 'forward' ? 0 : seconds,
    };
  }
  if (GATES.has(tags.get('barrier') ?? '') && !tags.has('access') && !tags.has('motor_vehicle')) {
    return { forward: GATE_SECONDS, backward: GATE_SECONDS };
  }
  return signals(CAR_SIGNAL)(tags);
}

const car: Profile = {
  ...PROFILES.car,
  way: (tags) => atOsrmSpeeds(PROFILES.car.way(tags), tags),
  ends: (tags) => atOsrmSpeeds(PROFILES.car.ends!(tags), tags),
  delay: carDelay,
};

/** Kilometres per hour on foot: on stairs as elsewhere, less on loose ground. */
const WALKING = 5;
const LOOSE = numbers('fine_gravel=0.75 gravel=0.75 pebblestone=0.75 mud=0.5 sand=0.5');

function atOsrmWalk(use: WayUse | undefined, tags: Tags): WayUse | undefined {
  if (!use || use.roadClass === 'ferry') return use;
  const speed = WALKING * (LOOSE[tags.get('surface') ?? ''] ?? 1);
  return { ...use, forward: use.forward && speed, backward: use.backward && speed };
}

const foot: Profile = {
  ...PROFILES.foot,
  way: (tags) => atOsrmWalk(PROFILES.foot.way(tags), tags),
  delay: signals(CAR_SIGNAL),
};

/** Seconds that `turnbot` takes for turning back, and in proportion for other turns. */
const HALF_TURN = 20;

/** By the name that scenarios use. */
export const SCENARIO_PROFILES: Readonly<Record<string, Profile>> = {
  testbot,
  car,
  foot,
  turnbot: {
    ...testbot,
    turn: ({ angle }) => (HALF_TURN * Math.abs(angle)) / 180,
  },
};
