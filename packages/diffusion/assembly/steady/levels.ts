// The coarse levels of the multigrid of method 'steady': sparse rows over groups of cells, groups
// of groups, and so on. Unknown of a node: the factor u by which all scent under it should be
// multiplied. Row i, in units of 2^unit[i]:
//
//   diagonal[i] * u[i] = inflow[i] +
//     sum over e in firstOut[i] .. firstOut[i + 1] of weight[e] * u[head[e]]
//
// In nested iteration the rows of a level follow from its scent t * 2^scale and from `base`, the
// rows for a scent of 1 everywhere. The arrays of a level: layout.ts. Called by multigrid.ts.

import {
  BASE_DIAGONAL,
  BASE_INFLOW,
  BASE_WEIGHT,
  DIAGONAL,
  f64At,
  FIRST,
  GROUP,
  HEAD,
  i32At,
  INFLOW,
  LEVEL_RECORD,
  NODES,
  SCALE,
  setF64,
  setI32,
  SLOT,
  T,
  U,
  UNIT,
  WEIGHT,
} from '../layout';

/** The records of all levels, the finest first. */
let table: usize = 0;
/** The coarsest level. */
let last: i32 = 0;

/**
 * An entry of `slot`: the edge joins two nodes of one group, so the coarse level has no edge for
 * it.
 */
const INSIDE: u32 = 0xffffffff;
/**
 * Limits of corrections: far from the solution a row can give any u. Within these limits u^(7/4)
 * (`further`) is at most 1e175, and no product with a value near 1 leaves f64.
 */
const MOST: f64 = 1e100;
const LEAST: f64 = 1e-100;

/** Sweeps of the coarsest level. */
const LAST_SWEEPS: i32 = 20;

export function levelsBind(records: usize, count: i32): void {
  table = records;
  last = count - 1;
}

/** A word of a level's record: the address of an array, or the number of nodes (`NODES`). */
function at(level: i32, field: usize): usize {
  return load<u32>(table + <usize>level * LEVEL_RECORD + field);
}

/** 2^e; 0 for e below -1022, and 2^1000 for e above 1000. */
export function power(e: i32): f64 {
  if (e < -1022) return 0;
  return reinterpret<f64>((<i64>(min(e, 1000) + 1023)) << 52);
}

/** A correction within `LEAST` to `MOST`; 1 where u is not above 0, NaN included. */
export function limited(u: f64): f64 {
  return u > 0 ? min(MOST, max(LEAST, u)) : 1;
}

/**
 * Over-correction (Braess, 1995). One factor for a whole group corrects only about half of an error
 * that changes gradually from group to group. u^(7/4) instead of u halves the number of cycles.
 */
function further(u: f64): f64 {
  return u * Math.sqrt(u * Math.sqrt(u));
}

/** One Gauss-Seidel sweep. Nodes whose row has no positive diagonal or sum keep their u. */
function sweep(level: i32, forward: bool): void {
  const count = <i32>at(level, NODES);
  const first = at(level, FIRST);
  const head = at(level, HEAD);
  const weight = at(level, WEIGHT);
  const diagonal = at(level, DIAGONAL);
  const inflow = at(level, INFLOW);
  const u = at(level, U);
  const step = forward ? 1 : -1;
  for (let k = 0, i = forward ? 0 : count - 1; k < count; k++, i += step) {
    const d = f64At(diagonal, i);
    if (!(d > 0)) continue;
    let sum = f64At(inflow, i);
    for (let e = i32At(first, i), end = i32At(first, i + 1); e < end; e++) {
      sum += f64At(weight, e) * f64At(u, i32At(head, e));
    }
    if (sum > 0) setF64(u, i, sum / d);
  }
}

function ones(level: i32): void {
  const u = at(level, U);
  for (let i = 0, n = <i32>at(level, NODES); i < n; i++) setF64(u, i, 1);
}

/**
 * Makes the rows of the next coarser level: sums over each group, with each weight multiplied by
 * the u of this level.
 */
function restrict(level: i32): void {
  const count = <i32>at(level, NODES);
  const first = at(level, FIRST);
  const head = at(level, HEAD);
  const weight = at(level, WEIGHT);
  const diagonal = at(level, DIAGONAL);
  const inflow = at(level, INFLOW);
  const unit = at(level, UNIT);
  const u = at(level, U);
  const group = at(level, GROUP);
  const slot = at(level, SLOT);
  const coarse = level + 1;
  const groups = <i32>at(coarse, NODES);
  const toWeight = at(coarse, WEIGHT);
  const toDiagonal = at(coarse, DIAGONAL);
  const toInflow = at(coarse, INFLOW);
  const toUnit = at(coarse, UNIT);
  memory.fill(toWeight, 0, (<usize>i32At(at(coarse, FIRST), groups)) << 3);
  memory.fill(toDiagonal, 0, (<usize>groups) << 3);
  memory.fill(toInflow, 0, (<usize>groups) << 3);
  ones(coarse);
  for (let g = 0; g < groups; g++) store<i32>(toUnit + ((<usize>g) << 2), -0x40000000);
  for (let i = 0; i < count; i++) {
    const to = toUnit + ((<usize>i32At(group, i)) << 2);
    store<i32>(to, max(load<i32>(to), i32At(unit, i)));
  }
  for (let i = 0; i < count; i++) {
    const g = i32At(group, i);
    const by = power(i32At(unit, i) - i32At(toUnit, g));
    if (by == 0) continue;
    let d = f64At(toDiagonal, g) + by * f64At(diagonal, i) * f64At(u, i);
    setF64(toInflow, g, f64At(toInflow, g) + by * f64At(inflow, i));
    for (let e = i32At(first, i), end = i32At(first, i + 1); e < end; e++) {
      const flow = by * f64At(weight, e) * f64At(u, i32At(head, e));
      const s = i32At(slot, e);
      if (s == INSIDE) d -= flow;
      else setF64(toWeight, s, f64At(toWeight, s) + flow);
    }
    setF64(toDiagonal, g, d);
  }
}

/**
 * Improves u of a level by `visits` to each coarser level (2: a W-cycle). The rows of the level
 * must come from values that sweeps have smoothed.
 */
export function levelCycle(level: i32, visits: i32): void {
  if (level == last) {
    // LAST_SWEEPS sweeps nearly solve the rows: there are at most FEW_NODES nodes
    // (src/steady/multigrid.ts), or more where no edges join them
    for (let i = 0; i < LAST_SWEEPS; i++) sweep(level, (i & 1) == 0);
    return;
  }
  for (let visit = 0; visit < visits; visit++) {
    restrict(level);
    levelCycle(level + 1, visits);
    correct(level);
    sweep(level, true);
    sweep(level, false);
  }
}

function correct(level: i32): void {
  const u = at(level, U);
  const group = at(level, GROUP);
  const from = at(level + 1, U);
  for (let i = 0, n = <i32>at(level, NODES); i < n; i++) {
    setF64(u, i, f64At(u, i) * further(limited(f64At(from, i32At(group, i)))));
  }
}

/**
 * Keeps the rows of the first level, made for a scent of 1, as its base rows, and makes the base
 * rows of all coarser levels from them.
 */
export function levelBases(): void {
  for (let level = 0; level <= last; level++) {
    const count = (<usize>at(level, NODES)) << 3;
    const edges = (<usize>i32At(at(level, FIRST), <i32>at(level, NODES))) << 3;
    ones(level);
    memory.copy(at(level, BASE_WEIGHT), at(level, WEIGHT), edges);
    memory.copy(at(level, BASE_DIAGONAL), at(level, DIAGONAL), count);
    memory.copy(at(level, BASE_INFLOW), at(level, INFLOW), count);
    if (level < last) restrict(level);
  }
}

/** The rows of a level for its scent. */
function rows(level: i32): void {
  const count = <i32>at(level, NODES);
  const first = at(level, FIRST);
  const head = at(level, HEAD);
  const weight = at(level, WEIGHT);
  const base = at(level, BASE_WEIGHT);
  const t = at(level, T);
  const scale = at(level, SCALE);
  const unit = at(level, UNIT);
  for (let i = 0; i < count; i++) {
    const own = i32At(scale, i);
    store<i32>(unit + ((<usize>i) << 2), own);
    setF64(at(level, DIAGONAL), i, f64At(at(level, BASE_DIAGONAL), i) * f64At(t, i));
    const inflow = f64At(at(level, BASE_INFLOW), i);
    setF64(at(level, INFLOW), i, inflow == 0 ? 0 : inflow * power(-own));
    for (let e = i32At(first, i), end = i32At(first, i + 1); e < end; e++) {
      const j = i32At(head, e);
      setF64(weight, e, f64At(base, e) * f64At(t, j) * power(i32At(scale, j) - own));
    }
  }
  ones(level);
}

/**
 * Finds a first scent on every level, from the coarsest to the first (nested iteration; Brandt,
 * 1977): a level starts with the scent of the next coarser one and improves it by `cycles` cycles.
 */
export function levelsNested(cycles: i32, visits: i32): void {
  for (let level = last; level >= 0; level--) {
    const count = <i32>at(level, NODES);
    const t = at(level, T);
    const scale = at(level, SCALE);
    const u = at(level, U);
    for (let i = 0; i < count; i++) {
      if (level == last) {
        setF64(t, i, 1);
        setI32(scale, i, 0);
        continue;
      }
      const g = i32At(at(level, GROUP), i);
      setF64(t, i, f64At(at(level + 1, T), g));
      store<i32>(scale + ((<usize>i) << 2), i32At(at(level + 1, SCALE), g));
    }
    for (let c = 0; c < cycles; c++) {
      rows(level);
      levelCycle(level, visits);
      for (let i = 0; i < count; i++) {
        const value = f64At(t, i) * limited(f64At(u, i));
        const e = <i32>((reinterpret<u64>(value) >> 52) & 0x7ff) - 1023;
        setF64(t, i, value * power(-e));
        store<i32>(scale + ((<usize>i) << 2), i32At(scale, i) + e);
      }
    }
  }
}
