// Linear programs that a caller brings: called by `solvePrograms` in src/internal.ts.

import { f64At, putF64, u32At } from '../columns';
import { LINES_BYTES } from '../layout-world';
import { putLine } from './half-planes';
import { relaxedLast, solve, velocityX, velocityY } from './program';

/** Bytes of scratch that `solveMany` needs: two sets of half-planes. */
export const PROGRAM_BYTES: usize = 2 * LINES_BYTES;

/**
 * Addresses of the arrays of `Programs` and `ProgramAnswers` in src/internal.ts, and of scratch.
 */
@unmanaged
class Batch {
  first: usize;
  walls: usize;
  halfPlanes: usize;
  preferred: usize;
  maxSpeed: usize;
  velocity: usize;
  relaxed: usize;
  scratch: usize;
}

export const BATCH_BYTES: u32 = offsetof<Batch>();

/** Solves the programs from `from` to `to` − 1 of the batch at `address`. */
export function solveMany(address: usize, from: u32, to: u32): void {
  const batch = changetype<Batch>(address);
  const lines = batch.scratch;
  const projected = lines + LINES_BYTES;
  for (let program = from; program < to; program++) {
    const first = u32At(batch.first, program);
    const count = u32At(batch.first, program + 1) - first;
    for (let i: u32 = 0; i < count; i++) {
      const at = 3 * (first + i);
      const x = f64At(batch.halfPlanes, at);
      const y = f64At(batch.halfPlanes, at + 1);
      putLine(lines, i, x, y, f64At(batch.halfPlanes, at + 2));
    }
    const x = f64At(batch.preferred, 2 * program);
    const y = f64At(batch.preferred, 2 * program + 1);
    const speed = f64At(batch.maxSpeed, program);
    solve(lines, projected, load<u8>(batch.walls + program), count, x, y, speed);
    putF64(batch.velocity, 2 * program, velocityX());
    putF64(batch.velocity, 2 * program + 1, velocityY());
    store<u8>(batch.relaxed + program, <u8>relaxedLast());
  }
}
