// Many queries of a uniform grid in one call. A call per query, and one for each field of its
// answer, takes longer than a short path, most of all while the host's JavaScript is not compiled.

import { BLOCK_COSTS, BLOCK_ENDS, BLOCK_SETTLED, BLOCK_STATUSES, BLOCK_TARGETS } from './layout';
import { jpsPath, jpsPathDiagonals, jpsPathLength } from '../jps/path';
import { jpsSearch } from '../jps/search';
import { FOUND, NO_PATH } from '../status';
import { gridEnds } from './components';
import {
  answerCells,
  answerDiagonals,
  answerSettled,
  keepPaths,
  keptPaths,
  reservePath,
  setDiagonals,
} from './state';
import { uniformPath } from './uniform';

/**
 * Settled nodes plus queries after which a call returns, about a millisecond: between calls the
 * host looks at the clock and at signals. A choice.
 */
const MOST_SETTLED: u32 = 16384;
/**
 * Cells of paths after which a call returns, 4 MiB: jump point search settles few nodes for a long
 * path. A choice; together with the longest path it keeps the room for paths below 4 GiB, see
 * `growPaths`.
 */
const MOST_CELLS: u32 = 1 << 20;
/**
 * 2378 diagonal steps and 3363 straight ones have the same ticks, 2378 * 3363, so ticksToLength of
 * @wayfield/graph counts that many diagonal steps as straight ones.
 */
const CYCLE_DIAGONALS: u32 = 2378;
const CYCLE_STRAIGHTS: u32 = 3363;
const SQRT2: f64 = 1.4142135623730951;

/** Address of the block, see layout.ts. */
let queries: usize = 0;
// What the queries of a call have in common. The heuristic of searches on cells:
let heuristic: u32 = 0;
/** The factor of all open cells: cost of a straight step. */
let factor: f64 = 1;
/** Addresses of clearance and components; a cell is open where its clearance is at least `size`. */
let clearance: usize = 0;
let size: u32 = 1;
let components: usize = 0;
/** The layer record of jps/layout.ts, or 0 to search cells. */
let jumps: usize = 0;
/** The records of that layer's jump points. */
let records: usize = 0;
/** Whether to search by the tables of JPS+. */
let tables: bool = false;
/** Whether the last query found no path between two cells of equal component number. */
let stale: bool = false;

/** Gives blocks their BLOCK_BYTES bytes. */
export function gridBlockBind(queriesAt: usize): void {
  queries = queriesAt;
}

/** Chooses the layer of the next blocks, and the factor of all open cells. */
export function gridBlockLayer(
  clearanceAt: usize,
  agent: u32,
  componentsAt: usize,
  openFactor: f64,
): void {
  clearance = clearanceAt;
  size = agent;
  components = componentsAt;
  factor = openFactor;
}

/**
 * Chooses the search: by the jump points of `layer`, whose records are at `points`, with the tables
 * of JPS+ if `plus`; or, where `layer` is 0, on cells with the heuristic `kind`.
 */
export function gridBlockSearch(kind: u32, layer: usize, points: usize, plus: bool): void {
  heuristic = kind;
  jumps = layer;
  records = points;
  tables = plus;
}

/** Where the paths of the last block lie. */
export function gridBlockPaths(): usize {
  return keptPaths();
}

/** Whether the last query of the last block found no path, though the components promise one. */
export function gridBlockStale(): bool {
  return stale;
}

/**
 * Answers queries of the block, the first `count` at most. `base`, the number of path nodes that
 * the result has already, is added to the end of each path. Returns how many queries were answered,
 * at least one if `count` is. A query that met stale components is the last, so that the host can
 * rebuild them. The paths stay at gridBlockPaths until the next search.
 */
export function gridBlock(count: u32, maxSettled: u32, base: u32, withPaths: bool): u32 {
  // cells of all paths kept; settled cells plus queries; queries answered
  let used: u32 = 0,
    work: u32 = 0,
    done: u32 = 0;
  stale = false;
  // if memory ended in an earlier call, the paths of that call are still kept
  keepPaths(0);
  while (done < count && work < MOST_SETTLED && used < MOST_CELLS && !stale) {
    const at = queries + ((<usize>done) << 2);
    const source = load<u32>(at),
      target = load<u32>(at, BLOCK_TARGETS);
    let cost: f32 = Infinity,
      settled: u32 = 0;
    let status = gridEnds(clearance, size, components, source, target);
    if (!status) {
      status = search(source, target, maxSettled);
      settled = answerSettled();
      if (status == FOUND) {
        cost = <f32>(factor * answerLength());
        if (withPaths) keepPaths((used += answerCells()));
      } else if (status == NO_PATH) stale = true;
    }
    work += settled + 1;
    store<f32>(at, cost, BLOCK_COSTS);
    store<u32>(at, settled, BLOCK_SETTLED);
    store<u32>(at, base + used, BLOCK_ENDS);
    store<u8>(queries + done, <u8>status, BLOCK_STATUSES);
    done++;
  }
  keepPaths(0);
  return done;
}

/** Searches one query with open ends and keeps its path as the answer. Returns a status. */
function search(source: u32, target: u32, maxSettled: u32): u32 {
  if (!jumps) return uniformPath(source, target, heuristic, maxSettled);
  const status = jpsSearch(jumps, records, source, target, maxSettled, tables);
  if (status != FOUND) return status;
  const cells = jpsPathLength();
  jpsPath(reservePath(cells), cells);
  setDiagonals(jpsPathDiagonals());
  return FOUND;
}

/** The length of the path in the answer, as ticksToLength of @wayfield/graph gives it. */
function answerLength(): f64 {
  let diagonals = answerDiagonals();
  let straights = <f64>(answerCells() - 1 - diagonals);
  if (diagonals >= CYCLE_DIAGONALS) {
    straights += <f64>(diagonals / CYCLE_DIAGONALS) * CYCLE_STRAIGHTS;
    diagonals %= CYCLE_DIAGONALS;
  }
  return straights + <f64>diagonals * SQRT2;
}
