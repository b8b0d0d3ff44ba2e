// What the page "what can your device do" measures. Each part runs for about half a second; nothing
// leaves the page.
import { buildBodies, createCollisionSolver } from '@wayfield/collision';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createCrowd } from '@wayfield/crowd';
import { createDiffusion } from '@wayfield/diffusion';
import { random, randomGrid, randomQueries, roadGraph } from '@wayfield/graph/generators';
import { buildPointQueries, createNavMesh, createPolyanya, outlineGrid } from '@wayfield/navmesh';

/** One line of the result card. */
export interface Measure {
  readonly name: string;
  /** How many per second, and of what. */
  readonly perSecond: number;
  readonly unit: string;
}

/** Calls `run` for at least `ms`; gives runs per second of the best of three thirds. */
function rate(run: () => void, ms = 450): number {
  run();
  let best = 0;
  for (let part = 0; part < 3; part++) {
    const started = performance.now();
    let count = 0;
    let now = started;
    do {
      run();
      count++;
      now = performance.now();
    } while (now - started < ms / 3);
    best = Math.max(best, (1000 * count) / (now - started));
  }
  return best;
}

function grids(): Measure {
  const grid = randomGrid(256, 256, { density: 0.2, seed: 1 });
  const solver = createWasmSolver(grid, { algorithm: 'jps+' });
  const queries = randomQueries(grid, 200, { seed: 2 });
  const perSecond = 200 * rate(() => void solver.run(queries));
  solver.destroy();
  return { name: 'Paths on a grid of 256 × 256', perSecond, unit: 'paths' };
}

function roads(): Measure {
  const graph = roadGraph(70, 70, { seed: 3 });
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  const queries = randomQueries(graph, 200, { seed: 4 });
  const perSecond = 200 * rate(() => void solver.run(queries));
  solver.destroy();
  return { name: 'Routes on 4,900 junctions', perSecond, unit: 'routes' };
}

function meshes(): Measure {
  const grid = randomGrid(48, 32, { density: 0.15, seed: 5 });
  const solver = createPolyanya(createNavMesh(outlineGrid(grid)));
  const next = random(6);
  const rows = Array.from({ length: 100 }, () => [
    next() * 48,
    next() * 32,
    next() * 48,
    next() * 32,
  ]);
  const queries = buildPointQueries(rows);
  const perSecond = 100 * rate(() => void solver.run(queries, { nearest: 'both' }));
  solver.destroy();
  return { name: 'Exact paths of any angle on a mesh', perSecond, unit: 'paths' };
}

function crowds(): Measure {
  const count = 2000;
  const crowd = createCrowd({}, { capacity: count });
  for (let k = 0; k < count; k++) {
    const [x, y] = [0.8 * (k % 50), 0.8 * Math.floor(k / 50)];
    crowd.add({ x, y, preferredX: k % 2 === 0 ? 1 : -1 });
  }
  const perSecond = count * rate(() => void crowd.step(1 / 60));
  crowd.destroy();
  return { name: 'Agents that avoid each other', perSecond, unit: 'agent ticks' };
}

function bodies(): Measure {
  const count = 20_000;
  const next = random(7);
  const place = () => Float32Array.from({ length: count }, () => next() * 1000);
  const world = buildBodies({ x: place(), y: place(), radius: 2 });
  const solver = createCollisionSolver(world, { motion: 'all' });
  const perSecond =
    count *
    rate(() => {
      solver.update();
      solver.pairs();
    });
  solver.destroy();
  return { name: 'Bodies whose contacts are found', perSecond, unit: 'bodies' };
}

function fields(): Measure {
  const [width, height] = [256, 256];
  const map = {
    width,
    height,
    neighbours: 8 as const,
    terrain: new Float32Array(width * height).fill(1),
  };
  const model = createDiffusion(map, { precision: 'f32' });
  model.setGoals('goal', { cell: [128 * width + 128] });
  const perSecond = width * height * 10 * rate(() => void model.step(10));
  model.destroy();
  return { name: 'Cells of a spreading field', perSecond, unit: 'cells' };
}

/** The parts, in the order in which they run. */
export const PARTS: readonly (() => Measure)[] = [grids, roads, meshes, crowds, bodies, fields];

/** A rate for people: three digits and a unit of thousands. */
export function readable(perSecond: number): string {
  const steps: [number, string][] = [
    [1e9, ' billion'],
    [1e6, ' million'],
    [1e3, ' thousand'],
    [1, ''],
  ];
  const [size, word] = steps.find(([least]) => perSecond >= least) ?? [1, ''];
  return `${Number((perSecond / size).toPrecision(3))}${word}`;
}
