// Requests at a time of the week: a context of its own for each slice of speeds.
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

/** Slices whose contexts are kept: each has a hierarchy and engines of its own. */
const MOST_KEPT = 4;

/** Throws as `createTimedRouter` does where `slices` are not valid. */
export function createDepartures(
  routing: RoutingNetwork,
  slices: readonly SpeedSlice[],
  make: (network: RoutingNetwork) => Context,
): Departures {
  const timed: TimedRouter | undefined =
    slices.length > 0 ? createTimedRouter(routing, { slices }) : undefined;
  /** By the start of their slice, the one used last at the end. */
  const contexts = new Map<number, Context>();

  return {
    at(time) {
      if (!timed) return fail('InvalidOptions', 'depart_at: there are no speeds by time');
      const departure = secondsOfWeek(time);
      // before the first slice of the week the last slice of the week before still holds
      const slice = slices.findLast(({ start }) => start <= departure) ?? slices[slices.length - 1];
      const context = contexts.get(slice.start) ?? make(timed.network(departure));
      contexts.delete(slice.start);
      contexts.set(slice.start, context);
      if (contexts.size > MOST_KEPT) {
        const [oldest] = contexts.keys();
        contexts.get(oldest)?.destroy();
        contexts.delete(oldest);
      }
      return context;
    },
    get memoryBytes() {
      let bytes = timed?.memoryBytes ?? 0;
      for (const context of contexts.values()) bytes += context.memoryBytes;
      return bytes;
    },
    destroy() {
      timed?.destroy();
      for (const context of contexts.values()) context.destroy();
    },
  };
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?$/;

/** Seconds after the midnight before Monday. */
function secondsOfWeek(time: string): number {
  const parts = TIME.exec(time)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (parts) {
    const [year, month, day, hour, minute, second] = parts;
    const date = new Date(Date.UTC(year, month - 1, day));
    const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
    if (exists && hour < 24 && minute < 60 && second < 60) {
      return 86_400 * ((date.getUTCDay() + 6) % 7) + 3600 * hour + 60 * minute + second;
    }
  }
  return fail('InvalidValue', `depart_at=${time.slice(0, 40)}: expected YYYY-MM-DDThh:mm`);
}
