import { random } from '@wayfield/graph/generators';
import { buildPolygonMesh, createNavMesh, type NavMesh } from '@wayfield/navmesh';
import { refuses, sameArray, whereArraysEnd } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMeshWalls, type Walls, wallsOfMesh } from '../src/walls.ts';

const test = suite('walls of a mesh');

/** Half the width of the square in which all obstacles lie. */
const HALF = 20;
const boundary = [-HALF, -HALF, HALF, -HALF, HALF, HALF, -HALF, HALF];

type Next = ReturnType<typeof random>;

/** A convex ring: points of a circle in order. */
function ring(next: Next): number[] {
  const radius = 0.5 + 5 * next();
  const [x, y] = [(2 * next() - 1) * (HALF - radius), (2 * next() - 1) * (HALF - radius)];
  const count = 3 + next(4);
  const start = next();
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * (k + start)) / count;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }).flat();
}

/** Whether a point lies inside a ring, by the even-odd rule. */
function inside(given: readonly number[], x: number, y: number): boolean {
  let odd = false;
  for (let i = 0, k = given.length - 2; i < given.length; k = i, i += 2) {
    const [ax, ay, bx, by] = [given[k], given[k + 1], given[i], given[i + 1]];
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) odd = !odd;
  }
  return odd;
}

function distance(walls: Walls, i: number, x: number, y: number): number {
  const [dx, dy] = [walls.bx[i] - walls.ax[i], walls.by[i] - walls.ay[i]];
  const part = ((x - walls.ax[i]) * dx + (y - walls.ay[i]) * dy) / (dx * dx + dy * dy);
  const t = Math.min(1, Math.max(0, part));
  return Math.hypot(x - walls.ax[i] - t * dx, y - walls.ay[i] - t * dy);
}

function sameWalls(a: Walls, b: Walls): void {
  assert.is(a.count, b.count);
  for (const key of ['ax', 'ay', 'bx', 'by', 'storey'] as const)
    sameArray(a[key] as ArrayLike<number>, b[key] as ArrayLike<number>, key);
}

test('cover the border of free space, and no place inside it: 60 meshes, seed 11', () => {
  const next = random(11);
  const side = 1e-4;
  for (let k = 0; k < 60; k++) {
    const obstacles = Array.from({ length: 1 + next(8) }, () => ring(next));
    const wall = [-5 + next(), -15, 5, 15 * next()];
    const walls = wallsOfMesh(createNavMesh({ boundary, obstacles, walls: [wall] }));
    const isFree = (x: number, y: number): boolean =>
      inside(boundary, x, y) && !obstacles.some((obstacle) => inside(obstacle, x, y));
    /** The free sides of a segment, at `part` of its length: 0, 1 or 2. */
    const freeSides = (line: readonly number[], part: number): [number, number, number] => {
      const [ax, ay, bx, by] = line;
      const length = Math.hypot(bx - ax, by - ay);
      const [nx, ny] = [(-(by - ay) / length) * side, ((bx - ax) / length) * side];
      const [x, y] = [ax + part * (bx - ax), ay + part * (by - ay)];
      return [x, y, +isFree(x + nx, y + ny) + +isFree(x - nx, y - ny)];
    };

    // every free side of an input segment is covered
    const segments: number[][] = [wall];
    for (const given of [boundary, ...obstacles])
      for (let i = 0; i < given.length; i += 2)
        segments.push([...given.slice(i, i + 2), ...[...given, ...given].slice(i + 2, i + 4)]);
    for (const segment of segments)
      for (let part = 1 / 64; part < 1; part += 1 / 32) {
        const [x, y, sides] = freeSides(segment, part);
        if (sides === 0) continue;
        let near = Infinity;
        for (let i = 0; i < walls.count; i++) near = Math.min(near, distance(walls, i, x, y));
        assert.ok(near < 1e-9, `mesh ${k}: (${x}, ${y}) is ${near} from every wall`);
      }

    // every wall has free ground on one side; only the open line has it on both
    for (let i = 0; i < walls.count; i++) {
      const [ax, ay, bx, by] = [walls.ax[i], walls.ay[i], walls.bx[i], walls.by[i]];
      const [x, y, sides] = freeSides([ax, ay, bx, by], 0.5);
      const [dx, dy] = [wall[2] - wall[0], wall[3] - wall[1]];
      const off = Math.abs((x - wall[0]) * dy - (y - wall[1]) * dx) / Math.hypot(dx, dy);
      if (off < 1e-9) assert.ok(sides > 0, `mesh ${k}: wall ${i} lies in obstacles`);
      else if (Math.hypot(bx - ax, by - ay) > 10 * side)
        assert.is(sides, 1, `mesh ${k}: wall ${i} at (${x}, ${y})`);
    }
  }
});

test('follow 400 changes, and are those of a new mesh (seed 4)', () => {
  const next = random(4);
  const mesh = createNavMesh({ boundary });
  const live = createMeshWalls(mesh, { storey: 7 });
  const kept = new Map<number, { line: number[]; isWall: boolean }>();
  let changes = 0;
  for (let k = 0; k < 400; k++) {
    const before = live.walls;
    const ids = [...kept.keys()];
    if (ids.length > 12 || (ids.length > 0 && next() < 0.4)) {
      const id = ids[next(ids.length)];
      mesh.remove(id);
      kept.delete(id);
    } else if (next() < 0.3) {
      const line = Array.from({ length: 4 }, () => (2 * next() - 1) * HALF);
      kept.set(mesh.addWall(line), { line, isWall: true });
    } else {
      const line = ring(next);
      kept.set(mesh.add(line), { line, isWall: false });
    }
    // some updates take over several changes
    if (next() < 0.3) continue;
    const changed = live.update();
    assert.is(changed, live.walls !== before);
    changes += +changed;
    sameWalls(live.walls, wallsOfMesh(mesh, { storey: 7 }));
    if (k % 10 !== 0) continue;
    const now = [...kept.values()];
    const again = createNavMesh({
      boundary,
      obstacles: now.filter(({ isWall }) => !isWall).map(({ line }) => line),
      walls: now.filter(({ isWall }) => isWall).map(({ line }) => line),
    });
    sameWalls(live.walls, wallsOfMesh(again, { storey: 7 }));
  }
  assert.ok(changes > 200, `${changes} changes`);
});

test('tell of no change where no wall came or went', () => {
  const mesh = createNavMesh({ boundary, obstacles: [[-5, -5, 5, -5, 5, 5, -5, 5]] });
  const live = createMeshWalls(mesh);
  assert.not(live.update());
  const door = mesh.add([10, 10, 12, 10, 12, 12]);
  assert.ok(live.update());
  assert.is(live.walls.count, 11);
  mesh.remove(door);
  assert.ok(live.update());
  const { walls } = live;
  mesh.remove(mesh.add([10, 10, 12, 10, 12, 12])); // opened and closed
  mesh.add([-1, -1, 1, -1, 1, 1]); // inside the obstacle
  assert.not(live.update());
  assert.is(live.walls, walls);
  live.destroy();
  mesh.add([10, 10, 12, 10, 12, 12]);
  assert.not(live.update());
});

test('are those of the polygon mesh', () => {
  const next = random(8);
  const obstacles = Array.from({ length: 9 }, () => ring(next));
  const nav: NavMesh = createNavMesh({ boundary, obstacles });
  sameWalls(wallsOfMesh(buildPolygonMesh(nav.triangulation, { merge: false })), wallsOfMesh(nav));
});

test('work near the change: an update of 1,000 obstacles looks at few triangles', () => {
  const obstacles: number[][] = [];
  for (let x = 0; x < 25; x++)
    for (let y = 0; y < 40; y++) {
      const [px, py] = [-19 + 1.5 * x, -19.5 + y * 0.95];
      obstacles.push([px, py, px + 0.3, py, px + 0.3, py + 0.3]);
    }
  const mesh = createNavMesh({ boundary, obstacles });
  const t = mesh.triangulation;
  let reads = 0;
  // counts the reads of `depth`, one or two per side that is looked at
  const depth = new Proxy(t.depth, {
    get(target, key) {
      reads++;
      return Reflect.get(target, key);
    },
  });
  const watched = Object.create(t, { depth: { get: () => depth } }) as typeof t;
  const meshSeen = { triangulation: watched, follow: mesh.follow };
  const live = createMeshWalls(meshSeen);
  const all = reads;
  reads = 0;
  mesh.add([0.4, 0.4, 0.5, 0.4, 0.5, 0.5]);
  assert.ok(live.update());
  assert.ok(reads * 20 < all, `${reads} reads for an update, ${all} for the mesh`);
});

test('have no -0, as those of wallsOfMesh', () => {
  const mesh = createNavMesh({ boundary: [0, 0, 4, 0, 4, 4, 0, 4] });
  const t = mesh.triangulation;
  const x = Float64Array.from(t.x, (value) => (value === 0 ? -0 : value));
  const signed = { triangulation: Object.create(t, { x: { value: x } }), follow: mesh.follow };
  for (const { ax, bx } of [wallsOfMesh(signed), createMeshWalls(signed).walls])
    assert.not.ok([...ax, ...bx].some((value) => Object.is(value, -0)));
});

test('are right at the next update when memory ended during one', () => {
  const mesh = createNavMesh({ boundary });
  const live = createMeshWalls(mesh);
  mesh.add([1, 1, 2, 1, 2, 2, 1, 2]);
  let failures = 0;
  for (let made = 0; ; made++) {
    if (whereArraysEnd(made, () => live.update(), ['Float64Array'])) break;
    failures++;
  }
  assert.ok(failures > 2, `${failures} failures`);
  sameWalls(live.walls, wallsOfMesh(mesh));
});

test('refuse what is no mesh', () => {
  refuses(() => wallsOfMesh({} as NavMesh), TypeError, /^mesh\./);
  refuses(() => createMeshWalls({} as NavMesh), TypeError, /^mesh\.follow/);
  const mesh = createNavMesh({ boundary });
  refuses(() => createMeshWalls(mesh, { storey: -1 }), RangeError, /^storey is -1/);
});

test.run();
