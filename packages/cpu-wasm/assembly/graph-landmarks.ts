// Lower bounds by landmarks and the triangle inequality (ALT: Goldberg and Harrelson 2005): what is left
// from v to t is at least d(L, t) - d(L, v), and at least d(v, L) - d(t, L), for every landmark L.
//
// Tables are f32, `lanes` per node side by side, so that a node costs one or two cache lines. NaN says
// nothing: the maximum below ignores it. Distances are sums that were rounded, so each may be off by a
// share `slack` of itself; that much of both is taken off the bound, and it is true of the exact
// distances. Where all sums are exact there is no slack.

let from: usize = 0;
/** 0 where it would be the same as `from`. */
let to: usize = 0;
/** Bytes of a row. */
let row: usize = 0;
/** The rows of the target, by `from` and then by `to`. */
let aimed: usize = 0;
let slack: f32 = 0;

/** Takes tables of rows of `lanes` floats, a multiple of 4; `scratch` has room for two rows. */
export function graphLandmarksBind(
  fromAt: usize,
  toAt: usize,
  lanes: u32,
  scratch: usize,
  share: f32,
): void {
  from = fromAt;
  to = toAt;
  row = (<usize>lanes) << 2;
  aimed = scratch;
  slack = share;
}

export function landmarksAim(target: u32): void {
  memory.copy(aimed, from + <usize>target * row, row);
  if (to) memory.copy(aimed + row, to + <usize>target * row, row);
}

/** The bound of a node; aim first. */
export function landmarkBound(node: u32): f32 {
  const loss = f32x4.splat(slack);
  const far = aimed,
    end = row;
  let at = from + <usize>node * end;
  let best = f32x4.splat(0);
  if (!to) {
    // all ways lead back at the same cost: both inequalities at once
    for (let i: usize = 0; i < end; i += 16) {
      const t = v128.load(far + i),
        v = v128.load(at + i);
      const bound = f32x4.sub(f32x4.abs(f32x4.sub(t, v)), f32x4.mul(loss, f32x4.add(t, v)));
      best = f32x4.pmax(best, bound);
    }
  } else {
    for (let i: usize = 0; i < end; i += 16) {
      const t = v128.load(far + i),
        v = v128.load(at + i);
      const bound = f32x4.sub(f32x4.sub(t, v), f32x4.mul(loss, f32x4.add(t, v)));
      best = f32x4.pmax(best, bound);
    }
    at = to + <usize>node * end;
    for (let i: usize = 0; i < end; i += 16) {
      const t = v128.load(far + end + i),
        v = v128.load(at + i);
      const bound = f32x4.sub(f32x4.sub(v, t), f32x4.mul(loss, f32x4.add(t, v)));
      best = f32x4.pmax(best, bound);
    }
  }
  best = f32x4.max(best, v128.shuffle<i32>(best, best, 2, 3, 0, 1));
  return max(f32x4.extract_lane(best, 0), f32x4.extract_lane(best, 1));
}
