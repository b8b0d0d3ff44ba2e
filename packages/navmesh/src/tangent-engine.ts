import type { EndsLocator } from './locate-ends.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import { guarded, type SearchEngine } from './search-engine.ts';
import type { SearchTables } from './table-file.ts';
import { deadEndOf, instantiateTangents } from './tangent-kernels.ts';

/** MIXED of assembly/tangents/search.ts. */
const MIXED = 0xfffffffe;

/** A* on the tangent graph; undefined where the corners see too many others. `split` is one of `splitVertices`. */
export function createTangentEngine(
  split: PolygonMesh,
  reduction: Reduction,
  ends: EndsLocator,
  wantsTable: boolean,
  saved?: SearchTables<'tangents'>,
): SearchEngine | undefined {
  const instance = instantiateTangents(
    split,
    reduction,
    ends.part,
    ends.epsilon,
    wantsTable,
    saved,
  );
  if (instance === undefined) return undefined;
  const { kernels, arena, blocks, place, tables } = instance;
  let turnRoom = 256;
  let turnAddress = blocks.allocate(16 * turnRoom);
  let isProven = true;
  let cost = Infinity;
  let turns: Float64Array = new Float64Array(0);
  let turnCount = 0;

  /** The dead end that all of some triangles are in; MIXED where they are not all in the same, or out of all. */
  function commonEnd(triangles: Uint32Array, count: number): number {
    const end = deadEndOf(reduction, triangles[0]!);
    for (let i = 1; i < count; i++) if (deadEndOf(reduction, triangles[i]!) !== end) return MIXED;
    return end;
  }

  return {
    get memoryBytes() {
      return blocks.held();
    },
    begin(sx, sy, wantsFirst) {
      isProven = false;
      const from = commonEnd(ends.sources, ends.sourceCount);
      const to = commonEnd(ends.targets, ends.targetCount);
      kernels.tangentsBegin(sx, sy, ends.x, ends.y, from, to);
      for (let i = 0; i < ends.targetCount; i++) kernels.tangentsTarget(place[ends.targets[i]!]!);
      for (let i = 0; i < ends.sourceCount; i++) kernels.tangentsStart(place[ends.sources[i]!]!);
      if (wantsFirst) guarded(kernels.tangentsFirst);
      cost = kernels.tangentsCost();
    },
    advance(states) {
      isProven = guarded(() => kernels.tangentsRun(states)) !== 0;
      cost = kernels.tangentsCost();
    },
    get isProven() {
      return isProven;
    },
    get cost() {
      return cost;
    },
    lowerBound: () => (isProven ? cost : kernels.tangentsLowerBound()),
    expanded: () => kernels.tangentsExpanded(),
    queued: () => kernels.tangentsQueued(),
    tested: () => kernels.tangentsTested(),
    keepTurns() {
      turnCount = kernels.tangentsTurns();
      if (turnCount > turnRoom) {
        blocks.free(turnAddress);
        turnRoom = 2 * turnCount;
        turnAddress = blocks.allocate(16 * turnRoom);
      }
      kernels.tangentsWrite(turnAddress);
      turns = new Float64Array(arena.memory.buffer, turnAddress, 2 * turnCount);
    },
    get turns() {
      return turns;
    },
    get turnCount() {
      return turnCount;
    },
    tables,
    destroy: () => blocks.freeAll(),
  };
}
