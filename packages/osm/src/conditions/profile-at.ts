// A profile at one moment: conditional tags are replaced before the profile reads them. Conditions
// are parsed in conditional-tags.ts, opening hours by the package `opening_hours`.
import {
  checkOptions,
  listOf,
  number,
  object,
  oneOf,
  optional,
  refuse,
  type Rule,
  rule,
  text,
} from '@wayfield/check';
import opening_hours from 'opening_hours';
import type { Tags } from '../elements.ts';
import type { Profile } from '../profile.ts';
import { profileOf, type ProfileName } from '../profiles.ts';
import { profileRule } from '../rules.ts';
import { CAR_MEASURES } from '../vehicle-size.ts';
import { holdsForSize, type Measures, tagsUnder } from './conditional-tags.ts';
import { createSunTimes } from './sun-times.ts';
import { timeZoneRule } from './time-zone.ts';

/** Options of `profileAt`. */
export interface ConditionOptions {
  /**
   * Where the map lies, for public holidays and the sun: country and state as in ISO 3166-1 and
   * 3166-2 (`de`, `by`), and the IANA name of the time zone whose clocks tell when the sun rises.
   * Default of `timeZone`: whole hours from UTC by longitude, without daylight saving time. Without
   * a place no condition on holidays holds, and the sun rises at 6 and sets at 18 o'clock.
   */
  readonly place?: {
    readonly lon: number;
    readonly lat: number;
    readonly country: string;
    readonly state?: string;
    readonly timeZone?: string;
  };
  /**
   * Metres and tonnes. Default: those of a family car for a profile whose `modes` have `motorcar`,
   * else none.
   */
  readonly measures?: Measures;
  /** Words of conditions that hold at this time, such as `wet`, `snow` or `winter`. */
  readonly words?: readonly ('dry' | 'wet' | 'snow' | 'ice' | 'summer' | 'winter')[];
}

/** The functions of a profile that get tags. */
type TagReader = {
  [K in keyof Profile]-?: NonNullable<Profile[K]> extends (tags: Tags) => unknown ? K : never;
}[keyof Profile];

const measure = optional(number(0, Infinity));
/** What `ConditionOptions` must be. */
export const CONDITIONS: Readonly<Record<keyof ConditionOptions, Rule>> = {
  place: object({
    lon: number(-180, 180),
    lat: number(-90, 90),
    country: text,
    state: optional(text),
    timeZone: optional(timeZoneRule),
  }),
  measures: object({ weight: measure, height: measure, width: measure, length: measure }),
  words: listOf(oneOf('dry', 'wet', 'snow', 'ice', 'summer', 'winter')),
};
const WHEN = rule<Date>('a Date', (value) => value instanceof Date);

/** The most texts of conditions whose answers are kept. Real maps have some thousands of texts. */
const MOST_KEPT = 1 << 16;
/**
 * Most characters of a condition; longer ones do not hold. Values of the map have at most 255, and
 * the package `opening_hours` takes long for longer texts.
 */
const LONGEST = 255;

/**
 * A profile as it is at one moment: tags with `:conditional` whose conditions hold replace the tags
 * without it, on ways, open ground, nodes and turn restrictions. The local clock of `when` is that
 * of the map, whatever the time zone of the machine: see `localTime` for a moment.
 *
 * Conditions are opening hours, measures (`weight>7.5`) and words. No other condition holds, nor
 * does one of more than 255 characters, nor one on a time of the sun that the day lacks.
 *
 * Opening hours are read by the package `opening_hours`, which has to be installed beside this one.
 *
 * Throws RangeError for a `when` that is no time.
 *
 * @example
 * const profile = profileAt('car', new Date(2026, 5, 1, 8, 30));
 * const network = await readOsm(file, { profile, weight: 'seconds' });
 * console.log(network.roads.count); // 1
 */
export function profileAt(
  profile: ProfileName | Profile,
  when: Date,
  options: ConditionOptions = {},
): Profile {
  profileRule(profile, 'profile');
  WHEN(when, 'when');
  if (Number.isNaN(when.getTime())) refuse('when', NaN, 'a time');
  checkOptions('profileAt', options, CONDITIONS);
  const base = profileOf(profile);
  const holds = createConditions(base, new Date(when), options);
  const readers: Required<Pick<Profile, TagReader>> = {
    way: (tags) => base.way(tagsUnder(tags, holds)),
    ends: (tags) => base.ends!(tagsUnder(tags, holds)),
    area: (tags) => base.area!(tagsUnder(tags, holds)),
    delay: (tags) => base.delay!(tagsUnder(tags, holds)),
    blocks: (tags) => base.blocks(tagsUnder(tags, holds)),
    restricts: (tags) => tagsUnder(base.restricts?.(tags) ?? tags, holds),
  };
  const isKept = ([name]: readonly [string, unknown]): boolean =>
    name === 'restricts' || base[name as TagReader] !== undefined;
  return { ...base, ...Object.fromEntries(Object.entries(readers).filter(isKept)) };
}

function createConditions(
  { modes }: Profile,
  when: Date,
  options: ConditionOptions,
): (condition: string) => boolean {
  const measures = options.measures ?? (modes.includes('motorcar') ? CAR_MEASURES : {});
  const words = new Set<string>(options.words);
  const known = new Map<string, boolean>();
  const { place } = options;
  const where = place && {
    lat: place.lat,
    lon: place.lon,
    address: { country_code: place.country.toLowerCase(), state: place.state ?? '' },
  };

  const atSun = place && createSunTimes(place, when);

  function isOpen(hours: string): boolean {
    try {
      return new opening_hours(atSun ? atSun(hours) : hours, where).getState(when);
    } catch {
      return false; // no opening hours, or holidays of an unknown country
    }
  }

  return (condition) => {
    if (condition.length > LONGEST) return false;
    let held = known.get(condition);
    if (held !== undefined) return held;
    held =
      words.has(condition.toLowerCase()) ||
      (holdsForSize(condition, measures) ?? isOpen(condition));
    if (known.size === MOST_KEPT) known.clear();
    known.set(condition, held);
    return held;
  };
}
