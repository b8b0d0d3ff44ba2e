import type { Context } from '../context.ts';
import type { RoadPoint } from '@wayfield/routing';
import { type Costs, costsBetween, costsOfTies, isPlain, type Wanted } from '../costs.ts';
import { fail } from '../failure.ts';
import { isOnGround } from '../ground.ts';
import { type OptionReader, parseIndex, readOptions } from '../options.ts';
import { greatCircle, type LonLat, onEllipsoid, tenths } from '../places.ts';
import { type OsrmRequest, parsePlaces } from '../request.ts';
import {
  avoidOf,
  candidates,
  placeOf,
  readSnapping,
  type Waypoint,
  waypointOf,
} from '../snapping.ts';
import { tiesOf } from '../ties.ts';

/** The answer of `/table`; null: there is no route, and no `fallback_speed` was given. */
export interface TableAnswer {
  readonly code: 'Ok';
  readonly durations?: (number | null)[][];
  readonly distances?: (number | null)[][];
  /** Cells whose durations come from `fallback_speed`. */
  readonly fallback_speed_cells?: [row: number, column: number][];
  readonly sources?: Waypoint[];
  readonly destinations?: Waypoint[];
}

const NAMES = [
  'avoid_areas',
  'sources',
  'destinations',
  'annotations',
  'fallback_speed',
  'fallback_coordinate',
  'scale_factor',
] as const;

/** OSRM's `fallback_speed` is in metres per tenth of a second. */
const FALLBACK = 10;

/** What a table asks for: costs between all of these positions. */
interface CostQuestion {
  readonly sources: readonly RoadPoint[];
  readonly targets: readonly RoadPoint[];
  readonly wanted: Wanted;
}

/** Makes the costs of large tables elsewhere, such as on a GPU: the same as `Matrix.costs`. */
export interface TableMatrix {
  /**
   * Tables of fewer cells are not asked for. A coordinate at a junction or on open ground counts
   * once per position.
   */
  readonly cells: number;
  costs(sources: readonly RoadPoint[], targets: readonly RoadPoint[]): Promise<ArrayLike<number>>;
}

/** `/table/v1/{profile}/{coordinates}`: durations and distances from all to all. */
export function table(context: Context, request: OsrmRequest): TableAnswer {
  const steps = tableSteps(context, request);
  for (let step = steps.next(); ;) {
    if (step.done) return step.value;
    const { sources, targets, wanted } = step.value;
    step = steps.next(costsBetween(context, sources, targets, wanted));
  }
}

/**
 * The answer of `table`. `matrix` makes the costs of large tables; if it rejects, they are made
 * here.
 */
export async function tableWith(
  context: Context,
  request: OsrmRequest,
  matrix: TableMatrix,
): Promise<TableAnswer> {
  const steps = tableSteps(context, request);
  for (let step = steps.next(); ;) {
    if (step.done) return step.value;
    const { sources, targets, wanted } = step.value;
    const isLarge = sources.length * targets.length >= matrix.cells;
    const seconds =
      isLarge && isPlain(context, wanted)
        ? await matrix.costs(sources, targets).catch(() => undefined)
        : undefined;
    const here = (): Costs => costsBetween(context, sources, targets, wanted);
    step = steps.next(seconds ? { seconds } : here());
  }
}

/** Makes the answer of a table. Yields each question for costs, and is resumed with them. */
function* tableSteps(
  context: Context,
  request: OsrmRequest,
): Generator<CostQuestion, TableAnswer, Costs> {
  const places = parsePlaces(request);
  const options = readOptions(request.options, NAMES);
  const snapping = readSnapping(places, options);
  const from = chosen('sources', options, places.length);
  const to = chosen('destinations', options, places.length);
  const annotations = annotationsOf(options);
  const form = readCells(options, places);
  checkTableSize(context, from.length, to.length);
  const wanted = { metres: annotations.has('distance'), ...avoidOf(snapping) };
  let points: RoadPoint[] = [];
  let costs: Costs | undefined;
  for (const some of candidates(context, snapping)) {
    const ties = tiesOf(context, snapping, some);
    const [rows, columns] = [from, to].map((list) => list.map((i) => ties[i]));
    const all = yield { sources: rows.flat(), targets: columns.flat(), wanted };
    const found = costsOfTies(context, all, rows, columns);
    if (costs && closedCells(found) >= closedCells(costs)) continue;
    points = some.map((point, i) => (isOnGround(ties[i]) ? ties[i][0] : point));
    costs = found;
    if (closedCells(costs) === 0) break;
  }
  const { seconds, metres } = costs!;
  const [sources, targets] = [from, to].map((list) => list.map((i) => points[i]));
  const fallback: [number, number][] = [];
  const metresOf = context.routing.network.lengths === 'ellipsoid' ? onEllipsoid : greatCircle;
  /** Seconds along the straight line at `fallback_speed`; OSRM rounds down to tenths. */
  const flown = (row: number, column: number): number =>
    Math.floor((10 * crow(row, column)) / form.speed!) / 10;
  const crow = (row: number, column: number): number =>
    form.snapped
      ? metresOf(placeOf(sources[row]), placeOf(targets[column]))
      : metresOf(places[from[row]], places[to[column]]);
  const durations = rowsOf(sources.length, targets.length, (row, column) => {
    const cost = seconds[row * targets.length + column];
    if (cost < Infinity) return inBounds(cost * form.scale);
    if (form.speed === undefined) return null;
    fallback.push([row, column]);
    return inBounds(flown(row, column) * form.scale);
  });
  const distances = rowsOf(metres ? sources.length : 0, targets.length, (row, column) => {
    const cost = metres![row * targets.length + column];
    if (cost < Infinity) return tenths(cost);
    return form.speed === undefined ? null : tenths(crow(row, column));
  });
  const waypoints = (list: readonly number[]): Waypoint[] =>
    list.map((i) => waypointOf(context, points[i], snapping.generateHints));
  return {
    code: 'Ok',
    ...(annotations.has('duration') && { durations }),
    ...(annotations.has('distance') && { distances }),
    ...(form.speed !== undefined && { fallback_speed_cells: fallback }),
    ...(!snapping.skipWaypoints && { sources: waypoints(from), destinations: waypoints(to) }),
  };
}

/** Most seconds of a cell: clients of OSRM read tenths in 32 bits. */
const MOST_SECONDS = 214_748_364.6;

const inBounds = (seconds: number): number => Math.min(MOST_SECONDS, tenths(seconds));

/** The number of cells without a route: `candidates` with fewer of them are better. */
function closedCells({ seconds }: Costs): number {
  let count = 0;
  for (let i = 0; i < seconds.length; i++) if (seconds[i] === Infinity) count++;
  return count;
}

function rowsOf(
  rows: number,
  columns: number,
  cell: (row: number, column: number) => number | null,
): (number | null)[][] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => cell(row, column)),
  );
}

/** The indices of the coordinates that are sources or destinations, by the option `name`. */
function chosen(name: string, options: OptionReader, count: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i);
  if (options.text(name) === 'all') return all;
  const numbers = options.list(name, parseIndex) ?? all;
  for (const number of numbers) {
    if (number >= count) {
      fail('InvalidOptions', `${name}: there is no coordinate ${number}, only ${count}`);
    }
  }
  return numbers;
}

function annotationsOf(options: OptionReader): ReadonlySet<string> {
  const words = options.words('annotations') ?? ['duration'];
  for (const word of words) {
    if (word !== 'duration' && word !== 'distance') {
      fail('InvalidQuery', `annotations=${word}: expected duration or distance`);
    }
  }
  return new Set(words);
}

function readCells(
  options: OptionReader,
  places: readonly LonLat[],
): { scale: number; speed: number | undefined; snapped: boolean } {
  if (places.length < 2) fail('InvalidOptions', 'Number of coordinates needs to be at least two.');
  const speed = options.number('fallback_speed', 0, 0);
  const scale = options.number('scale_factor', 0, 1);
  if (options.text('fallback_speed') !== undefined && speed <= 0) {
    fail('InvalidQuery', 'fallback_speed: expected a number above 0');
  }
  if (scale <= 0) fail('InvalidQuery', 'scale_factor: expected a number above 0');
  const coordinate = options.word('fallback_coordinate', ['input', 'snapped'], 'input');
  return {
    scale,
    speed: speed > 0 ? FALLBACK * speed : undefined,
    snapped: coordinate === 'snapped',
  };
}

function checkTableSize({ limits }: Context, rows: number, columns: number): void {
  const most = limits.table;
  if (rows <= most && columns <= most) return;
  fail('TooBig', `Too many table coordinates: ${rows} x ${columns}, maximum ${most} x ${most}`);
}
