// How fast OSRM's profile for cars drives, from its documentation and scenarios. Called by
// profiles.ts of this folder.
import type { Tags } from '../elements.ts';
import { LEAST_SPEED, MOST_SPEED, parseDuration, type WayUse } from '../profile.ts';

/**
 * A speed limit in kilometres per hour; undefined where the tag is no number, or one that no road
 * has (`hasAbsurdSpeed` counts these): below 1 or above 300.
 */
function limitOf(tags: Tags, key: string): number | undefined {
  const limit = Number(tags.get(key));
  return limit >= LEAST_SPEED && limit <= MOST_SPEED ? limit : undefined;
}

/** Kilometres per hour of OSRM's cars by `highway`, where no limit is known. */
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
/** The share of a known limit at which OSRM's cars drive. */
const OF_LIMIT = 0.8;
/**
 * Kilometres per hour by the kind of road in a limit of words, such as `FR:urban`: what follows the
 * colon decides, unless LIMIT_OF_WORD has the whole word.
 */
const LIMIT_OF_KIND = numbers('urban=50 rural=90 trunk=110 motorway=130 living_street=10');
/** The limits of countries that differ from LIMIT_OF_KIND. */
const LIMIT_OF_WORD = numbers('ch:rural=80 ch:trunk=100 ch:motorway=120 lv:living_street=20');
/** Numbers by word, from `word=number word=number`. A map: a tag may say `constructor`. */
export function numbers(text: string): ReadonlyMap<string, number> {
  const entries = text.split(' ').map((part) => part.split('='));
  return new Map(entries.map(([word, number]) => [word, Number(number)]));
}

/** Kilometres per hour at most, by key and value of a tag. */
const SLOW: Readonly<Record<string, ReadonlyMap<string, number>>> = {
  surface: numbers(
    'cement=80 compacted=80 fine_gravel=80 paving_stones=60 metal=60 bricks=60 grass=40 wood=40 ' +
      'sett=40 grass_paver=40 gravel=40 unpaved=40 ground=40 dirt=40 pebblestone=40 tartan=40 ' +
      'cobblestone=30 clay=30 laterite=15 earth=20 stone=20 rocky=20 sand=20 mud=10 ice=20 snow=30',
  ),
  tracktype: numbers('grade1=60 grade2=40 grade3=30 grade4=25 grade5=20'),
  smoothness: numbers('intermediate=80 bad=40 very_bad=20 horrible=10 very_horrible=5'),
};
/** Kilometres per hour of ferries, car trains and movable bridges. */
const FERRY = 5;
const SHUTTLE = 10;
const MOVABLE_BRIDGE = 5;

/** Kilometres per hour of a limit in words, such as `FR:urban`; undefined: no such words. */
function limitInWords(text: string | undefined): number | undefined {
  const word = text?.toLowerCase() ?? '';
  return LIMIT_OF_WORD.get(word) ?? LIMIT_OF_KIND.get(word.split(':')[1] ?? '');
}

function slowest(tags: Tags): number {
  const each = Object.entries(SLOW).map(([key, most]) => most.get(tags.get(key) ?? '') ?? Infinity);
  return Math.min(...each);
}

/**
 * A use of a way with the speeds of OSRM's cars in the directions that are open. The use was made
 * for a known value of `highway`, so looking up `CAR_SPEED` by it finds no property such as
 * `constructor`.
 */
export function atOsrmSpeeds(use: WayUse | undefined, tags: Tags): WayUse | undefined {
  if (!use) return use;
  const at = (kmh: number): WayUse => ({
    ...use,
    forward: use.forward && kmh,
    backward: use.backward && kmh,
  });
  if (use.roadClass === 'ferry') return at(tags.get('route') === 'ferry' ? FERRY : SHUTTLE);
  if (tags.get('bridge') === 'movable') {
    const duration = parseDuration(tags.get('duration'));
    return { ...at(MOVABLE_BRIDGE), ...(duration !== undefined && { duration }) };
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
