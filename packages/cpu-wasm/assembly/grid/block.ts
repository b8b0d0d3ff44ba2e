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
 * Settled nodes after which a call returns, about a millisecond: between calls the host looks at
 * the clock and at signals. A choice.
 */
const MOST_SETTLED: u32 = 16384;
/** As many diagonal steps have the ticks of 3363 straight ones: see ticksToLength of graph. */
const FULL_TURN: u32 = 2378;
const STRAIGHTS_OF_TURN: u32 = 3363;
const SQRT2: f64 = 1.4142135623730951;

let queries: usize = 0;
// what the queries of a call have in common
let heuristic: u32 = 0;
let factor: f64 = 1;
let clearance: usize = 0;
let size: u32 = 1;
let labels: usize = 0;
/** The layer of jump points, 0 to search cells; the records of its points, with tables or not. */
let jumps: usize = 0;
let records: usize = 0;
let tables: bool = false;
/** Whether the last query found no path between two cells of one label. */
let stale: bool = false;

/** Gives blocks their BLOCK_BYTES bytes. */
export function gridBlockBind(queriesAt: usize): void {
  queries = queriesAt;
}

/** Chooses the layer of the next blocks, and the factor of its open cells. */
export function gridBlockLayer(clearanceAt: usize, agent: u32, labelsAt: usize, by: f64): void {
  clearance = clearanceAt;
  size = agent;
  labels = labelsAt;
  factor = by;
}

/** Chooses the search: by jump points where `layer` is not 0, else on cells with `bound`. */
export function gridBlockSearch(bound: u32, layer: usize, points: usize, plus: bool): void {
  heuristic = bound;
  jumps = layer;
  records = points;
  tables = plus;
}

/** Where the paths of the last block lie. */
export function gridBlockPaths(): usize {
  return keptPaths();
}

/** Whether the last query of the last block found no path, though the labels promise one. */
export function gridBlockStale(): bool {
  return stale;
}

/**
 * Answers the queries of the block, at most `count`; `base` is added to the end of each path.
 * Returns how many were answered: at least one, and none after one that met stale labels.
 */
export function gridBlock(count: u32, maxSettled: u32, base: u32, withPaths: bool): u32 {
  let used: u32 = 0,
    work: u32 = 0,
    done: u32 = 0;
  stale = false;
  while (done < count && work < MOST_SETTLED && !stale) {
    const at = queries + ((<usize>done) << 2);
    const source = load<u32>(at),
      target = load<u32>(at, BLOCK_TARGETS);
    let cost: f32 = Infinity,
      settled: u32 = 0;
    let status = gridEnds(clearance, size, labels, source, target);
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
  if (diagonals >= FULL_TURN) {
    straights += <f64>(diagonals / FULL_TURN) * STRAIGHTS_OF_TURN;
    diagonals %= FULL_TURN;
  }
  return straights + <f64>diagonals * SQRT2;
}
