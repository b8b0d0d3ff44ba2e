// What signs and tags tell about roads, apart from names and classes: `RoadNetwork.details`. Many
// roads have equal records, so a network keeps each record once and an index per road. way-list.ts
// calls `detailsOf` for each used way.
import type { Tags } from './elements.ts';
import type { WayUse } from './profile.ts';

/** Kinds of roads that drivers may want to avoid, apart from the classes of roads. */
export const ROAD_KINDS = ['toll', 'tunnel', 'restricted'] as const;

/** One of `ROAD_KINDS`. */
export type RoadKind = (typeof ROAD_KINDS)[number];

/** The side of the road on which vehicles drive. */
export type RoadSide = 'left' | 'right';

/** Details of a road, from signs and tags; unknown ones are absent. */
export interface RoadDetails {
  /** Numbers of the road, such as 'A 7' or 'A 7; E 45'. */
  readonly ref?: string;
  /** `ref` against the direction of the way, where it differs. */
  readonly refAgainst?: string;
  /** The road has a number and no name: its entry of `names` is the number. */
  readonly unnamed?: true;
  /** Where signs say that the road leads, such as 'A 1: Bremen, Hamburg'. */
  readonly destinations?: string;
  /** The number of the exit that the road is. */
  readonly exits?: string;
  /** How the name is spoken. */
  readonly pronunciation?: string;
  readonly kinds?: readonly RoadKind[];
  /** The road is part of a roundabout. */
  readonly roundabout?: true;
  /** The road is a ramp: `highway` ends with `_link`. */
  readonly link?: true;
  /** The side on which traffic drives, where a tag or an area of `RoadOptions.sides` says it. */
  readonly drivingSide?: RoadSide;
  /** All tags of a way with conditional ones, as JSON: see `WayUse.keepTags`. */
  readonly tags?: string;
  /** See `WayUse.modes`. */
  readonly modes?: readonly [forward: string, backward: string];
}

const CLOSED = new Set(['no', 'false', '0']);
const isOpen = (tags: Tags, key: string): boolean => tags.has(key) && !CLOSED.has(tags.get(key)!);
/** Access for some only, or access that nobody knows. */
const RESTRICTED = new Set(['private', 'destination', 'delivery', 'customers', 'unknown']);

/** Whether a way with these tags is of a kind. */
const IS_OF_KIND: Readonly<Record<RoadKind, (tags: Tags) => boolean>> = {
  toll: (tags) => isOpen(tags, 'toll'),
  tunnel: (tags) => isOpen(tags, 'tunnel'),
  restricted: (tags) => RESTRICTED.has(tags.get('access') ?? ''),
};

/** Ways of walkers and cyclists, whose tags may name the street along which they run. */
const PATHS = new Set(['footway', 'path', 'cycleway', 'pedestrian', 'steps', 'bridleway']);

/** The name of the street along which a path runs; undefined: no path, or no tag has the name. */
function streetName(tags: Tags): string | undefined {
  const isBeside =
    PATHS.has(tags.get('highway') ?? '') &&
    (tags.get('footway') === 'sidewalk' ||
      tags.get('cycleway') === 'sidepath' ||
      tags.get('path') === 'sidewalk' ||
      tags.get('is_sidepath') === 'yes');
  return isBeside ? (tags.get('is_sidepath:of:name') ?? tags.get('street:name')) : undefined;
}

/** The name of a way: its own, that of the street beside it, its number, or ''. */
export function nameOf(tags: Tags): string {
  return tags.get('name') ?? streetName(tags) ?? tags.get('ref') ?? '';
}

const hasName = (tags: Tags): boolean => tags.has('name') || streetName(tags) !== undefined;

/** The details of a way with these tags that is used like this. */
export function detailsOf(tags: Tags, { modes, roadClass, name, keepTags }: WayUse): RoadDetails {
  const ref = listOf(tags.get('ref'), '; ') || undefined;
  const kinds = ROAD_KINDS.filter((kind) => IS_OF_KIND[kind](tags));
  const junction = tags.get('junction');
  const destinations = destinationsOf(tags);
  const exits = tags.get('junction:ref');
  const side = tags.get('driving_side');
  const pronunciation = tags.get('name:pronunciation');
  return {
    ...(ref !== undefined && { ref }),
    ...(ref !== undefined && name === undefined && !hasName(tags) && { unnamed: true as const }),
    ...(destinations !== '' && { destinations }),
    ...(exits !== undefined && { exits }),
    ...(pronunciation !== undefined && { pronunciation }),
    ...(kinds.length > 0 && { kinds }),
    ...((junction === 'roundabout' || junction === 'circular') && { roundabout: true as const }),
    ...(tags.get('highway')?.endsWith('_link') && roadClass !== 'other' && { link: true as const }),
    ...((side === 'left' || side === 'right') && { drivingSide: side }),
    ...(keepTags && { tags: JSON.stringify([...tags]) }),
    ...(modes && { modes }),
  };
}

/** Numbers of roads, a colon, and places, as signs have them. */
function destinationsOf(tags: Tags): string {
  const parts = [tags.get('destination:ref'), tags.get('destination')];
  return parts
    .map((part) => listOf(part, ', '))
    .filter((part) => part !== '')
    .join(': ');
}

/** Values that a tag has with semicolons between. */
function listOf(text: string | undefined, separator: string): string {
  const parts = (text ?? '').split(';').map((part) => part.trim());
  return parts.filter((part) => part !== '').join(separator);
}

/** Whether a value is a list of keys and values, as JSON. */
function isTagList(value: unknown): boolean {
  try {
    const list: unknown = JSON.parse(String(value));
    const isTag = (one: unknown): boolean =>
      Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string');
    return Array.isArray(list) && list.every(isTag);
  } catch {
    return false;
  }
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isTrue = (value: unknown): boolean => value === true;
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** What each detail of a file must be. */
const CHECKS: Readonly<Record<keyof RoadDetails, (value: unknown) => boolean>> = {
  ref: isText,
  refAgainst: isText,
  unnamed: isTrue,
  destinations: isText,
  exits: isText,
  pronunciation: isText,
  kinds: isTexts,
  roundabout: isTrue,
  link: isTrue,
  drivingSide: (value) => value === 'left' || value === 'right',
  tags: isTagList,
  modes: (value) => isTexts(value) && (value as unknown[]).length === 2,
};

/** Whether a value from a file is a record of details. Other details than ours must be texts. */
export function isRoadDetails(value: unknown): value is RoadDetails {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([key, one]) =>
    (Object.hasOwn(CHECKS, key) ? CHECKS[key as keyof RoadDetails] : isText)(one),
  );
}
