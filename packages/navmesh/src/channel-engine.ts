import { NONE } from '@wayfield/graph';
import type { EndsLocator } from './locate-ends.ts';
import { pickSectors } from './pick-sectors.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import { guarded, type SearchEngine } from './search-engine.ts';
import type { SearchTables } from './table-file.ts';
import { instantiateTriangles } from './triangle-kernels.ts';

/** TRA*, TA* and Fringe search: one search for each sector around the target. `split` is one of `splitVertices`. */
export function createChannelEngine(
  split: PolygonMesh,
  reduction: Reduction,
  ends: EndsLocator,
  algorithm: 'tra*' | 'ta*' | 'fringe',
  wantsTable: boolean,
  saved?: SearchTables<'corridors'>,
): SearchEngine {
  const { part } = ends;
  const instance = instantiateTriangles(
    split,
    reduction,
    part,
    ends.epsilon,
    algorithm,
    wantsTable,
    saved,
  );
  const { kernels, arena, blocks, hasNodes, tables } = instance;
  let turnRoom = 256;
  let turnAddress = blocks.allocate(4 * turnRoom);
  let words = arena.words();

  let [sx, sy] = [0, 0];
  /** One triangle per sector of the target: there are several where walls meet in it. */
  const sectors: number[] = [];
  const starts: number[] = [];
  let sector = 0;
  /** Whether to find a path at once, which takes a little longer to the end. */
  let findsFirst = false;
  /** Whether the turns are asked for. */
  let needsTurns = true;
  let isProven = true;
  let cost = Infinity;
  let expanded = 0;
  let queued = 0;
  let tested = 0;
  /** The turns of the best path of the sectors before. */
  let turns = new Float64Array(128);
  let turnCount = 0;

  function isReachable(target: number): boolean {
    for (const t of starts) if (part[t] === part[target]) return true;
    return false;
  }

  /** Begins the search for the next sector of the target. */
  function nextSector(): void {
    for (sector++; sector < sectors.length; sector++) {
      const target = sectors[sector]!;
      if (!isReachable(target)) continue;
      kernels.searchBegin(sx, sy, ends.x, ends.y, target, cost, hasNodes[target] === 1);
      for (const t of starts) if (part[t] === part[target]) kernels.searchStart(t);
      for (const t of starts) if (part[t] === part[target]) kernels.searchOpen(t);
      if (findsFirst) guarded(kernels.searchFirst);
      cost = kernels.searchCost();
      return;
    }
    isProven = true;
  }

  /** Takes the turns of a path that the search at hand found out of the kernels' memory. */
  function keepTurns(): void {
    if (isProven) return;
    const count = kernels.pathTurns();
    // the wasm side says NONE as a signed number
    if (count >>> 0 === NONE) return;
    if (count > turnRoom) {
      blocks.free(turnAddress);
      turnRoom = 2 * count;
      turnAddress = blocks.allocate(4 * turnRoom);
    }
    if (2 * count > turns.length) turns = new Float64Array(4 * count);
    turnCount = count;
    if (count === 0) return;
    kernels.pathWrite(turnAddress);
    // a memory that has grown leaves its views without entries
    if (words.length === 0) words = arena.words();
    for (let k = 0; k < count; k++) {
      const v = words[(turnAddress >>> 2) + k]!;
      turns[2 * k] = split.x[v]!;
      turns[2 * k + 1] = split.y[v]!;
    }
  }

  return {
    get memoryBytes() {
      return blocks.held();
    },
    begin(sourceX, sourceY, wantsFirst, wantsTurns) {
      findsFirst = wantsFirst && algorithm !== 'fringe';
      needsTurns = wantsTurns;
      sx = sourceX;
      sy = sourceY;
      cost = Infinity;
      turnCount = 0;
      expanded = queued = tested = 0;
      pickSectors(split, ends.sources, ends.sourceCount, starts);
      pickSectors(split, ends.targets, ends.targetCount, sectors);
      isProven = false;
      sector = -1;
      nextSector();
    },
    advance(states) {
      const isDone = guarded(() => kernels.searchRun(states));
      cost = kernels.searchCost();
      if (!isDone) return;
      expanded += kernels.searchExpanded();
      queued += kernels.searchQueued();
      tested += kernels.searchTested();
      if (needsTurns) keepTurns();
      nextSector();
    },
    get isProven() {
      return isProven;
    },
    get cost() {
      return cost;
    },
    lowerBound() {
      if (isProven) return cost;
      const here = kernels.searchLowerBound();
      const others = sector + 1 < sectors.length ? Math.hypot(ends.x - sx, ends.y - sy) : Infinity;
      return Math.min(here, others);
    },
    expanded: () => expanded + (isProven ? 0 : kernels.searchExpanded()),
    queued: () => queued + (isProven ? 0 : kernels.searchQueued()),
    tested: () => tested + (isProven ? 0 : kernels.searchTested()),
    keepTurns,
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
