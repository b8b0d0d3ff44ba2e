// Local time of a place, whatever the time zone of the machine: for callers of `profileAt` and
// `speedsAt`, and for sun-times.ts.
import { refuse, type Rule, rule } from '@wayfield/check';

/** What the IANA name of a time zone must be. */
export const timeZoneRule: Rule = rule<string>(
  "the IANA name of a time zone, such as 'Europe/Berlin'",
  (value) => typeof value === 'string' && isTimeZone(value),
);
const WHEN = rule<Date>('a Date', (value) => value instanceof Date);

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds as `Date.UTC` gives them for what clocks of a time zone show at a moment. */
export function clockIn(timeZone: string): (when: Date) => number {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (when) => {
    const told = new Map(format.formatToParts(when).map(({ type, value }) => [type, value]));
    const of = (type: Intl.DateTimeFormatPartTypes): number => Number(told.get(type));
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  };
}

/**
 * A date whose local clock, in the time zone of the machine, shows what clocks in `timeZone` show
 * at the moment `when`, in whole seconds: the time at a place for `speedsAt` and `profileAt`, which
 * look at the local clock alone. An hour that the machine's clock skips for summer time becomes the
 * hour after it; with `TZ=UTC` none is skipped.
 *
 * Throws RangeError for a `when` that is no time, TypeError for a name that is no time zone.
 *
 * @example
 * const now = localTime(new Date('2026-06-01T06:30:00Z'), 'Europe/Berlin');
 * console.log(now.getHours(), now.getMinutes()); // 8 30
 */
export function localTime(when: Date, timeZone: string): Date {
  WHEN(when, 'when');
  if (Number.isNaN(when.getTime())) refuse('when', NaN, 'a time');
  timeZoneRule(timeZone, 'timeZone');
  const at = new Date(clockIn(timeZone)(when));
  return new Date(
    at.getUTCFullYear(),
    at.getUTCMonth(),
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  );
}
