// Bar 5: an obstacle comes or goes on Aurora; and random edits leave what a new build gives.
import { join } from 'node:path';
import { random, roomsGrid } from '@wayfield/graph/generators';
import {
  checkTriangulation,
  createNavMesh,
  outlineGrid,
  type Polygon,
  type Triangulation,
} from '@wayfield/navmesh';
import { result } from '../bars/bar.ts';
import { readMap } from '../problems/movingai.ts';
import { summarise } from '../report/statistics.ts';
import type { NavmeshBar } from './navmesh-bar.ts';

const SQUARE = [0, 0, 10, 0, 10, 10, 0, 10];
/** Edits of one mesh before a new one begins. */
const RUN = 25;

export const edits: NavmeshBar = {
  name: '5',
  title: 'local changes: time of one on Aurora, and equality with a new build',
  async run({ data, session, seed, quick, add }) {
    const next = random(seed);
    const isSmall = quick || data === undefined;
    const grid = isSmall
      ? roomsGrid(64, 64, { seed })
      : await readMap(join(data, 'grid', 'sc1', 'Aurora.map.gz'));
    const mesh = createNavMesh(outlineGrid(grid));
    const before = describe(mesh.triangulation);
    const times: number[] = [];
    for (let i = 0; i < (isSmall ? 50 : 2000); i++) {
      const [x, y] = [next() * (grid.width - 8) + 4, next() * (grid.height - 8) + 4];
      const ring: number[] = [];
      for (let k = 0; k < 6; k++)
        ring.push(x + 4 * Math.cos((k * Math.PI) / 3), y + 4 * Math.sin((k * Math.PI) / 3));
      const start = performance.now();
      const id = mesh.add(ring);
      const between = performance.now();
      mesh.remove(id);
      times.push(between - start, performance.now() - between);
    }
    checkTriangulation(mesh.triangulation);
    session.addCheck('Aurora after all edits', describe(mesh.triangulation) === before);
    const { median, p95 } = summarise(times);
    add(
      result(
        `${isSmall ? 'rooms' : 'Aurora'}: an obstacle comes or goes, median`,
        median,
        1,
        'ms',
        'less',
        `95 % within ${p95.toPrecision(3)} ms`,
      ),
    );

    const count = quick ? 100 : 10_000;
    let right = 0;
    for (let done = 0, run = 0; done < count; run++) {
      const alive = new Map<number, Polygon>();
      const edited = createNavMesh({ boundary: SQUARE });
      for (let step = 0; step < RUN && done < count; step++, done++) {
        const ids = [...alive.keys()];
        if (ids.length > 0 && next() < 0.4) {
          const id = ids[Math.floor(next() * ids.length)]!;
          edited.remove(id);
          alive.delete(id);
        } else {
          const polygon = randomPolygon(next, run % 4);
          alive.set(edited.add(polygon), polygon);
        }
        checkTriangulation(edited.triangulation);
        const anew = createNavMesh({ boundary: SQUARE, obstacles: [...alive.values()] });
        const isRight = describe(edited.triangulation) === describe(anew.triangulation);
        session.addCheck(`run ${run}, edit ${step}`, isRight);
        if (isRight) right++;
      }
    }
    add(result('random edits that leave what a new build gives', right, count, 'edits', 'more'));
  },
};

/** Trouble of four kinds: on few lattice points, on hundredths, anywhere, on quarters. */
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

/** All triangles by coordinates, with walls and depth: equal for equal triangulations. */
function describe(t: Triangulation): string {
  const lines: string[] = [];
  for (let e = 0; e < t.triangleCount * 3; e += 3) {
    if (t.corner[e]! < 0) continue;
    const corners = [e, e + 1, e + 2].map((side) => {
      const v = t.corner[side]!;
      return `${t.x[v]},${t.y[v]}${t.constraint[side]! >= 0 ? '|' : '-'}`;
    });
    const first = corners.indexOf([...corners].sort()[0]!);
    const turned = [corners[first], corners[(first + 1) % 3], corners[(first + 2) % 3]];
    lines.push(`${turned.join(' ')} ${t.depth[e / 3]}`);
  }
  return lines.sort().join('\n');
}
