// Target 5: an obstacle comes or goes on Aurora, in triangulation and reduction; random edits leave
// the same mesh as a rebuild.
import { random } from '@wayfield/graph/generators';
import {
  buildPolygonMesh,
  buildReduction,
  checkTriangulation,
  createNavMesh,
  createReduction,
  type LiveReduction,
  type NavMesh,
  outlineGrid,
  type Polygon,
} from '@wayfield/navmesh';
import { atLeast, atMost, result, type Target } from '../run/target.ts';
import { summarise } from '@wayfield/bench/internal/run/statistics/summary';
import { describeReduction, describeTriangulation } from './describe-mesh.ts';
import { hexagon, mapToChange } from './edit-to-answer.ts';

const SQUARE = [0, 0, 10, 0, 10, 10, 0, 10];
/** Edits of one mesh before the next mesh begins. */
const RUN = 25;

export const edits: Target = {
  name: '5',
  title: 'local changes: time of one on Aurora, and equality with a new build',
  async run({ data, session, seed, quick, add }) {
    const next = random(seed);
    const { grid, isSmall } = await mapToChange(data, seed, quick);
    const mesh = createNavMesh(outlineGrid(grid));
    const live = createReduction(mesh);
    const before = describe(mesh, live);
    const times: number[] = [];
    const shares: number[] = [];
    const change = (job: () => void): void => {
      const start = performance.now();
      job();
      const between = performance.now();
      live.update();
      const end = performance.now();
      times.push(end - start);
      shares.push(between - start);
    };
    for (let i = 0; i < (isSmall ? 50 : 2000); i++) {
      const ring = hexagon(next() * (grid.width - 8) + 4, next() * (grid.height - 8) + 4);
      let id = 0;
      change(() => {
        id = mesh.add(ring);
      });
      change(() => mesh.remove(id));
    }
    checkTriangulation(mesh.triangulation);
    session.addCheck('Aurora after all edits', describe(mesh, live) === before);
    const { median, p95 } = summarise(times);
    const share = summarise(shares).median;
    const name = isSmall ? 'rooms' : 'Aurora';
    add(
      result(
        `${name}: an obstacle comes or goes, triangulation and reduction, median`,
        median,
        atMost(1, 'ms'),
        `95 % within ${p95.toPrecision(3)} ms; the triangulation alone ${share.toPrecision(3)} ms`,
      ),
    );
    live.destroy();

    const count = quick ? 50 : 10_000;
    let right = 0;
    for (let done = 0, run = 0; done < count; run++) {
      const alive = new Map<number, Polygon>();
      // each kind of polygons runs with and without a coarse grid (`snap`) that merges near points
      const world = { boundary: SQUARE, ...((run >> 2) % 2 === 1 && { snap: 1 / 16 }) };
      const edited = createNavMesh(world);
      const kept = createReduction(edited);
      for (let step = 0; step < RUN && done < count; step++, done++) {
        const ids = [...alive.keys()];
        if (ids.length > 0 && next() < 0.4) {
          const id = ids[Math.floor(next() * ids.length)];
          edited.remove(id);
          alive.delete(id);
        } else {
          const polygon = randomPolygon(next, run % 4);
          alive.set(edited.add(polygon), polygon);
        }
        checkTriangulation(edited.triangulation);
        const rebuilt = createNavMesh({ ...world, obstacles: [...alive.values()] });
        const isRight = describe(edited, kept) === describe(rebuilt);
        session.addCheck(`run ${run}, edit ${step}`, isRight);
        if (isRight) right++;
      }
    }
    add(result('random edits that leave what a new build gives', right, atLeast(count, 'edits')));
  },
};

/**
 * A polygon of 3 to 8 corners, by four kinds of coordinates, most of which make degenerate input:
 * few lattice points, hundredths, any numbers, quarters.
 */
export function randomPolygon(next: () => number, kind: number): number[] {
  const at = (): number =>
    kind === 0 ? Math.floor(next() * 8) : kind === 3 ? Math.floor(next() * 40) / 4 : next() * 10;
  const [x, y] = [at(), at()];
  return Array.from({ length: 2 * (3 + Math.floor(next() * 6)) }, (_, i) => {
    if (kind === 0 || kind === 3) return at();
    const near = Math.min(10, Math.max(0, (i % 2 ? y : x) + (next() - 0.5) * 4));
    return kind === 1 ? Math.round(near * 100) / 100 : near;
  });
}

/**
 * The text of a triangulation and its reduction; without `live` the reduction is built from
 * scratch.
 */
function describe({ triangulation }: NavMesh, live?: LiveReduction): string {
  const mesh = buildPolygonMesh(triangulation, { merge: false });
  const kept = live?.snapshot() ?? { mesh, reduction: buildReduction(mesh) };
  return `${describeTriangulation(triangulation)}\n${describeReduction(kept.mesh, kept.reduction)}`;
}
