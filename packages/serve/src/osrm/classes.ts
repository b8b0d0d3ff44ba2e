// Names of roads, and their classes that requests exclude and intersections tell.
import {
  ROAD_CLASSES,
  ROAD_KINDS,
  type RoadClass,
  type RoadDetails,
  type RoadKind,
} from '@wayfield/osm';
import type { RoutingNetwork } from '@wayfield/routing';
import { fail } from './failure.ts';

/** What a request may exclude: classes of roads, and kinds of them. */
export type Excludable = RoadClass | RoadKind;

/** Classes that intersections tell, as OSRM's cars have them. */
const TOLD: ReadonlySet<RoadClass> = new Set(['motorway', 'ferry']);
const NO_DETAILS: RoadDetails = {};

/** The name of a road; '' for a road without name, also if it has a number. */
export function nameOfRoad(routing: RoutingNetwork, road: number): string {
  const { names, roads } = routing.network;
  return detailsAt(routing, road).unnamed ? '' : names[roads.name[road]];
}

/** What signs tell of a road. */
export function detailsAt({ network }: RoutingNetwork, road: number): RoadDetails {
  const { detail } = network.roads;
  return (detail && network.details?.[detail[road]]) ?? NO_DETAILS;
}

function kindsOf(routing: RoutingNetwork, road: number): readonly RoadKind[] {
  return detailsAt(routing, road).kinds ?? [];
}

/** The names of a road's class and kinds in an intersection, in OSRM's order: toll comes first. */
export function excludableClasses(routing: RoutingNetwork, road: number): string[] {
  const roadClass = ROAD_CLASSES[routing.network.roads.roadClass[road]];
  const kinds = kindsOf(routing, road);
  return [
    ...kinds.filter((kind) => kind === 'toll'),
    ...(TOLD.has(roadClass) ? [roadClass] : []),
    ...kinds.filter((kind) => kind !== 'toll'),
  ];
}

export const isRoadClass = (name: Excludable): name is RoadClass =>
  (ROAD_CLASSES as readonly string[]).includes(name);
export const isRoadKind = (name: Excludable): name is RoadKind =>
  (ROAD_KINDS as readonly string[]).includes(name);

/** The class or kind of this name in a request. Throws `Failure` for another name. */
export function parseExcludable(name: string): Excludable {
  const known: readonly Excludable[] = [...ROAD_CLASSES, ...ROAD_KINDS];
  const found = known.find((one) => one === name);
  return found ?? fail('InvalidValue', 'Exclude flag combination is not supported.');
}

/** The test whether a road is of one of these classes or kinds. */
export function isExcluded(
  routing: RoutingNetwork,
  exclude: readonly Excludable[],
): (road: number) => boolean {
  const classes = new Set<number>();
  const kinds = new Set<RoadKind>();
  for (const name of exclude) {
    const number = ROAD_CLASSES.findIndex((one) => one === name);
    if (number >= 0) classes.add(number);
    else kinds.add(name as RoadKind);
  }
  const { roadClass } = routing.network.roads;
  return (road) =>
    classes.has(roadClass[road]) || kindsOf(routing, road).some((kind) => kinds.has(kind));
}
