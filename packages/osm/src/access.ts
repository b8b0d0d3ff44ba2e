// Who may use a way or pass a node: the access tags of OpenStreetMap, read for one kind of traveller.
import type { Tags } from './elements.ts';

/** To whom access tags speak. */
export interface Traveller {
  /** The keys of access tags that speak to this traveller, the most specific first. */
  readonly keys: readonly string[];
  /** The same keys with those of one direction (`motorcar:forward`) before each. */
  readonly forward: readonly string[];
  readonly backward: readonly string[];
  /** Words that do not let this traveller through. */
  readonly closed: ReadonlySet<string>;
}

/** Words that let nobody through, or only those who have leave. */
const CLOSED = [
  'no',
  'none',
  'private',
  'residents',
  'agricultural',
  'forestry',
  'military',
  'emergency',
  'emergency_vehicle',
  'official',
  'restricted',
  'use_sidepath',
  'dismount',
  'discouraged',
];

/** Words that name the only ones who are let through. */
const USERS = [
  'foot',
  'pedestrian',
  'horse',
  'bicycle',
  'moped',
  'mofa',
  'motorcycle',
  'hgv',
  'goods',
  'bus',
  'psv',
  'coach',
  'tourist_bus',
  'school_bus',
  'minibus',
  'taxi',
  'share_taxi',
];

/** A traveller by the keys that speak to it, the most specific first, and by further words that do not let it through. */
export function createTraveller(
  keys: readonly string[],
  alsoClosed: readonly string[] = [],
): Traveller {
  const closed = new Set([...CLOSED, ...USERS, ...alsoClosed]);
  for (const key of keys) closed.delete(key);
  const directed = (suffix: string): string[] => keys.flatMap((key) => [`${key}:${suffix}`, key]);
  return { keys, forward: directed('forward'), backward: directed('backward'), closed };
}

/**
 * Whether the access tags among `keys` let a traveller through: the first that is there decides, so that a
 * tag of a more specific mode beats every tag of a general one. Undefined where none is there.
 */
export function accessOf(
  tags: Tags,
  keys: readonly string[],
  { closed }: Traveller,
): boolean | undefined {
  for (const key of keys) {
    const value = tags.get(key);
    const open = value === undefined ? undefined : lets(value, closed);
    if (open !== undefined) return open;
  }
  return undefined;
}

/** Of a list, one word that lets through is enough; undefined where there is no word. */
function lets(value: string, closed: ReadonlySet<string>): boolean | undefined {
  if (closed.has(value)) return false;
  if (!value.includes(';') && value.trim() === value && value !== '') return true;
  const words = value
    .split(';')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return words.length === 0 ? undefined : words.some((word) => !closed.has(word));
}
