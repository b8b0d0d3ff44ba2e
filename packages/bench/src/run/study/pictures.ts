// One small picture or two for each study, of its own worlds.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildQueries, type Grid, type Routes } from '@wayfield/graph';
import { randomQueries, openGrid, randomGrid } from '@wayfield/graph/generators';
import { buildPointQueries } from '@wayfield/navmesh';
import { randomRoutes } from '@wayfield/osm/agents';
import { mapPixels } from '@wayfield/osm/draw';
import { encode } from 'fast-png';
import { findTruePairs } from '../../bodies/measure/judge-pairs.ts';
import { COLLISION_TESTS, testWorld } from '../../bodies/measure/tests.ts';
import { drawCrowd } from '../../bodies/measure/worlds.ts';
import { measureDiffusion } from '../../fields/measure/measure.ts';
import { pathQuality } from '../../fields/measure/path-quality.ts';
import {
  diffusionProblem,
  generateMap,
  readDiffusionMap,
  studyMapFile,
} from '../../fields/measure/problem.ts';
import { STUDY_MAPS } from '../../roads/study/study-figures.ts';
import { meshPicture } from '../../meshes/tables/picture.ts';
import { type Colour, createCanvas } from '../../report/pages/canvas.ts';
import { mapPicture, type PictureText, pngPicture } from '../../report/results/pictures.ts';
import type { Picture } from '../../report/results/results.ts';
import { buildTown } from '../../roads/study/town.ts';
import { buildWorld } from '../../meshes/study/worlds.ts';

/** Pixels of the longer side. */
const SIZE = 480;
/** Paths of a picture: more would hide each other. */
const ROUTES = 12;
/** Circles of a crowd, few enough to see which ones touch. */
const BODIES = 160;

const DRAW: Readonly<
  Record<string, (command: string, seed: number) => Picture[] | Promise<Picture[]>>
> = {
  'agents-on-grids': (command, seed) => [
    agents(openGrid(30, 30), seed, {
      id: 'S9',
      title: 'A world of S9',
      caption: 'Twelve of its agents, A*.',
      command,
    }),
    agents(randomGrid(30, 30, { density: 0.2, seed }), seed, {
      id: 'obstacles',
      title: 'The same size, 20 % blocked',
      caption: 'The study had no obstacles; peers are also measured with them.',
      command,
    }),
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
      title: 'The second map of the second set, drawn to the study’s description',
      caption:
        'Left: ground with the path up the field (white) and the cheapest path (black); ' +
        'right: the logarithm of the field.',
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

/** Pictures of a study for its report; empty for a study without. `command` draws them again. */
export async function studyPictures(
  name: string,
  command: string,
  seed: number,
): Promise<Picture[]> {
  return (await DRAW[name]?.(command, seed)) ?? [];
}

/** A grid with the paths of some agents. */
function agents(grid: Grid, seed: number, text: PictureText): Picture {
  const queries = randomQueries(grid, ROUTES, { seed });
  const solver = createWasmSolver(grid, { algorithm: 'astar' });
  const paths = pathsOf(solver.run(queries)).map((path) => [...path]);
  solver.destroy();
  const { width, height, cost } = grid;
  const goals = [...queries.target];
  return mapPicture(text, { width, height, cost, goals, paths, optima: [], scale: 12 });
}

function mesh(command: string, seed: number, kind: 'forest' | 'rooms', title: string): Picture {
  const { side, box, mesh: triangles, merged } = buildWorld(kind, 'tiny', seed);
  const e = side / 24;
  const asked = buildPointQueries([
    [e, e, side - e, side - e],
    [e, side - e, side - e, e],
  ]);
  const caption = 'Grey: the triangulation; black: walls; red: shortest paths by Polyanya.';
  return meshPicture({ id: kind, title, caption, command }, { box, merged, triangles }, asked);
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
