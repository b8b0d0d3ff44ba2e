// The cells of a row of routes, from an answer of `/route`. Columns that no answer of ours has are
// in NOT_ANSWERED, and columns that are unknown here are left out.
import type { Place, ScenarioMap } from './scenario-map.ts';

/** Names with commas between them; of equal names that follow each other only the first is kept. */
export const merged = (names: string): string =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name, i, all) => i === 0 || name !== all[i - 1])
    .join(',');

/** A cell with its classes in each pair of parentheses sorted: OSRM has them in the map's order. */
export const sortClasses = (cell: string): string =>
  cell.replace(/\(([^)]*)\)/g, (_, names: string) => `(${names.split(',').sort().join(',')})`);

interface StepJson {
  readonly name: string;
  readonly ref?: string;
  readonly pronunciation?: string;
  readonly destinations?: string;
  readonly exits?: string;
  readonly rotary_name?: string;
  readonly intersections: readonly { readonly classes?: readonly string[] }[];
  readonly mode: string;
  readonly distance: number;
  readonly duration: number;
  readonly weight: number;
  readonly driving_side: string;
  readonly maneuver: {
    readonly type: string;
    readonly modifier?: string;
    readonly exit?: number;
    readonly bearing_before: number;
    readonly bearing_after: number;
    readonly location: Place;
  };
}

function turnOf({ maneuver: { type, modifier, exit }, rotary_name }: StepJson): string {
  if (type === 'depart' || type === 'arrive') return type;
  if (type === 'roundabout turn') return `${type} ${modifier} exit-${exit}`;
  const isEntry = type === 'roundabout' || type === 'rotary';
  return exit === undefined || !isEntry
    ? `${type} ${modifier}`
    : `${rotary_name ?? type}-exit-${exit}`;
}

type AnnotationName = 'distance' | 'duration' | 'weight' | 'speed' | 'datasources' | 'nodes';

interface LegJson {
  readonly summary: string;
  readonly steps: readonly StepJson[];
  readonly annotation?: Readonly<Record<AnnotationName, readonly number[] | undefined>> & {
    readonly metadata?: { readonly datasource_names: readonly string[] };
  };
}

interface RouteJson {
  readonly distance: number;
  readonly duration: number;
  readonly weight: number;
  readonly weight_name: string;
  readonly geometry: string;
  readonly legs: readonly LegJson[];
}

/** The parts of an answer that are compared. Each service has some of them. */
export interface OsrmAnswer {
  readonly status: number;
  readonly code: string;
  readonly message?: string;
  readonly data_version?: string;
  readonly routes?: readonly RouteJson[];
  readonly trips?: readonly RouteJson[];
  readonly matchings?: readonly RouteJson[];
  readonly waypoints?: readonly { readonly location: Place; readonly name: string }[];
  readonly durations?: readonly (readonly (number | null)[])[];
  readonly distances?: readonly (readonly (number | null)[])[];
  readonly fallback_speed_cells?: readonly (readonly number[])[];
}

/** An answer with a route. */
type RouteAnswer = OsrmAnswer & { readonly routes: readonly RouteJson[] };

type Reader = (answer: RouteAnswer, steps: readonly StepJson[], map: ScenarioMap) => string;

const list =
  (of: (step: StepJson) => unknown): Reader =>
  (_, steps) =>
    steps.map(of).join(',');
const annotated =
  (key: AnnotationName): Reader =>
  ({ routes }) =>
    routes[0].legs.map((leg) => (leg.annotation?.[key] ?? []).join(':')).join(',');

/** Steps of one road in a row count as one: where a step ends is a matter of guidance. */
const ROADS: Reader = (_, steps) => merged(steps.map(({ name }) => name).join(','));

const READERS: Readonly<Record<string, Reader>> = {
  route: ROADS,
  time: ({ routes }) => `${routes[0].duration}s`,
  distance: ({ routes }) => `${routes[0].distance}m`,
  weight: ({ routes }) => `${routes[0].weight}`,
  weight_name: ({ routes }) => routes[0].weight_name,
  speed: ({ routes }) =>
    `${Math.round((3.6 * routes[0].distance) / Math.max(routes[0].duration, 1e-9))} km/h`,
  times: list(({ duration }) => `${duration}s`),
  distances: list(({ distance }) => `${distance}m`),
  weights: list(({ weight }) => weight),
  modes: list(({ mode }) => mode),
  ref: list(({ ref = '' }) => ref),
  pronunciations: list(({ pronunciation = '' }) => pronunciation),
  destinations: list(({ destinations = '' }) => destinations),
  exits: list(({ exits = '' }) => exits),
  classes: list(({ intersections }) => {
    const each = intersections.map(({ classes = [] }) => `(${classes.join(',')})`);
    return sortClasses(`[${each.join(',')}]`);
  }),
  data_version: ({ data_version = '' }) => data_version,
  turns: list(turnOf),
  driving_side: list((step) => step.driving_side),
  bearing: list(({ maneuver }) => `${maneuver.bearing_before}->${maneuver.bearing_after}`),
  locations: (_, steps, { places }) =>
    steps.map(({ maneuver: { location } }) => signAt(location, places)).join(','),
  summary: ({ routes }) => routes[0].legs.map((leg) => leg.summary).join(';'),
  geometry: ({ routes }) => routes[0].geometry,
  alternative: ({ routes }) =>
    routes.length > 1
      ? merged(routes[1].legs.flatMap((leg) => leg.steps.map((step) => step.name)).join(','))
      : '',
  waypoints_count: ({ waypoints }) => String(waypoints?.length ?? 0),
  'a:distance': annotated('distance'),
  'a:nodes': ({ routes }, _, { signs }) =>
    routes[0].legs
      .map((leg) => (leg.annotation?.nodes ?? []).map((id) => signs.get(id)).join(''))
      .join(','),
  'a:datasources': annotated('datasources'),
  'am:datasource_names': ({ routes }) =>
    routes[0].legs.map((leg) => leg.annotation?.metadata?.datasource_names.join(':')).join(','),
  'a:duration': annotated('duration'),
  'a:weight': annotated('weight'),
  'a:speed': annotated('speed'),
};

function signAt([lon, lat]: Place, places: ReadonlyMap<string, Place>): string {
  for (const [sign, place] of places) {
    if (/[a-z]/i.test(sign) && Math.hypot(place[0] - lon, place[1] - lat) < 1e-5) return sign;
  }
  return '_';
}

/** What an answer gives for some columns; undefined for those that answers do not have. */
export function routeCells(
  answer: OsrmAnswer,
  columns: readonly string[],
  map: ScenarioMap,
): Readonly<Record<string, string | undefined>> {
  const found: Record<string, string | undefined> = {};
  const steps = (answer.routes?.[0]?.legs ?? []).flatMap((leg) => leg.steps);
  for (const name of columns) {
    if (name === 'code') found.code = answer.code;
    else if (name === 'status') found.status = String(answer.status);
    else if (name === 'message') found.message = answer.message ?? '';
    else if (NOT_ANSWERED.has(name)) found[name] = answer.code === 'Ok' ? NOT_TOLD : '';
    else if (Object.hasOwn(READERS, name)) {
      found[name] =
        answer.code === 'Ok' ? String(READERS[name](answer as RouteAnswer, steps, map)) : '';
    }
  }
  return found;
}

/** Columns that OSRM's answers have and ours lack. */
const NOT_ANSWERED = new Set(['lanes']);
/** The value of a column in NOT_ANSWERED. */
const NOT_TOLD = 'not told';
