// Answers of the services as FlatBuffers, in the schema of OSRM.
import { fail } from '../failure.ts';
import type { Geometry } from '../geometry.ts';
import type { OsrmLeg, OsrmRoute } from '../route-json.ts';
import type { MatchAnswer } from '../services/match.ts';
import type { NearestAnswer } from '../services/nearest.ts';
import type { RouteAnswer } from '../services/route.ts';
import type { TableAnswer } from '../services/table.ts';
import type { TripAnswer } from '../services/trip.ts';
import type { Intersection, OsrmStep } from '../steps.ts';
import { MANEUVER_TYPES, MODIFIERS, RESULT } from './layouts.ts';
import { type Values, writeTable } from './write.ts';

/** The content type of these answers. */
export const FLATBUFFERS_TYPE = 'application/x-flatbuffers;schema=osrm.engine.api.fbresult';

/** Answers that have a form as FlatBuffers. */
type Told = RouteAnswer | TableAnswer | NearestAnswer | MatchAnswer | TripAnswer;

/** Rows and columns are counted in 16 bits. */
const MOST_ROWS = 65_535;

/** An answer of a service; `version` is told as `data_version`. */
export function writeAnswer(answer: Told, version: string | undefined): Uint8Array {
  return writeTable(RESULT, { ...valuesOf(answer), data_version: version });
}

/** An answer that says why there is none. */
export function writeRefusal(code: string, message: string): Uint8Array {
  return writeTable(RESULT, { error: true, code: { code, message } });
}

function valuesOf(answer: Told): Values {
  if ('matchings' in answer) {
    const { matchings, tracepoints } = answer;
    // as in OSRM, an outlier is a waypoint without fields, and 0 stands for no index
    const waypoints = tracepoints?.map((one) =>
      one ? { ...one, waypoint_index: one.waypoint_index ?? 0 } : {},
    );
    return { routes: matchings.map(routeOf), waypoints };
  }
  if ('trips' in answer) return { routes: answer.trips.map(routeOf), waypoints: answer.waypoints };
  if ('routes' in answer) {
    return { routes: answer.routes.map(routeOf), waypoints: answer.waypoints };
  }
  if ('waypoints' in answer) return { waypoints: answer.waypoints };
  return tableOf(answer as TableAnswer);
}

function tableOf({ durations, distances, ...answer }: TableAnswer): Values {
  const rows = (durations ?? distances)!;
  const [{ length: columns }] = [rows[0] ?? []];
  if (Math.max(rows.length, columns) > MOST_ROWS) {
    fail('TooBig', `FlatBuffers have at most ${MOST_ROWS} rows: ${rows.length} x ${columns}`);
  }
  // as in OSRM, 0 where there is no route
  const cells = (table: readonly (readonly (number | null)[])[]): number[] =>
    table.flatMap((row) => row.map((cell) => cell ?? 0));
  return {
    waypoints: answer.sources,
    table: {
      durations: durations && cells(durations),
      rows: rows.length,
      cols: columns,
      distances: distances && cells(distances),
      destinations: answer.destinations,
      fallback_speed_cells: answer.fallback_speed_cells?.flat(),
    },
  };
}

/** A line as the two fields that hold it. */
const lineOf = (line: Geometry | undefined): Values =>
  typeof line === 'string' ? { polyline: line } : { coordinates: line?.coordinates };

function routeOf({ geometry, legs, ...route }: OsrmRoute): Values {
  return { ...route, ...lineOf(geometry), legs: legs.map(legOf) };
}

function legOf({ annotation, summary, steps, ...leg }: OsrmLeg): Values {
  const whole = (list: readonly number[] | undefined): number[] | undefined =>
    list?.map(Math.floor);
  return {
    ...leg,
    summary: summary === '' ? undefined : summary,
    steps: steps.map(stepOf),
    annotations: annotation && {
      ...annotation,
      // as in OSRM, rounded down to whole seconds, metres and units of weight
      distance: whole(annotation.distance),
      duration: whole(annotation.duration),
      weight: whole(annotation.weight),
    },
  };
}

function stepOf({ geometry, maneuver, intersections, ...step }: OsrmStep): Values {
  const { type, modifier = 'none' } = maneuver;
  return {
    ...step,
    ...lineOf(geometry),
    maneuver: {
      ...maneuver,
      type: MANEUVER_TYPES.indexOf(type),
      modifier: MODIFIERS.indexOf(modifier),
    },
    intersections: intersections.map(intersectionOf),
    driving_side: step.driving_side === 'left',
  };
}

/** Numbers of the roads by which a route comes and goes: as in OSRM, 0 where it does not. */
function intersectionOf({ in: came, out, ...intersection }: Intersection): Values {
  return { ...intersection, in_bearing: came ?? 0, out_bearing: out ?? 0 };
}
