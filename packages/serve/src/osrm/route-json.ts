// Routes in OSRM's form.
import { annotateLeg, nodesOfLeg, type RouteLeg, type RoutingNetwork } from '@wayfield/routing';
import type { Context } from './context.ts';
import { fail } from './failure.ts';
import {
  GEOMETRIES,
  type Geometries,
  type Geometry,
  overviewOf,
  type Overview,
  OVERVIEWS,
} from './geometry.ts';
import { endsOf, type FoundRoute, type LegEnds } from './ground.ts';
import { lineOf } from './line.ts';
import { type OptionReader, parseIndex } from './options.ts';
import { tenths, withDecimals } from './places.ts';
import { type OsrmStep, stepsOf, stepsOfParts } from './steps.ts';

/** What a request wants to know about routes. */
export interface RouteForm {
  readonly steps: boolean;
  readonly annotations: readonly AnnotationName[];
  readonly geometries: Geometries;
  readonly overview: Overview;
}

const ANNOTATIONS = ['duration', 'distance', 'speed', 'weight', 'datasources', 'nodes'] as const;
type AnnotationName = (typeof ANNOTATIONS)[number];

/** A leg. */
export interface OsrmLeg {
  readonly distance: number;
  readonly duration: number;
  readonly weight: number;
  readonly summary: string;
  readonly steps: OsrmStep[];
  readonly annotation?: OsrmAnnotation;
}

/** Entries for each segment of a leg's line. */
export interface OsrmAnnotation {
  readonly distance?: number[];
  readonly duration?: number[];
  readonly weight?: number[];
  readonly speed?: number[];
  readonly datasources?: number[];
  /** Ids of nodes of the map: one more than the other lists have entries. */
  readonly nodes?: number[];
  readonly metadata?: { readonly datasource_names: string[] };
}

/** A route. */
export interface OsrmRoute {
  readonly distance: number;
  readonly duration: number;
  readonly weight: number;
  readonly weight_name: string;
  readonly geometry?: Geometry;
  readonly legs: OsrmLeg[];
}

/** Names of the options that `readRouteForm` reads. */
export const ROUTE_FORM = ['steps', 'annotations', 'geometries', 'overview'] as const;

/** Reads what a request wants to know about routes. */
export function readRouteForm(options: OptionReader, { routing }: Context): RouteForm {
  return {
    steps: options.flag('steps', false),
    annotations: readAnnotations(options, routing.network.roads.pointId !== undefined),
    geometries: options.word('geometries', GEOMETRIES, 'polyline'),
    overview: options.word('overview', OVERVIEWS, 'simplified'),
  };
}

function readAnnotations(options: OptionReader, hasNodes: boolean): AnnotationName[] {
  const words = options.words('annotations') ?? ['false'];
  if (words.length === 1 && words[0] === 'false') return [];
  if (words.length === 1 && words[0] === 'true') {
    return ANNOTATIONS.filter((name) => name !== 'nodes' || hasNodes);
  }
  return words.map((word) => {
    if (word === 'nodes' && !hasNodes) {
      fail('NotImplemented', 'Annotations have no nodes: the map was read without pointIds');
    }
    const found = ANNOTATIONS.find((name) => name === word);
    return found ?? fail('InvalidQuery', `annotations=${word}: expected ${ANNOTATIONS.join()}`);
  });
}

/**
 * A route in the form that a request wants, with one leg between each two neighbours of `stops`,
 * indices of its positions. Default: all positions.
 */
export function routeJson(
  context: Context,
  route: FoundRoute,
  form: RouteForm,
  stops: readonly number[] = route.points.map((_, i) => i),
): OsrmRoute {
  const { routing } = context;
  const { geometries, overview } = form;
  const weightOf = (cost: number): number => withDecimals(cost, context.weightDecimals);
  return {
    ...(overview !== 'false' && {
      geometry: overviewOf(geometries, overview, lineOf(routing, route)),
    }),
    legs: stops.slice(1).map((end, i) => {
      const { leg, ends, parts } = joined(route, stops[i], end);
      const { metres, seconds, cost } = leg;
      const steps = (): OsrmStep[] =>
        // the walks to a place on open ground and from it belong to the parts
        parts.slice(1).some((part) => part.ends[0].ground)
          ? stepsOfParts(context, parts, geometries)
          : stepsOf(context, leg, ends, geometries);
      return {
        steps: form.steps ? steps() : [],
        summary: form.steps ? summaryOf(context, leg) : '',
        weight: weightOf(cost),
        duration: tenths(seconds),
        distance: tenths(metres),
        ...(form.annotations.length > 0 && { annotation: annotationOf(context, leg, form) }),
      };
    }),
    weight_name: context.weightName,
    weight: weightOf(route.legs.reduce((sum, { cost }) => sum + cost, 0)),
    duration: tenths(route.seconds),
    distance: tenths(route.metres),
  };
}

/**
 * The two names with the most metres on a leg, in the order of travel; '' if no road has a name.
 */
function summaryOf({ routing }: Context, { pieces }: RouteLeg): string {
  const { names, roads } = routing.network;
  const metres = new Map<string, number>();
  for (const { road, from, to } of pieces) {
    const name = names[roads.name[road]];
    const length = Math.abs(to - from) * roads.length[road];
    if (name !== '') metres.set(name, (metres.get(name) ?? 0) + length);
  }
  // lengths are compared in whole metres; of equally long names the first ones stay
  const whole = (length: number): number => Math.round(length);
  const longest = [...metres].sort((a, b) => whole(b[1]) - whole(a[1])).slice(0, 2);
  const main = new Set(longest.map(([name]) => name));
  return [...metres.keys()].filter((name) => main.has(name)).join(', ');
}

function annotationOf(context: Context, leg: RouteLeg, form: RouteForm): OsrmAnnotation {
  const { routing, speedSource, weightDecimals } = context;
  const { metres, seconds, cost, arcs } = annotateLeg(routing, leg);
  const all: Record<AnnotationName, () => number[]> = {
    distance: () => metres.map(tenths),
    duration: () => seconds.map(tenths),
    weight: () => cost.map((one) => withDecimals(one, weightDecimals)),
    speed: () => metres.map((length, i) => (seconds[i] > 0 ? tenths(length / seconds[i]) : 0)),
    datasources: () => arcs.map((arc) => sourceOf(routing, arc)),
    nodes: () => nodesOfLeg(routing, leg).map(Number),
  };
  const annotation: Record<string, unknown> = {};
  for (const name of form.annotations) annotation[name] = all[name]();
  if (form.annotations.includes('datasources')) {
    const { live } = routing.network.roads;
    annotation.metadata = { datasource_names: ['lua profile', ...(live ? [speedSource] : [])] };
  }
  return annotation;
}

/** Bits of `Roads.live`: a road has a speed of its own along its way; against its way. */
const SET = [2, 4] as const;

/** Where the speed of an arc comes from: 0 = the profile, 1 = speeds of segments. */
function sourceOf({ network: { roads, roadOf } }: RoutingNetwork, arc: number): number {
  const code = roadOf[arc];
  return ((roads.live?.[code >>> 1] ?? 0) & SET[code & 1]) === 0 ? 0 : 1;
}

/** The option `waypoints`: indices of the coordinates between which legs lie; undefined: all. */
export function waypointNumbers(options: OptionReader, count: number): number[] | undefined {
  const numbers = options.list('waypoints', parseIndex);
  if (numbers === undefined) return undefined;
  const rising = numbers.every((number, i) => i === 0 || number > numbers[i - 1]);
  if (!rising || numbers[0] !== 0 || numbers[numbers.length - 1] !== count - 1) {
    fail('InvalidValue', 'waypoints must rise from the first coordinate to the last one');
  }
  return numbers;
}

/** A leg with the positions at its ends. */
interface LegPart {
  readonly leg: RouteLeg;
  readonly ends: LegEnds;
}

/** The legs of a route between two of its positions as one leg, and these legs as `parts`. */
function joined(
  route: FoundRoute,
  from: number,
  to: number,
): LegPart & { readonly parts: readonly LegPart[] } {
  const parts = route.legs
    .slice(from, to)
    .map((leg, i) => ({ leg, ends: endsOf(route, from + i) }));
  if (parts.length === 1) return { ...parts[0], parts };
  const sum = (of: 'seconds' | 'metres' | 'cost'): number =>
    parts.reduce((all, { leg }) => all + leg[of], 0);
  const pieces = parts.flatMap(({ leg }) => leg.pieces);
  const leg = { seconds: sum('seconds'), metres: sum('metres'), cost: sum('cost'), pieces };
  return { leg, ends: [parts[0].ends[0], parts[parts.length - 1].ends[1]], parts };
}
