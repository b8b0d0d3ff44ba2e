// Classes of roads. Networks in files hold the number of a class: a new class goes to the end, or
// the version in network-file.ts is raised.
/**
 * The classes of roads; the number of a class is its place in this list. Links have the class to
 * which they lead. `other`: ways whose `highway` tag is absent or has a value of no class;
 * with the profile `all-ways` also buildings and rivers.
 */
export const ROAD_CLASSES = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'unclassified',
  'residential',
  'living_street',
  'service',
  'track',
  'pedestrian',
  'cycleway',
  'footway',
  'path',
  'steps',
  'ferry',
  'other',
] as const;

/** One of `ROAD_CLASSES`. */
export type RoadClass = (typeof ROAD_CLASSES)[number];

const CLASS_OF_HIGHWAY = new Map<string, RoadClass>([
  ...ROAD_CLASSES.filter((name) => name !== 'ferry' && name !== 'other').map(
    (name): [string, RoadClass] => [name, name],
  ),
  ...(['motorway', 'trunk', 'primary', 'secondary', 'tertiary'] as const).map(
    (name): [string, RoadClass] => [`${name}_link`, name],
  ),
  ['road', 'unclassified'],
  ['minor', 'unclassified'],
  ['bridleway', 'path'],
  ['corridor', 'footway'],
  ['platform', 'footway'],
  ['crossing', 'footway'],
  ['busway', 'service'],
  ['bus_guideway', 'service'],
]);

/** The class of a value of the tag `highway`. */
export function classOfHighway(highway: string | undefined): RoadClass {
  return CLASS_OF_HIGHWAY.get(highway ?? '') ?? 'other';
}

/** The number of a class, as `roads.roadClass` holds it. */
export function classNumber(name: RoadClass): number {
  return ROAD_CLASSES.indexOf(name);
}

/**
 * The classes that McNally's study of 2010 calls classified, for `RandomRouteOptions.classified`.
 */
export const CLASSIFIED: ReadonlySet<RoadClass> = new Set<RoadClass>([
  'trunk',
  'primary',
  'secondary',
  'tertiary',
]);
