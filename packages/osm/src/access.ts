// Whether a traveller (a car, a bicycle, a walker) may use a way or pass a node, by the access tags
// of OpenStreetMap. Profiles call `accessOf`. A word that closes roads to everybody goes into
// CLOSED. A word that closes them to one traveller goes into the call of `createTraveller` for this
// traveller, in profiles.ts. Tags of other keys, such as `smoothness`, are read by the profiles.
import type { Tags } from './elements.ts';

/** To whom access tags speak. */
export interface Traveller {
  /** The keys of access tags that speak to this traveller, the most specific first. */
  readonly keys: readonly string[];
  /** `keys`, before each its form for one direction (`motorcar:forward`, `motorcar`, …). */
  readonly forward: readonly string[];
  readonly backward: readonly string[];
  /** Words that do not let this traveller through. */
  readonly closed: ReadonlySet<string>;
}

/**
 * Words that close a road to every traveller. `permit` is not among them: like every word that is
 * not listed here or in USERS, `permit` opens.
 */
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

/**
 * Words that name the only travellers for whom a road is open. They close it to all travellers that
 * they do not mean.
 */
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

/**
 * A traveller by the keys that speak to it, the most specific first. `names`: words of USERS beside
 * these keys that mean this traveller. `alsoClosed`: further words that do not let it through;
 * `alsoOpen`: words that do, though they close a road to others.
 */
export function createTraveller(
  keys: readonly string[],
  {
    names = [],
    alsoClosed = [],
    alsoOpen = [],
  }: {
    readonly names?: readonly string[];
    readonly alsoClosed?: readonly string[];
    readonly alsoOpen?: readonly string[];
  } = {},
): Traveller {
  const closed = new Set([...CLOSED, ...USERS, ...alsoClosed]);
  for (const name of [...keys, ...names, ...alsoOpen]) closed.delete(name);
  const directed = (suffix: string): string[] => keys.flatMap((key) => [`${key}:${suffix}`, key]);
  return { keys, forward: directed('forward'), backward: directed('backward'), closed };
}

/**
 * Whether access tags let a traveller through. The first of `keys` with a tag decides, so a tag of
 * a more specific mode beats every tag of a general one. A value without a word counts as absent.
 * Undefined: there is no such tag.
 */
export function accessOf(
  tags: Tags,
  keys: readonly string[],
  { closed }: Traveller,
): boolean | undefined {
  for (const key of keys) {
    const value = tags.get(key);
    const open = value === undefined ? undefined : isOpenBy(value, closed);
    if (open !== undefined) return open;
  }
  return undefined;
}

/**
 * Whether the value of an access tag opens. One word of a list (`agricultural;destination`) that
 * opens is enough. Undefined where the value holds no word.
 */
function isOpenBy(value: string, closed: ReadonlySet<string>): boolean | undefined {
  if (closed.has(value)) return false;
  if (!value.includes(';') && value.trim() === value && value !== '') return true;
  const words = value
    .split(';')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return words.length === 0 ? undefined : words.some((word) => !closed.has(word));
}
