// Lower bounds by landmarks and the triangle inequality (ALT: Goldberg and Harrelson 2005). For
// every landmark L, the distance from v to t is at least d(L, t) - d(L, v), and at least d(v, L) -
// d(t, L).
//
// Distances are whole numbers of units in u16, one row per node. In a symmetric graph d(L, v) =
// d(v, L), so a row has one entry per landmark: with 16 landmarks half a cache line. Else a row has
// two entries per landmark: first d(L, v) of all landmarks, then LANDMARK_MOST - d(v, L) of all.
// With these complements every bound is entry of target - entry of node.
//
// In rows of two entries per landmark, LANDMARK_UNKNOWN marks a node without a path from or to the
// landmark; it gives no bound. Rows of one entry per landmark need no such mark: the nodes of a
// component have the same landmarks, and each has a path to each. If a component has fewer
// landmarks than such a row has entries, the remaining entries are 0. src/graph/landmarks.ts
// chooses landmarks and fills the table. `slack`, the most that rounding to units and rounded sums
// may have added to a difference, is subtracted from every bound.

/**
 * Entry of a node without a path from or to the landmark. In the copy of the row of a target it is
 * replaced by 0, so the bound, a difference that stops at 0, is 0 whether the target or another
 * node has no path.
 */
export const LANDMARK_UNKNOWN: u32 = 65535;
/** The largest entry that is a distance. */
export const LANDMARK_MOST: u32 = 65534;

/** Address of the first row. */
let table: usize = 0;
/** Bytes of a row, a multiple of 16. */
let row: usize = 0;
/** Whether the graph is symmetric: one entry per landmark, and bounds by absolute differences. */
let twoWay: bool = false;
/** Copy of the row of the target. */
let aimed: usize = 0;
/** Cost of one unit of the entries. */
let unit: f64 = 0;
/** Cost that is subtracted from every bound: what rounding may have added to a difference. */
let slack: f64 = 0;

/**
 * Takes a table, one row of `rowEntries` u16 per node, `rowEntries` a multiple of 8. `scratch` has
 * room for a row. `bothWays`: the graph is symmetric.
 */
export function graphLandmarksBind(
  tableAt: usize,
  rowEntries: u32,
  bothWays: bool,
  scratch: usize,
  unitCost: f64,
  slackCost: f64,
): void {
  table = tableAt;
  row = (<usize>rowEntries) << 1;
  twoWay = bothWays;
  aimed = scratch;
  unit = unitCost;
  slack = slackCost;
}

/** Sets the target of the bounds: copies its row into `aimed`, unknown entries as 0. */
export function landmarksAim(target: u32): void {
  const at = table + <usize>target * row;
  const unknown = i16x8.splat(<i16>LANDMARK_UNKNOWN);
  for (let i: usize = 0; i < row; i += 16) {
    const t = v128.load(at + i);
    v128.store(aimed + i, v128.andnot(t, i16x8.eq(t, unknown)));
  }
}

/** The lower bound of a node on the distance to the target given to `landmarksAim`. */
export function landmarkBound(node: u32): f64 {
  const far = aimed,
    end = row,
    at = table + <usize>node * end;
  let best = i16x8.splat(0);
  if (twoWay) {
    for (let i: usize = 0; i < end; i += 16) {
      const t = v128.load(far + i),
        v = v128.load(at + i);
      best = i16x8.max_u(best, v128.or(i16x8.sub_sat_u(t, v), i16x8.sub_sat_u(v, t)));
    }
  } else {
    for (let i: usize = 0; i < end; i += 16) {
      best = i16x8.max_u(best, i16x8.sub_sat_u(v128.load(far + i), v128.load(at + i)));
    }
  }
  best = i16x8.max_u(best, v128.shuffle<i16>(best, best, 4, 5, 6, 7, 0, 1, 2, 3));
  best = i16x8.max_u(best, v128.shuffle<i16>(best, best, 2, 3, 0, 1, 6, 7, 4, 5));
  best = i16x8.max_u(best, v128.shuffle<i16>(best, best, 1, 0, 3, 2, 5, 4, 7, 6));
  return max(<f64>(<u32>i16x8.extract_lane_u(best, 0)) * unit - slack, 0);
}
