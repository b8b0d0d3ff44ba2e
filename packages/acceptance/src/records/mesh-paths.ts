// Target 5: any-angle paths by Euclidean hub labels, against Polyanya in turns.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildPointLabels, createLabelSearch } from '@wayfield/euclidean-hub-labels';
import { roomsGrid } from '@wayfield/graph/generators';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  loadMesh,
  outlineGrid,
  type PointQueries,
  type PolygonMesh,
} from '@wayfield/navmesh';
import { readBytes } from '@wayfield/bench/internal/run/problems/read-file';
import { someOf } from '@wayfield/bench/internal/meshes/study/judge';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { openQueries } from '../meshes/open-queries.ts';
import { describeRounds, timesOfParts } from '../run/parts.ts';
import {
  atMost,
  attempt,
  forComparison,
  NO_DATA,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';

/** The most microseconds of a path on Aurora, and the most bytes of the labels: requirements. */
const AURORA_US = 5;
const BUDGET = 512 * 2 ** 20;

export const meshPaths: Target = {
  name: '5',
  title: 'any-angle paths by Euclidean hub labels in 512 MiB, lengths as those of Polyanya',
  async run(context) {
    const { data, quick, seed, queries: count, add } = context;
    const small = 'rooms: mean query with its path';
    await attempt(context, small, async () => {
      const grid = roomsGrid(quick ? 48 : 192, quick ? 48 : 192, { seed });
      const { triangulation } = createNavMesh(outlineGrid(grid));
      const rooms = await race(context, 'rooms', {
        triangles: buildPolygonMesh(triangulation, { merge: false }),
        merged: buildPolygonMesh(triangulation),
        queries: openQueries(grid, quick ? 200 : Math.min(2000, count), seed),
      });
      add(forComparison(result(small, rooms.us, atMost(AURORA_US, 'us'), rooms.note)));
    });

    const mean = 'Aurora, all rows: mean query with its path';
    const at = join(data ?? '', 'mesh', 'polyanya', 'aurora');
    if (quick || data === undefined || !existsSync(`${at}.mesh.gz`)) {
      add(notMeasured(mean, atMost(AURORA_US, 'us'), quick ? 'left out by --quick' : NO_DATA));
      return;
    }
    const text = async (file: string): Promise<string> =>
      new TextDecoder().decode(await readBytes(file));
    const rows = (await text(`${at}.scen.gz`)).trim().split('\n').slice(1);
    const aurora = await race(context, 'Aurora', {
      triangles: loadMesh(await text(`${at}.mesh.gz`)),
      merged: loadMesh(await text(`${at}-merged.mesh.gz`)),
      queries: buildPointQueries(rows.map((row) => row.split('\t').map(Number).slice(4, 8))),
    });
    add(result(mean, aurora.us, atMost(AURORA_US, 'us'), aurora.note));
  },
};

interface Map {
  readonly triangles: PolygonMesh;
  readonly merged: PolygonMesh;
  readonly queries: PointQueries;
}

/** Checks all answers, then lets both searches take turns on parts of the queries. */
async function race(
  { session, rounds }: TargetContext,
  name: string,
  { triangles, merged, queries }: Map,
): Promise<{ readonly us: number; readonly note: string }> {
  const start = performance.now();
  const labels = buildPointLabels(triangles, {
    memoryBudget: BUDGET,
    onProgress: (done, count) => session.terminal.progress(`${name}: labelled`, done, count),
  });
  const seconds = (performance.now() - start) / 1000;
  const search = createLabelSearch(triangles, labels);
  const polyanya = createPolyanya(merged);
  try {
    const fault = faultOf(search.run(queries), polyanya.run(queries), queries.count);
    session.addCheck(`${name}: ${fault}`, fault === undefined);
    const programs = [search, polyanya].map(
      (solver) => (from: number, end: number) => solver.run(someOf(queries, from, end)),
    );
    const [own, other] = await timesOfParts(queries.count, programs, rounds, (round) =>
      session.terminal.progress(name, round, rounds),
    );
    session.terminal.clear();
    const inUs = (ms: readonly number[]): string => describeRounds(ms.map((one) => 1000 * one));
    const note =
      `Polyanya ${formatNumber(1000 * other.least)} us, ${inUs(other.rounds)}; ` +
      `${labels.cornerCount} corners, ` +
      `${formatNumber(labels.entries.length / 4 / Math.max(1, labels.cornerCount))} hubs each, ` +
      `cells of ${formatNumber(labels.cellSize)}, built in ${formatNumber(seconds)} s, ` +
      `${formatNumber(labels.byteLength / 1e6)} MB; each part in its best round; of the ` +
      `rounds ${inUs(own.rounds)}`;
    return { us: 1000 * own.least, note };
  } finally {
    search.destroy();
    polyanya.destroy();
  }
}

type Answers = Pick<ReturnType<ReturnType<typeof createPolyanya>['run']>, 'status' | 'cost'>;

/** The first of `count` lengths that differs from the expected one by more than rounding. */
export function faultOf(actual: Answers, expected: Answers, count: number): string | undefined {
  for (let i = 0; i < count; i++) {
    const [own, other] = [actual.cost[i], expected.cost[i]];
    if (
      actual.status[i] === expected.status[i] &&
      (own === other || Math.abs(own - other) <= 1e-9 * (1 + other))
    )
      continue;
    return `query ${i}: length ${own}, that of Polyanya is ${other}`;
  }
  return undefined;
}
