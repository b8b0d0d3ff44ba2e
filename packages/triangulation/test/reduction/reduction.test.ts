import { NONE } from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  buildPolygonMesh,
  buildReduction,
  createFunnel,
  createNavMesh,
  createSleeve,
  loadMesh,
  type PolygonMesh,
  pushSide,
  type Reduction,
} from '../../src/index.ts';
import { passWidth as widthAt } from '../../src/reduction/pass-widths.ts';
import { createRandom } from '@wayfield/testing/meshes';

const test = suite('reduction');

const owner = (side: number): number => Math.floor(side / 3);

function meshOf(boundary: number[], obstacles: number[][]): PolygonMesh {
  const { triangulation } = createNavMesh({ boundary, obstacles });
  return buildPolygonMesh(triangulation, { merge: false });
}

function square(x: number, y: number, size: number): number[] {
  return [x, y, x + size, y, x + size, y + size, x, y + size];
}

function countLevels(r: Reduction): number[] {
  const count = [0, 0, 0, 0];
  for (const level of r.level) count[level]++;
  return count;
}

/** Everything that the arrays promise, from the mesh alone. */
function check(mesh: PolygonMesh, r: Reduction): void {
  const { twin } = mesh;
  const funnel = createFunnel();
  const parts = Math.max(-1, ...r.part) + 1;
  const open = new Float64Array(parts);
  const triangles = new Uint32Array(parts);
  const nodes = new Uint32Array(parts);
  const rings = new Uint32Array(parts);
  for (let t = 0; t < mesh.polygonCount; t++) {
    const across = [3 * t, 3 * t + 1, 3 * t + 2].filter((s) => twin[s] !== NONE);
    triangles[r.part[t]]++;
    open[r.part[t]] += across.length / 2;
    const level = r.level[t];
    const ways = across.filter((s) => r.level[owner(twin[s])] >= 2).length;
    if (level >= 2) assert.is(ways, level, `triangle ${t}`);
    if (level === 0) {
      assert.is(across.length, 0);
      assert.is(r.structure[t], NONE);
    }
    if (level !== 1) assert.is(r.exit[t], NONE);
    else {
      const dead = r.structure[t];
      let at = t;
      let steps = 0;
      for (; r.exit[at] !== NONE && r.level[owner(twin[r.exit[at]])] === 1; steps++)
        at = owner(twin[r.exit[at]]);
      assert.is(r.structure[at], dead);
      assert.is(r.position[t], steps);
      assert.is(r.exit[at], r.mouth[dead]);
      if (r.mouth[dead] !== NONE) assert.is(r.level[owner(twin[r.mouth[dead]])], 2);
      else assert.ok(across.every((s) => r.level[owner(twin[s])] === 1));
    }
    if (level === 2) {
      assert.is(r.corridorTriangle[r.position[t]], t);
      const c = r.structure[t];
      assert.ok(r.firstTriangle[c] <= r.position[t] && r.position[t] < r.firstTriangle[c + 1]);
    }
    if (level === 3) {
      nodes[r.part[t]]++;
      assert.is(r.nodeTriangle[r.structure[t]], t);
      for (let k = 0; k < 3; k++)
        assert.is(r.corridorEnd[r.nodeCorridor[3 * r.structure[t] + k]], 3 * t + k);
    }
  }
  for (let c = 0; c < r.corridorCount; c++) {
    const list = r.corridorTriangle.subarray(r.firstTriangle[c], r.firstTriangle[c + 1]);
    const [from, to] = [r.corridorEnd[2 * c], r.corridorEnd[2 * c + 1]];
    const sideTo = (a: number, b: number): number =>
      [3 * a, 3 * a + 1, 3 * a + 2].find((s) => twin[s] !== NONE && owner(twin[s]) === b) ?? NONE;
    let width = Infinity;
    const walk = [...list];
    if (from === NONE) {
      assert.is(to, NONE);
      assert.is(r.corridorLength[c], 0);
      rings[r.part[list[0]]]++;
      walk.push(list[0]);
      walk.unshift(list[list.length - 1]);
    } else {
      walk.unshift(owner(from));
      walk.push(owner(to));
      if (list.length === 0) assert.is(twin[from], to);
    }
    const sleeve = createSleeve();
    for (let i = 0; i + 1 < walk.length; i++) {
      // the ends are given: two nodes can share more than one edge with a triangle between
      const side =
        from === NONE
          ? sideTo(walk[i], walk[i + 1])
          : i === 0
            ? from
            : i + 2 === walk.length
              ? twin[to]
              : sideTo(walk[i], walk[i + 1]);
      assert.is(owner(side), walk[i]);
      assert.is(owner(twin[side]), walk[i + 1]);
      pushSide(sleeve, mesh, walk[i], side);
      const k = sleeve.count - 1;
      const [dx, dy] = [sleeve.leftX[k] - sleeve.rightX[k], sleeve.leftY[k] - sleeve.rightY[k]];
      width = Math.min(width, Math.hypot(dx, dy));
    }
    assert.ok(r.corridorWidth[c] > 0 && r.corridorWidth[c] <= width);
    if (from !== NONE) assert.is(r.corridorLength[c], funnel.toSegment(sleeve));
  }
  // Euler: as many ways around something as there are edges beyond a tree
  for (let p = 0; p < parts; p++) {
    const around = open[p] - triangles[p] + 1;
    assert.is(nodes[p], around > 1 ? 2 * around - 2 : 0, `part ${p}`);
    assert.is(rings[p], around === 1 ? 1 : 0);
  }
  assert.is(r.corridorCount, (3 * r.nodeCount) / 2 + rings.reduce((a, b) => a + b, 0));
}

test('a part without a way around anything is one dead end', () => {
  const mesh = meshOf(square(0, 0, 10), []);
  const r = buildReduction(mesh);
  // two leaves that face each other
  assert.equal(countLevels(r), [0, 2, 0, 0]);
  assert.is(r.deadEndCount, 1);
  assert.is(r.mouth[0], NONE);
  assert.is(r.exit.filter((side) => side === NONE).length, 1);
  check(mesh, r);
  // a room with a wall to go around: still a tree
  const bent = meshOf(square(0, 0, 10), [[3, 0, 7, 0, 7, 8, 3, 8]]);
  check(bent, buildReduction(bent));
  assert.is(countLevels(buildReduction(bent))[1], bent.polygonCount);
});

test('a triangle between walls has level 0', () => {
  const mesh = meshOf([0, 0, 4, 0, 0, 4], []);
  const r = buildReduction(mesh);
  assert.equal(countLevels(r), [1, 0, 0, 0]);
  assert.is(r.structure[0], NONE);
  check(mesh, r);
});

test('one obstacle: a ring, with dead ends', () => {
  const mesh = meshOf(square(0, 0, 10), [square(4, 4, 2)]);
  const r = buildReduction(mesh);
  assert.equal(countLevels(r), [0, 0, 8, 0]);
  assert.is(r.corridorCount, 1);
  sameArray(r.corridorEnd, Uint32Array.of(NONE, NONE));
  assert.ok(Math.abs(r.corridorWidth[0] - 4) < 1e-12);
  check(mesh, r);
  // a niche in the wall
  const niche = meshOf(
    [0, 0, 10, 0, 10, 4, 14, 4, 14, 3, 16, 3, 16, 7, 14, 7, 14, 6, 10, 6, 10, 10, 0, 10],
    [square(4, 4, 2)],
  );
  const s = buildReduction(niche);
  assert.is(s.nodeCount, 0);
  assert.ok(s.deadEndCount > 0);
  check(niche, s);
});

test('two obstacles: two nodes, and corridors that run side by side or back to their node', () => {
  const pairs = new Set<string>();
  const random = createRandom(3);
  for (let i = 0; i < 60; i++) {
    const at = (low: number): number => low + Math.floor(random() * 4);
    const long = i % 3 === 0 ? 30 : 10;
    const mesh = meshOf(
      [0, 0, long, 0, long, 10, 0, 10],
      [square(at(1), at(1), 1), square(long - at(0.5) - 1, at(4), 1)],
    );
    const r = buildReduction(mesh);
    assert.is(r.nodeCount, 2);
    assert.is(r.corridorCount, 3);
    check(mesh, r);
    for (let c = 0; c < 3; c++) {
      const [a, b] = [0, 1].map((e) => r.structure[owner(r.corridorEnd[2 * c + e])]);
      pairs.add(a === b ? 'loop' : 'join');
    }
  }
  // dumb-bells: a passage between two rooms, an obstacle in each
  const bell = meshOf(
    [0, 0, 10, 0, 10, 4, 14, 4, 14, 0, 24, 0, 24, 10, 14, 10, 14, 6, 10, 6, 10, 10, 0, 10],
    [square(4, 4, 2), square(18, 4, 2)],
  );
  const r = buildReduction(bell);
  check(bell, r);
  const loops = [0, 1, 2].filter(
    (c) => owner(r.corridorEnd[2 * c]) === owner(r.corridorEnd[2 * c + 1]),
  );
  assert.is(loops.length, 2);
  const joint = [0, 1, 2].find((c) => !loops.includes(c))!;
  assert.ok(r.corridorWidth[joint] <= 2);
  assert.ok(pairs.has('join'));
});

test('n obstacles: 2n - 2 nodes, some of them neighbours (seeds 1 to 8)', () => {
  let neighbours = 0;
  for (let seed = 1; seed <= 8; seed++) {
    const random = createRandom(seed);
    const side = 2 + (seed % 4);
    const obstacles: number[][] = [];
    for (let row = 0; row < side; row++)
      for (let column = 0; column < side; column++) {
        const corners = 3 + Math.floor(random() * 6);
        const turned = random() * 7;
        const reach = 1 + random() * 3.5;
        const ring: number[] = [];
        for (let k = 0; k < corners; k++) {
          const angle = turned + (2 * Math.PI * k) / corners;
          ring.push(
            10 * column + 5 + reach * Math.cos(angle),
            10 * row + 5 + reach * Math.sin(angle),
          );
        }
        obstacles.push(ring);
      }
    const mesh = meshOf(square(0, 0, 10 * side), obstacles);
    const r = buildReduction(mesh);
    assert.is(r.nodeCount, 2 * side * side - 2, `seed ${seed}`);
    check(mesh, r);
    for (let c = 0; c < r.corridorCount; c++)
      if (r.firstTriangle[c] === r.firstTriangle[c + 1]) neighbours++;
  }
  assert.ok(neighbours > 5, `${neighbours} corridors without a triangle`);
});

test('obstacles that touch, cross and shut off: every part by Euler (seeds 1 to 10)', () => {
  let parts = 0;
  const seen = new Set<number>();
  for (let seed = 1; seed <= 10; seed++) {
    const random = createRandom(100 + seed);
    const obstacles = Array.from({ length: 24 }, () => {
      const [x, y] = [Math.floor(random() * 16), Math.floor(random() * 16)];
      const [w, h] = [1 + Math.floor(random() * 3), 1 + Math.floor(random() * 3)];
      return [x, y, x + w, y + (seed % 2), x + w, y + h, x, y + h];
    });
    const mesh = meshOf(square(0, 0, 18), obstacles);
    const r = buildReduction(mesh);
    check(mesh, r);
    parts += Math.max(...r.part) + 1;
    for (const level of r.level) seen.add(level);
  }
  assert.ok(parts > 15, `${parts} parts`);
  assert.is(seen.size, 4);
});

/**
 * The distance of an end of one of the two sides around the corner where side s starts to the wall
 * there that is next beyond the other side, where that makes less than a right angle and no vertex
 * lies between. hand 1: the walls to the right of the corner's side s.
 */
function toOwnWall(mesh: PolygonMesh, s: number, hand: number): number {
  const { x, y, corner, twin } = mesh;
  const t = 3 * owner(s);
  const [u, a, b] = [s, t + ((s + 1) % 3), t + ((s + 2) % 3)].map((k) => corner[k]) as [
    number,
    number,
    number,
  ];
  const [c, other] = hand > 0 ? [b, a] : [a, b];
  const turnFrom = (from: number, to: number): number => {
    const angle = (v: number): number => Math.atan2(y[v] - y[u], x[v] - x[u]);
    const turned = hand * (angle(from) - angle(to));
    return turned < -1e-12 ? turned + 2 * Math.PI : turned;
  };
  let [next, wall] = [Infinity, -1];
  for (let k = 0; k < corner.length; k++) {
    if (twin[k] !== NONE) continue;
    const end = corner[3 * owner(k) + ((k + 1) % 3)];
    const [start, far] = hand > 0 ? [corner[k], end] : [end, corner[k]];
    if (start === u && turnFrom(other, far) < next) [next, wall] = [turnFrom(other, far), far];
  }
  if (wall < 0 || turnFrom(c, other) + next >= Math.PI / 2) return Infinity;
  const [wx, wy] = [x[wall] - x[u], y[wall] - y[u]];
  const along = ((x[c] - x[u]) * wx + (y[c] - y[u]) * wy) / (wx * wx + wy * wy);
  const f = Math.min(1, along);
  const [px, py] = [x[u] + f * wx, y[u] + f * wy];
  const side = (ax: number, ay: number, bx: number, by: number, v: number): number =>
    hand * ((bx - ax) * (y[v] - ay) - (by - ay) * (x[v] - ax));
  for (const v of new Set(corner))
    if (
      v !== u &&
      v !== c &&
      v !== wall &&
      side(x[u], y[u], px, py, v) > 0 &&
      side(px, py, x[c], y[c], v) > 0 &&
      side(x[c], y[c], x[u], y[u], v) > 0
    )
      return Infinity;
  return Math.hypot(px - x[c], py - y[c]);
}

test('the width around a corner: the nearest wall behind any sides (seeds 1 to 6)', () => {
  let [counted, beside] = [0, 0];
  for (let seed = 1; seed <= 6; seed++) {
    const random = createRandom(200 + seed);
    const obstacles = Array.from({ length: 10 }, () => {
      const [x, y] = [1 + random() * 16, 1 + random() * 16];
      return [x, y, x + 1 + random(), y + random() * 0.2, x + random(), y + 1];
    });
    const mesh = meshOf(square(0, 0, 20), obstacles);
    const { passWidth } = buildReduction(mesh);
    const { x, y, corner, twin } = mesh;
    for (let s = 0; s < corner.length; s++) {
      const t = owner(s);
      const [behind, to, from] = [(s + 1) % 3, (s + 1) % 3, (s + 2) % 3].map((k) => 3 * t + k);
      if (twin[s] === NONE || twin[from!] === NONE) {
        assert.is(passWidth[s], 0);
        continue;
      }
      // the nearest point of all walls in the wedge between the two sides, cut where the sides end
      const [cx, cy] = [x[corner[s]], y[corner[s]]];
      const [ux, uy] = [x[corner[to!]] - cx, y[corner[to!]] - cy];
      const [vx, vy] = [x[corner[from!]] - cx, y[corner[from!]] - cy];
      let least = Math.min(Math.hypot(ux, uy), Math.hypot(vx, vy));
      for (let w = 0; w < corner.length; w++) {
        if (twin[w] !== NONE || (owner(w) === t && w !== behind)) continue;
        const w2 = 3 * owner(w) + ((w + 1) % 3);
        const [ax, ay] = [x[corner[w]] - cx, y[corner[w]] - cy];
        const [bx, by] = [x[corner[w2]] - cx, y[corner[w2]] - cy];
        // a wall with its free side towards the corner
        if (ax * by - ay * bx <= 0) continue;
        const share = -(ax * (bx - ax) + ay * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
        const f = Math.min(1, Math.max(0, share));
        const [px, py] = [ax + f * (bx - ax), ay + f * (by - ay)];
        if (ux * py - uy * px < 0 || px * vy - py * vx < 0) continue;
        least = Math.min(least, Math.hypot(px, py));
      }
      const toWalls = Math.min(toOwnWall(mesh, s, 1), toOwnWall(mesh, s, -1));
      if (toWalls < least) beside++;
      least = Math.min(least, toWalls);
      assert.ok(
        Math.abs(passWidth[s] - least) <= 1e-9,
        `seed ${seed}, side ${s}: ${passWidth[s]}, nearest ${least}`,
      );
      counted++;
    }
  }
  assert.ok(counted > 300 && beside > 3, `${counted} corners, ${beside} beside walls`);
});

test('the width around a corner: a wall behind a hundred thousand sides', () => {
  const [count, gap, half] = [50_000, 0.01, 1000];
  // two triangles beside the corner, then rungs one behind the other
  const x = [0, 0, 0];
  const y = [0, -half, half];
  for (let i = 0; i <= count; i++) {
    x.push(1 + i * gap, 1 + i * gap);
    y.push(-half, half);
  }
  const [low, high] = [(i: number): number => 3 + 2 * i, (i: number): number => 4 + 2 * i];
  const corner = [0, low(0), high(0), low(0), 0, 1, 0, high(0), 2];
  for (let i = 0; i < count; i++)
    corner.push(low(i), low(i + 1), high(i), high(i), low(i + 1), high(i + 1));
  const twin = new Uint32Array(corner.length).fill(NONE);
  const sides = new Map<number, number>();
  for (let s = 0; s < corner.length; s++) {
    const [a, b] = [corner[s], corner[s % 3 === 2 ? s - 2 : s + 1]];
    const other = sides.get(b * x.length + a);
    sides.set(a * x.length + b, s);
    if (other === undefined) continue;
    twin[s] = other;
    twin[other] = s;
  }
  const mesh = {
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    corner: Uint32Array.from(corner),
    twin,
  };
  const reached = new Uint8Array(twin.length);
  assert.ok(Math.abs(widthAt(mesh, 0, reached) - (1 + count * gap)) < 1e-9);
  assert.is(
    reached.reduce((sum, one) => sum + one, 0),
    2 * count + 1,
  );
});

test('takes triangles only', () => {
  const { triangulation } = createNavMesh({ boundary: square(0, 0, 10) });
  refuses(
    () => buildReduction(buildPolygonMesh(triangulation)),
    RangeError,
    /polygon 0 has 4 sides, a reduction takes triangles/,
  );
  const empty = buildReduction(loadMesh('mesh 2 0 0'));
  assert.is(empty.triangleCount + empty.corridorCount + empty.nodeCount, 0);
});

test.run();
