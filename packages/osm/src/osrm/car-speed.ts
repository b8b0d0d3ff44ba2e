// How fast OSRM's profile for cars drives, from its documentation and scenarios.
import type { Tags } from '../elements.ts';
import { parseDuration, type WayUse } from '../profile.ts';

/** Kilometres per hour of a tag; undefined: it is none. */
export function limitOf(tags: Tags, key: string): number | undefined {
  const limit = Number(tags.get(key));
  return limit > 0 ? limit : undefined;
}

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
  winter_road: 20,
  ice_road: 15,
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
export function numbers(text: string): Readonly<Record<string, number>> {
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

export function atOsrmSpeeds(use: WayUse | undefined, tags: Tags): WayUse | undefined {
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
