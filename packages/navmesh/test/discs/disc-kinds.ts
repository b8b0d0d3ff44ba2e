import type { NavMeshInput } from '../../src/index.ts';
import { outlineGrid } from '../../src/index.ts';

/** A scene, and the radius of the discs that it is hard for, if there is one. */
export interface HardScene {
  readonly input: NavMeshInput;
  readonly radius?: number;
}

type Random = () => number;
type Points = [number, number][];

const BOX = [0, 0, 10, 0, 10, 10, 0, 10];
const inside = (c: number): number => Math.min(10, Math.max(0, c));
const flat = (points: Points): number[] => points.flat();
const dot = (x: number, y: number): number[] => [x, y, x, y, x, y];
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)];
/** A share by which gaps differ from the disc. */
const some = (random: Random): number =>
  pick(random, [0, 1e-13, -1e-13, 1e-7, -1e-7, 1e-4, -1e-4, 0.01, -0.01, 0.1, 0.3]);

/**
 * Two rows of corners along a crooked passage, so close to one another that the circles around them
 * overlap.
 */
function jagged(random: Random): HardScene {
  const r = 0.3 + 0.5 * random();
  const walls: number[][] = [];
  const obstacles: number[][] = [];
  let [x, y, heading] = [1 + random(), 5, random() - 0.5];
  const [left, right]: [Points, Points] = [[], []];
  for (let i = 0; i < 14 && x > 0.5 && x < 9.5 && y > 0.5 && y < 9.5; i++) {
    const half = r * (1 + (random() < 0.3 ? 0 : 0.4 * random()));
    const jitter = (): number => (random() - 0.5) * 0.5 * r;
    left.push([x - half * Math.sin(heading) + jitter(), y + half * Math.cos(heading) + jitter()]);
    right.push([x + half * Math.sin(heading) + jitter(), y - half * Math.cos(heading) + jitter()]);
    heading += (random() - 0.5) * 2;
    const step = r * (0.3 + 1.2 * random());
    x += step * Math.cos(heading);
    y += step * Math.sin(heading);
  }
  for (const row of [left, right]) {
    const points = flat(row).map(inside);
    if (random() < 0.5) walls.push(points);
    else for (let i = 0; i < points.length; i += 2) obstacles.push(dot(points[i], points[i + 1]));
  }
  return { input: { boundary: BOX, obstacles, walls }, radius: r * (1 + some(random)) };
}

/** Teeth from two sides, with gaps about as wide as the disc. */
function comb(random: Random): HardScene {
  const r = 0.2 + 0.5 * random();
  const obstacles: number[][] = [];
  const walls: number[][] = [];
  let x = 0.5 + random();
  for (let i = 0; x < 9.5; i++) {
    const tip = 10 * random();
    const width = random() < 0.5 ? 0 : r * random();
    const [from, to] = random() < 0.5 ? [0, tip] : [10, tip];
    if (width === 0) walls.push([x, from, x, to]);
    else
      obstacles.push([x, from, Math.min(10, x + width), from, Math.min(10, x + width), to, x, to]);
    if (random() < 0.5) {
      const other = inside(tip + (from === 0 ? 2 : -2) * r * (1 + some(random)));
      walls.push([x, other, x, 10 - from]);
    }
    x += width + 2 * r * (1 + some(random)) + (random() < 0.5 ? random() : 0);
  }
  return { input: { boundary: BOX, obstacles, walls }, radius: r };
}

/** Star polygons, with tips and pockets narrower than the disc. */
function stars(random: Random): HardScene {
  const obstacles: number[][] = [];
  for (let i = 0; i < 2 + 3 * random(); i++) {
    const [x, y, size] = [1 + 8 * random(), 1 + 8 * random(), 0.5 + 2 * random()];
    const tips = 3 + Math.floor(6 * random());
    const points: number[] = [];
    for (let k = 0; k < 2 * tips; k++) {
      const away = k % 2 === 0 ? size * (0.6 + 0.4 * random()) : size * (0.1 + 0.5 * random());
      const angle = (Math.PI * k) / tips;
      points.push(inside(x + away * Math.cos(angle)), inside(y + away * Math.sin(angle)));
    }
    obstacles.push(points);
  }
  return { input: { boundary: BOX, obstacles } };
}

/** A wall that winds inwards. */
function spiral(random: Random): HardScene {
  const gap = 0.6 + 0.8 * random();
  const r = (gap / 2) * (1 + (random() < 0.5 ? -0.3 * random() : some(random)));
  const walls: number[][] = [];
  if (random() < 0.5) {
    const points: Points = [];
    const step = 0.3 + 0.6 * random();
    for (let angle = 1; (gap * angle) / 6.28 < 4.6; angle += step * (0.5 + random()))
      points.push([
        5 + ((gap * angle) / 6.28) * Math.cos(angle),
        5 + ((gap * angle) / 6.28) * Math.sin(angle),
      ]);
    walls.push(flat(points));
  } else {
    const points: Points = [[5, 5]];
    let [x, y] = [5, 5];
    for (let k = 1; ; k++) {
      const length = gap * Math.ceil(k / 2);
      x += [length, 0, -length, 0][k % 4];
      y += [0, length, 0, -length][k % 4];
      if (x < 0.2 || y < 0.2 || x > 9.8 || y > 9.8) break;
      points.push([x, y]);
    }
    walls.push(flat(points));
  }
  const obstacles = Array.from({ length: Math.floor(4 * random()) }, () =>
    dot(10 * random(), 10 * random()),
  );
  return { input: { boundary: BOX, walls, obstacles }, radius: Math.min(r, gap) };
}

/** Walls that end freely, with bends of half a turn around their ends. */
function hairpins(random: Random): HardScene {
  const r = 0.3 + 0.4 * random();
  const walls: number[][] = [];
  let y = 2 * r * (1 + 0.3 * random());
  for (let i = 0; y < 9.5; i++) {
    const end = 2 * r * (1 + some(random)) + (random() < 0.5 ? random() : 0);
    const shift = random() < 0.3 ? (random() - 0.5) * r : 0;
    walls.push(i % 2 === 0 ? [0, y, 10 - end, inside(y + shift)] : [10, y, end, inside(y + shift)]);
    y += 2 * r * (1 + Math.abs(some(random))) + (random() < 0.3 ? r * random() : 0);
  }
  const obstacles = Array.from({ length: Math.floor(3 * random()) }, () =>
    dot(10 * random(), 10 * random()),
  );
  return { input: { boundary: BOX, walls, obstacles }, radius: r };
}

/** Trees of walls hanging from obstacles and from the boundary. */
function hanging(random: Random): HardScene {
  const walls: number[][] = [];
  const tips: Points = [];
  for (let i = 0; i < 3; i++)
    tips.push(
      pick(random, [
        [0, 5],
        [5, 0],
        [10, 5],
        [5, 10],
        [5, 5],
      ]),
    );
  const count = 6 + Math.floor(8 * random());
  for (let i = 0; i < count; i++) {
    const [x, y] = pick(random, tips);
    const [angle, length] = [6.3 * random(), 0.5 + 2 * random()];
    const tip: [number, number] = [
      inside(x + length * Math.cos(angle)),
      inside(y + length * Math.sin(angle)),
    ];
    walls.push([x, y, ...tip]);
    tips.push(tip);
  }
  return { input: { boundary: BOX, walls } };
}

/** Single points, scattered or on a lattice. */
function scattered(random: Random): HardScene {
  const kind = Math.floor(3 * random());
  const obstacles: number[][] = [];
  if (kind === 0) {
    const count = 10 + Math.floor(30 * random());
    for (let i = 0; i < count; i++) obstacles.push(dot(10 * random(), 10 * random()));
    return { input: { boundary: BOX, obstacles } };
  }
  const step = pick(random, [1, 1.25, 2, 10 / 7]);
  for (let i = 0; i * step < 10; i++)
    for (let k = 0; k * step < 10; k++) {
      if (random() < 0.3) continue;
      const shift = kind === 2 && k % 2 === 1 ? step / 2 : 0;
      obstacles.push(dot(inside(i * step + shift), k * step));
    }
  const radius = (step / 2) * pick(random, [1, Math.SQRT2, Math.sqrt(1.25), 2, 0.7]);
  return { input: { boundary: BOX, obstacles }, radius: radius * (1 + some(random)) };
}

/**
 * Blocks that share sides, corners and parts of sides, turned by an angle at which nothing is a
 * whole number.
 */
function touching(random: Random): HardScene {
  const obstacles: number[][] = [];
  const angle = random() < 0.3 ? 0 : random() * 6;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const turn = (list: number[]): number[] => {
    const turned: number[] = [];
    for (let i = 0; i < list.length; i += 2) {
      const [x, y] = [list[i] - 5, list[i + 1] - 5];
      turned.push(5 + c * x - s * y, 5 + s * x + c * y);
    }
    return turned;
  };
  const count = 5 + Math.floor(9 * random());
  for (let i = 0; i < count; i++) {
    const [x, y] = [Math.floor(10 * random()), Math.floor(10 * random())];
    const [w, h] = [1 + Math.floor(2 * random()), 1 + Math.floor(2 * random())];
    const [right, top] = [Math.min(10, x + w), Math.min(10, y + h)];
    if (random() < 0.3) obstacles.push(turn([x, y, right, y, x, top]));
    else obstacles.push(turn([x, y, right, y, right, top, x, top]));
  }
  const radius = pick(random, [
    0.5,
    Math.SQRT1_2,
    1,
    Math.sqrt(5) / 2,
    0.25,
    0.6,
    Math.sqrt(0.125),
  ]);
  return { input: { boundary: turn(BOX), obstacles }, radius: radius * (1 + some(random)) };
}

/** Slits and obstacles much thinner than the disc, beside one another. */
function thin(random: Random): HardScene {
  const obstacles: number[][] = [];
  const walls: number[][] = [];
  const count = 4 + Math.floor(8 * random());
  for (let i = 0; i < count; i++) {
    const [x, y, angle, length] = [
      10 * random(),
      10 * random(),
      6.3 * random(),
      0.5 + 3 * random(),
    ];
    const off = 10 ** (-6 * random());
    const [dx, dy] = [length * Math.cos(angle), length * Math.sin(angle)];
    const [nx, ny] = [(-off * dy) / length, (off * dx) / length];
    const at = (...list: number[]): number[] => list.map(inside);
    if (random() < 0.5)
      obstacles.push(at(x, y, x + dx, y + dy, x + dx + nx, y + dy + ny, x + nx, y + ny));
    else walls.push(at(x, y, x + dx, y + dy), at(x + nx, y + ny, x + dx + nx, y + dy + ny));
  }
  return { input: { boundary: BOX, obstacles, walls } };
}

/** Random cells of a grid, and discs that just fit somewhere. */
function cells(random: Random): HardScene {
  const share = 0.1 + 0.3 * random();
  const cost = Float32Array.from({ length: 144 }, () => (random() < share ? 0 : 1));
  const radius = pick(random, [0.5, Math.SQRT1_2, 1, Math.sqrt(5) / 2, 0.25, 1.5, Math.SQRT2]);
  return {
    input: outlineGrid({ width: 12, height: 12, cost }),
    radius: radius * (1 + some(random)),
  };
}

/** A ring of teeth around a round obstacle. */
function gear(random: Random): HardScene {
  const r = 0.3 + 0.4 * random();
  const size = 0.5 + 2 * random();
  const count = 3 + Math.floor(14 * random());
  const round: Points = [];
  for (let k = 0; k < count; k++) {
    const angle = (6.283 * k) / count;
    round.push([5 + size * Math.cos(angle), 5 + size * Math.sin(angle)]);
  }
  const obstacles = [flat(round)];
  const walls: number[][] = [];
  const teeth = 3 + Math.floor(12 * random());
  const gone = random() < 0.5 ? Math.floor(teeth * random()) : -1;
  for (let k = 0; k < teeth; k++) {
    if (k === gone) continue;
    const angle = (6.283 * (k + 0.5 * random())) / teeth;
    const away = size + 2 * r * (1 + some(random));
    const [x, y] = [5 + away * Math.cos(angle), 5 + away * Math.sin(angle)];
    if (random() < 0.5) obstacles.push(dot(inside(x), inside(y)));
    else walls.push([x, y, 5 + 4.9 * Math.cos(angle), 5 + 4.9 * Math.sin(angle)].map(inside));
  }
  return { input: { boundary: BOX, obstacles, walls }, radius: r * (1 + some(random)) };
}

/** Walls in any direction that cross one another. */
function crossed(random: Random): HardScene {
  const walls: number[][] = [];
  const count = 5 + Math.floor(12 * random());
  for (let i = 0; i < count; i++) {
    const [x, y, angle, length] = [
      10 * random(),
      10 * random(),
      6.3 * random(),
      0.2 + 2.5 * random(),
    ];
    walls.push([x, y, inside(x + length * Math.cos(angle)), inside(y + length * Math.sin(angle))]);
  }
  return { input: { boundary: BOX, walls } };
}

/** A fan of corners near one another, as seen from a corner that is gone around. */
function fan(random: Random): HardScene {
  const r = 0.4 + 0.5 * random();
  const [cx, cy] = [3 + 4 * random(), 3 + 4 * random()];
  const walls: number[][] = [];
  const obstacles: number[][] = [];
  const hub = 6.3 * random();
  walls.push([cx, cy, inside(cx + 12 * Math.cos(hub)), inside(cy + 12 * Math.sin(hub))]);
  const count = 3 + Math.floor(8 * random());
  for (let i = 0; i < count; i++) {
    const angle = hub + 0.4 + 5.5 * random();
    const away = 2 * r * (1 + (random() < 0.5 ? some(random) : 0.6 * random()));
    const [x, y] = [cx + away * Math.cos(angle), cy + away * Math.sin(angle)];
    const kind = random();
    if (kind < 0.4) obstacles.push(dot(inside(x), inside(y)));
    else {
      const bend = angle + (kind < 0.7 ? 0 : (random() - 0.5) * 3);
      const length = 0.3 + 3 * random();
      walls.push([x, y, x + length * Math.cos(bend), y + length * Math.sin(bend)].map(inside));
    }
  }
  return { input: { boundary: BOX, obstacles, walls }, radius: r * (1 + some(random)) };
}

export const KINDS: Readonly<Record<string, (random: Random) => HardScene>> = {
  jagged,
  comb,
  stars,
  spiral,
  hairpins,
  hanging,
  scattered,
  touching,
  thin,
  cells,
  gear,
  crossed,
  fan,
};
