// When the sun rises and sets at a place, by the clocks there. The package `opening_hours` gives
// these times by the clock of the machine. So profile-at.ts calls `createSunTimes`, which puts the
// local times into the text of opening hours before the package parses it.
import opening_hours from 'opening_hours';
import { clockIn } from './time-zone.ts';

/** Where the sun rises. */
export interface SunPlace {
  readonly lon: number;
  readonly lat: number;
  readonly timeZone?: string | undefined;
}

/** Words for times of the sun; SHIFTED: those shifted by hours and minutes, `(sunset+00:30)`. */
const TIME = /\b(?:dawn|sunrise|sunset|dusk)\b/gi;
const SHIFTED = /\(\s*(dawn|sunrise|sunset|dusk)\s*([+-])\s*(\d{1,2}):(\d\d)\s*\)/gi;
const DAY = 1440;

/**
 * Replaces the words for times of the sun in opening hours by the times on one day, the day that
 * the local clock of `when` shows. Throws RangeError for a word whose time that day lacks.
 */
export function createSunTimes(place: SunPlace, when: Date): (hours: string) => string {
  const known = new Map<string, number>();
  const minutes = (word: string): number => {
    let found = known.get(word);
    if (found === undefined) known.set(word, (found = minutesOf(word, place, when)));
    return found;
  };
  return (hours) =>
    hours
      .replace(SHIFTED, (_, word: string, sign: string, h: string, m: string) => {
        const shift = 60 * Number(h) + Number(m);
        return clockText(minutes(word.toLowerCase()) + (sign === '-' ? -shift : shift));
      })
      .replace(TIME, (word) => clockText(minutes(word.toLowerCase())));
}

/** Minutes after a midnight as a time of day. */
function clockText(minutes: number): string {
  const at = ((minutes % DAY) + DAY) % DAY;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(at / 60))}:${two(at % 60)}`;
}

/** Minutes after midnight, by the clocks of the place, of the sun's event `word` on the day. */
function minutesOf(word: string, { lon, lat, timeZone }: SunPlace, when: Date): number {
  // without a time zone, the clocks show nautical time: whole hours from UTC by longitude
  const clock = timeZone
    ? clockIn(timeZone)
    : (at: Date): number => at.getTime() + 3_600_000 * Math.round(lon / 15);
  const address = { country_code: '', state: '' };
  // open from the event to midnight, on each day of the machine's clock
  const hours = new opening_hours(`${word}-24:00`, {
    lon: String(lon),
    lat: String(lat),
    address,
  } as never);
  const [year, month, day] = [when.getFullYear(), when.getMonth(), when.getDate()];
  const wanted = Date.UTC(year, month, day);
  for (const days of [0, -1, 1]) {
    const begin = new Date(year, month, day + days);
    const at = hours.getState(begin) ? begin : hours.getNextChange(begin);
    const passed = at ? (clock(at) - wanted) / 60_000 : -1;
    if (passed >= 0 && passed < DAY) return Math.floor(passed);
  }
  throw new RangeError(`there is no ${word} on this day`);
}
