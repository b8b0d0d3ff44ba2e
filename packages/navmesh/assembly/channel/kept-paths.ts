// A stack of paths, used within one walk (walk.ts, `goThroughNode` of search.ts). Where a triangle
// can be left over two sides, the current path is kept here, and the walk goes on over the right
// side. Later the walk takes the kept path and goes on over the left side. A disc that has crossed
// a bottleneck opens a label for the second side instead (`leaveOverBetter` of walk.ts).

import { reallocate } from '../env';
import { funnelBytes, funnelLoad, funnelSave, leftBytes, apexTurn } from './funnel';
import { KeptPath } from './layout';

/** The funnels of the paths, each with a record `KeptPath` behind. Room and end in bytes. */
let stack: usize = 0;
let room: usize = 0;
let end: usize = 0;

export function keptBind(address: usize, bytes: u32): void {
  stack = address;
  room = bytes;
}
export function keptForget(): void {
  end = 0;
}
/** How many bytes are kept: equal to an earlier value if all paths kept since were taken. */
export function keptNow(): usize {
  return end;
}

export class KeptPaths {
  /** Keeps the current path, which entered a triangle over a side. */
  // @ts-ignore: decorator
  @inline
  static keep(entry: u32, branch: u32): void {
    const bytes = funnelBytes();
    const next = end + bytes + offsetof<KeptPath>();
    if (next > room) {
      stack = reallocate(stack, end, next << 1);
      room = next << 1;
    }
    funnelSave(stack + end);
    const kept = changetype<KeptPath>(stack + end + bytes);
    kept.turn = apexTurn();
    kept.branch = branch;
    kept.leftBytes = <u32>leftBytes();
    kept.bytes = <u32>bytes;
    kept.entry = entry;
    end = next;
  }

  /**
   * Takes the path kept last from the stack and makes it the current one. Returns the side over
   * which it entered its triangle.
   */
  // @ts-ignore: decorator
  @inline
  static take(): u32 {
    const kept = changetype<KeptPath>(stack + end - offsetof<KeptPath>());
    end -= <usize>kept.bytes + offsetof<KeptPath>();
    takenBranch = kept.branch;
    funnelLoad(stack + end, kept.leftBytes, kept.bytes, kept.turn);
    return kept.entry;
  }
}
/** The last branch of the path that was taken last. */
export function branchTaken(): u32 {
  return takenBranch;
}
let takenBranch: u32 = 0;
