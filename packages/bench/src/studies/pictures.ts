// What each study looks like: one small picture or two, of its own worlds.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildQueries, type Grid, NONE, type Routes } from '@wayfield/graph';
import { randomQueries, openGrid, randomGrid } from '@wayfield/graph/generators';
import { buildPointQueries, createPolyanya } from '@wayfield/navmesh';
import { randomRoutes } from '@wayfield/osm/agents';
import { mapPixels } from '@wayfield/osm/draw';
import { encode } from 'fast-png';
import { findTruePairs } from '../collision/judge-pairs.ts';
import { COLLISION_TESTS, testWorld } from '../collision/tests.ts';
import { drawCrowd } from '../collision/worlds.ts';
import { measureDiffusion } from '../diffusion/measure.ts';
import { pathQuality } from '../diffusion/path-quality.ts';
import {
  diffusionProblem,
  generateMap,
  readDiffusionMap,
  studyMapFile,
} from '../diffusion/problem.ts';
import { STUDY_MAPS } from '../osm/study-figures.ts';
import { type Colour, createCanvas } from '../page/canvas.ts';
import { mapPicture, pngPicture } from '../results/pictures.ts';
import type { Picture } from '../results/results.ts';
import { buildTown } from './agents-on-roads/town.ts';
import { buildWorld } from './triangulation/worlds.ts';

const SIZE = 480;
const ROUTES = 12;
const BODIES = 160;

const DRAW: Readonly<
  Record<string, (command: string, seed: number) => Picture[] | Promise<Picture[]>>
> = {
  'agents-on-grids': (command, seed) => [
    agents(command, seed, 'S9', 'A world of S9', openGrid(30, 30), 'Twelve of its agents, A*.'),
    agents(
      command,
      seed,
      'obstacles',
      'The same size, 20 % blocked',
      randomGrid(30, 30, { density: 0.2, seed }),
      'The study had no obstacles; peers are also measured with them.',
    ),
  ],
  diffusion: async (command) => {
    const file = studyMapFile(2);
    const { name, grid } =
      file === undefined
        ? { name: 'a landscape', grid: generateMap('landscape', 32, 1) }
        : await readDiffusionMap(file);
    const problem = diffusionProblem(name, grid, 8);
    const { field, routes } = await measureDiffusion(problem, {
      backends: ['wasm'],
      device: undefined,
      threads: 1,
      model: { layers: ['goal'], precision: 'log' },
      settle: { until: 'front' },
      repeat: 1,
    });
    const paths = pathQuality(problem, routes);
    const text = {
      id: 'field',
      title: 'The second map of the second set, drawn anew',
      caption:
        'Left: ground with the way up the field (white) and the cheapest way (black); right: the logarithm of the field.',
      command,
    };
    const { width, height } = problem.map;
    return [
      mapPicture(text, {
        width,
        height,
        cost: problem.grid.cost,
        field,
        goals: problem.goals,
        scale: 10,
        paths: paths.map(({ cells }) => cells),
        optima: paths.map(({ best }) => best),
      }),
    ];
  },
  'agents-on-roads': (command, seed) => {
    const [map] = STUDY_MAPS;
    const network = buildTown(map, seed);
    const { start, goal } = randomRoutes(network, ROUTES, { seed, reachable: true });
    const solver = createWasmSolver(network.graph, { algorithm: 'astar' });
    const routes = solver.run(buildQueries({ source: start, target: goal }));
    const paths = pathsOf(routes);
    solver.destroy();
    const { width, height, data } = mapPixels(network, {
      paths,
      marks: { start, goal },
      size: 2 * SIZE,
    });
    const text = {
      id: 'town',
      title: 'A made-up town with the nodes, arcs and unreachable parts of the first map',
      caption: `${ROUTES} of its agents. The study's own extracts are lost.`,
      command,
    };
    return [
      pngPicture(text, width, height, encode({ width, height, data, channels: 4, depth: 8 })),
    ];
  },
  triangulation: (command, seed) => [
    mesh(command, seed, 'forest', 'Forest: trees are polygons'),
    mesh(command, seed, 'rooms', 'Rooms: outlines of cells'),
  ],
  collision: (command, seed) => [
    crowd(command, seed, 'T1', 'T1: circles of one radius'),
    crowd(command, seed, 'T2', 'T2: radii from 2 to 10'),
  ],
};

/** Pictures of a study for its report; none for a study without. `command` is what draws them again. */
export async function studyPictures(
  name: string,
  command: string,
  seed: number,
): Promise<Picture[]> {
  return (await DRAW[name]?.(command, seed)) ?? [];
}

function agents(
  command: string,
  seed: number,
  id: string,
  title: string,
  grid: Grid,
  caption: string,
): Picture {
  const queries = randomQueries(grid, ROUTES, { seed });
  const solver = createWasmSolver(grid, { algorithm: 'astar' });
  const paths = pathsOf(solver.run(queries)).map((path) => [...path]);
  solver.destroy();
  const { width, height, cost } = grid;
  const goals = [...queries.target];
  return mapPicture(
    { id, title, caption, command },
    { width, height, cost, goals, paths, optima: [], scale: 12 },
  );
}

const MESH_COLOURS: readonly Colour[] = [
  [252, 252, 250],
  [190, 196, 204],
  [30, 34, 40],
  [200, 40, 60],
  [26, 120, 80],
];

function mesh(command: string, seed: number, kind: 'forest' | 'rooms', title: string): Picture {
  const { side, mesh: triangles, merged } = buildWorld(kind, 'tiny', seed);
  const canvas = createCanvas({ world: [side, side], size: SIZE, colours: MESH_COLOURS });
  const { x, y, corner, firstSide, twin, polygonCount } = triangles;
  for (const walls of [false, true]) {
    for (let p = 0; p < polygonCount; p++) {
      for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
        if ((twin[s] === NONE) !== walls) continue;
        const a = corner[s];
        const b = corner[s + 1 < firstSide[p + 1] ? s + 1 : firstSide[p]];
        canvas.line(x[a], y[a], x[b], y[b], walls ? 2 : 1, walls ? 3 : 1);
      }
    }
  }
  const solver = createPolyanya(merged);
  const e = side / 24;
  const asked = buildPointQueries([
    [e, e, side - e, side - e],
    [e, side - e, side - e, e],
  ]);
  const routes = solver.run(asked);
  for (let q = 0; q < routes.count; q++) {
    const [from, to] = [routes.firstPoint[q], routes.firstPoint[q + 1]];
    for (let i = from + 1; i < to; i++) {
      canvas.line(routes.x[i - 1], routes.y[i - 1], routes.x[i], routes.y[i], 3, 3);
    }
    for (let i = from; i < to; i++) canvas.disc(routes.x[i], routes.y[i], side / 120, 4);
  }
  solver.destroy();
  const { width, height, png } = canvas.finish();
  const caption = 'Grey: the triangulation; black: walls; red: shortest paths by Polyanya.';
  return pngPicture({ id: kind, title, caption, command }, width, height, png);
}

const CROWD_COLOURS: readonly Colour[] = [
  [252, 252, 250],
  [150, 176, 208],
  [206, 60, 50],
];

function crowd(command: string, seed: number, test: string, title: string): Picture {
  const found = COLLISION_TESTS.find(({ name }) => name === test);
  if (!found) throw new RangeError(`there is no test '${test}'`);
  const world = testWorld(found, BODIES, 2);
  const [circles] = drawCrowd(world, seed);
  const truth = findTruePairs(circles);
  const touching = new Uint8Array(circles.count);
  for (const key of truth.keys) {
    touching[Math.floor(key / circles.count)] = touching[key % circles.count] = 1;
  }
  const canvas = createCanvas({
    world: [world.side, world.side],
    size: SIZE,
    colours: CROWD_COLOURS,
  });
  for (let i = 0; i < circles.count; i++) {
    canvas.disc(circles.x[i], circles.y[i], circles.radius[i], touching[i] === 1 ? 2 : 1);
  }
  const { width, height, png } = canvas.finish();
  const caption = `${BODIES} circles; red ones touch another one: ${truth.keys.length} pairs.`;
  return pngPicture({ id: test, title, caption, command }, width, height, png);
}

function pathsOf({ count, firstNode, node }: Routes): Uint32Array[] {
  return Array.from({ length: count }, (_, i) => node.slice(firstNode[i], firstNode[i + 1]));
}
