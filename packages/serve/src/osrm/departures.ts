// Requests with `depart_at`: each slice of speeds has a context of its own, in each state of the
// speeds that conditional tags set. `answer` in service.ts asks for the context.
import type { RoutingNetwork } from '@wayfield/routing';
import { createTimedRouter, type SpeedSlice, type TimedRouter } from '@wayfield/routing/departures';
import type { Context } from './context.ts';
import { fail } from './failure.ts';

/** Contexts for times of the week, made when first asked for. */
export interface Departures {
  /** The context at a time `YYYY-MM-DDThh:mm`, local to the map. Throws `Failure`. */
  at(time: string): Context;
  readonly memoryBytes: number;
  destroy(): void;
}

/** Where speeds by time come from: see `OsrmOptions`. */
interface SpeedsByTime {
  readonly slices?: readonly SpeedSlice[];
  readonly speedsAt?: (when: Date) => Float32Array;
}

/** Contexts that are kept: each has a hierarchy and engines of its own. Chosen, not measured. */
const MOST_KEPT = 4;

/** A context, the slice and the speeds that its network has. */
interface Kept {
  readonly start: number | undefined;
  readonly kmh: Float32Array | undefined;
  readonly context: Context;
}

/** Throws as `createTimedRouter` does where `slices` are not valid. */
export function createDepartures(
  routing: RoutingNetwork,
  { slices = [], speedsAt }: SpeedsByTime,
  make: (network: RoutingNetwork) => Context,
): Departures {
  const timed: TimedRouter | undefined =
    slices.length > 0 || speedsAt ? createTimedRouter(routing, { slices }) : undefined;
  /** In the order of their last use; the first one is dropped first. */
  const kept: Kept[] = [];
  /** Speeds at the time of the last request. Many requests in a row name the same minute. */
  let last: { readonly time: string; readonly kmh: Float32Array } | undefined;

  function speedsOf(time: string, date: Date): Float32Array | undefined {
    if (!speedsAt) return undefined;
    if (last?.time !== time) last = { time, kmh: speedsAt(date) };
    return last.kmh;
  }

  return {
    at(time) {
      if (!timed) return fail('InvalidOptions', 'depart_at: there are no speeds by time');
      const { departure, date } = parseDeparture(time);
      // before the first slice of the week the last slice of the week before still holds
      const slice = slices.findLast(({ start }) => start <= departure) ?? slices.at(-1);
      const kmh = speedsOf(time, date);
      const place = kept.findIndex((one) => one.start === slice?.start && sameSpeeds(one.kmh, kmh));
      let found: Kept;
      if (place >= 0) [found] = kept.splice(place, 1);
      else {
        if (kmh) timed.setLive(kmh);
        // a copy: `speedsAt` may fill one array again and again
        found = { start: slice?.start, kmh: kmh?.slice(), context: make(timed.network(departure)) };
      }
      kept.push(found);
      if (kept.length > MOST_KEPT) kept.shift()!.context.destroy();
      return found.context;
    },
    get memoryBytes() {
      return kept.reduce((sum, one) => sum + one.context.memoryBytes, timed?.memoryBytes ?? 0);
    },
    destroy() {
      timed?.destroy();
      for (const { context } of kept) context.destroy();
    },
  };
}

/** Whether all speeds are equal; NaN equals NaN. */
function sameSpeeds(one: Float32Array | undefined, other: Float32Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.every((speed, i) => Object.is(speed, other[i]));
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?$/;

/** A time as seconds since Monday 00:00, and as a date of the machine's local clock. */
function parseDeparture(time: string): { departure: number; date: Date } {
  const parts = TIME.exec(time)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (parts) {
    const [year, month, day, hour, minute, second] = parts;
    const date = new Date(Date.UTC(year, month - 1, day));
    const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
    if (exists && hour < 24 && minute < 60 && second < 60) {
      return {
        departure: 86_400 * ((date.getUTCDay() + 6) % 7) + 3600 * hour + 60 * minute + second,
        date: new Date(year, month - 1, day, hour, minute, second),
      };
    }
  }
  return fail('InvalidValue', `depart_at=${time.slice(0, 40)}: expected YYYY-MM-DDThh:mm`);
}
