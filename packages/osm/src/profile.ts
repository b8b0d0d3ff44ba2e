import type { Tags } from './elements.ts';
import type { RoadClass } from './road-class.ts';

/** How a profile may use a way. */
export interface WayUse {
  readonly roadClass: RoadClass;
  /** Kilometres per hour in the direction of the way, and against it; 0 = not allowed. */
  readonly forward: number;
  readonly backward: number;
  /** Seconds that the whole way takes, where known: ferries. Then the speeds only say what is allowed. */
  readonly duration?: number | undefined;
}

/** Who travels: which ways may be used, how fast, and what stands in the way. */
export interface Profile {
  readonly name: string;
  /** A way that has none of these keys is not used; without the list `way` is asked about every way. */
  readonly keys?: readonly string[];
  /** How a way with these tags is used; undefined = not at all. */
  way(tags: Tags): WayUse | undefined;
  /** Whether nobody passes a node with these tags. */
  blocks(tags: Tags): boolean;
  /**
   * The words by which turn restrictions name who travels, the most general first (`vehicle`,
   * `motor_vehicle`, `motorcar`); empty = no restriction applies.
   */
  readonly modes: readonly string[];
}

/** Whether an access tag lets through; undefined where it does not say. */
export type Access = boolean | undefined;

const DENIED = new Set([
  'no',
  'private',
  'agricultural',
  'agricultural;forestry',
  'forestry',
  'military',
  'emergency',
  'restricted',
  'use_sidepath',
  'dismount',
  'discouraged',
  'bus',
  'psv',
]);

/** The access that tags give to modes, of which the last that is named decides. */
export function accessOf(tags: Tags, modes: readonly string[]): Access {
  let access: Access;
  for (const mode of modes) {
    const value = tags.get(mode);
    if (value !== undefined) access = !DENIED.has(value);
  }
  return access;
}

/** The directions in which a way may be used by those who must obey `oneway`. */
export function directionsOf(tags: Tags, onewayKeys: readonly string[]): [boolean, boolean] {
  let oneway: string | undefined;
  for (const key of onewayKeys) oneway = tags.get(key) ?? oneway;
  if (oneway === 'yes' || oneway === 'true' || oneway === '1') return [true, false];
  if (oneway === '-1' || oneway === 'reverse') return [false, true];
  // changes with the hour: nobody can count on either direction
  if (oneway === 'reversible') return [false, false];
  if (oneway !== undefined) return [true, true];
  const junction = tags.get('junction');
  const implied =
    junction === 'roundabout' || junction === 'circular' || tags.get('highway') === 'motorway';
  return [true, !implied];
}

/** Kilometres per hour of a `maxspeed`; undefined where it says none. */
export function parseSpeed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (text === 'walk') return 6;
  const found = /^(\d{1,3}(?:\.\d+)?)\s*(mph|knots|km\/h|kmh|kph)?$/.exec(text.trim());
  if (!found) return undefined;
  const factor = found[2] === 'mph' ? 1.609344 : found[2] === 'knots' ? 1.852 : 1;
  const speed = Number(found[1]) * factor;
  return speed > 0 ? speed : undefined;
}

/** Seconds of a `duration` (`35`, `1:20`, `01:20:00`, `PT1H20M`); undefined for any other text. */
export function parseDuration(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const iso = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:(\d{1,5})S)?)?$/.exec(text);
  if (iso) {
    const [, days = 0, hours = 0, minutes = 0, seconds = 0] = iso.map((part) => Number(part ?? 0));
    return positive(((days * 24 + hours) * 60 + minutes) * 60 + seconds);
  }
  const clock = /^(\d{1,4})(?::(\d\d))?(?::(\d\d))?$/.exec(text);
  if (!clock) return undefined;
  const [first, second, third] = [Number(clock[1]), clock[2], clock[3]];
  if (second === undefined) return positive(first * 60);
  return positive((first * 60 + Number(second)) * 60 + Number(third ?? 0));
}

function positive(seconds: number): number | undefined {
  return seconds > 0 ? seconds : undefined;
}

/** Whether a way is a ferry, or a train that carries cars, and how it is used by these modes. */
export function ferryUse(
  tags: Tags,
  modes: readonly string[],
  byDefault: boolean,
): WayUse | undefined {
  const route = tags.get('route');
  if (route !== 'ferry' && route !== 'shuttle_train') return undefined;
  if (!(accessOf(tags, modes) ?? byDefault)) return undefined;
  const speed = parseSpeed(tags.get('maxspeed')) ?? (route === 'ferry' ? 20 : 60);
  const oneway = tags.get('oneway');
  return {
    roadClass: 'ferry',
    forward: oneway === '-1' ? 0 : speed,
    backward: oneway === 'yes' ? 0 : speed,
    duration: parseDuration(tags.get('duration')),
  };
}
