// A crowd with a guide of each kind, whose agents walk for long.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createDiffusion } from '@wayfield/diffusion';
import { buildGrid } from '@wayfield/graph';
import { createNavMesh, createPolyanya, type NavMesh } from '@wayfield/navmesh';
import { createCorridors } from '@wayfield/movement/corridors';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import { createSurface } from '@wayfield/surface';
import { createCrowd, type Crowd, type Guide, type Walls } from '@wayfield/crowd';
import {
  createArrayGuide,
  createCorridorGuide,
  createFieldGuide,
  createPathGuide,
  joinGuides,
  planOnGrid,
  sightOfGrid,
  sightOfSurface,
} from '@wayfield/crowd/guides';
import { wallsOfGrid, wallsOfMesh } from '@wayfield/crowd/walls';

/** A crowd, and the guide that it follows. */
export interface GuideScene {
  readonly crowd: Crowd;
  readonly guide: Guide;
}

const AGENTS = 60;
const [WIDTH, HEIGHT] = [200, 16];
const defaults = { radius: 0.2, maxSpeed: 1.6, neighbourDistance: 3 };

/** A hall of 200 m by 16 m, with a pillar of 2 m by 4 m on every tenth metre. */
const isPillar = (i: number, j: number): boolean =>
  i % 10 > 7 && (i % 20 < 10 ? j < 4 : j > 5 && j < 10);
const blocked = Array.from({ length: WIDTH * HEIGHT }, (_, cell) =>
  isPillar(cell % WIDTH, Math.floor(cell / WIDTH)),
);
const grid = buildGrid({ width: WIDTH, height: HEIGHT, blocked, corners: 'never' });

function hallMesh(more: readonly number[][] = []): NavMesh {
  const obstacles = Array.from({ length: WIDTH / 10 }, (_, k) => {
    const [x, y] = [10 * k + 8, k % 2 === 0 ? 0 : 6];
    return [x, y, x + 2, y, x + 2, y + 4, x, y + 4];
  });
  return createNavMesh({
    boundary: [0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT],
    obstacles: [...obstacles, ...more],
  });
}

/** Agents on the left, in rows; `send` gives each a goal on the right. */
function hall(walls: Walls, send: (crowd: Crowd) => [Guide, (id: number, k: number) => void]) {
  const crowd = createCrowd({ walls }, { capacity: AGENTS + 4, defaults });
  const [guide, go] = send(crowd);
  for (let k = 0; k < AGENTS; k++) {
    go(crowd.add({ x: 0.8 + 0.6 * (k % 10), y: 5.5 + Math.floor(k / 10) }), k);
  }
  crowd.follow(guide);
  return { crowd, guide };
}

function terrain(): Float32Array {
  return Float32Array.from(blocked, (isBlocked) => (isBlocked ? 0 : 1));
}

function fieldScene(method: 'distance' | 'diffusion', withJam: boolean): GuideScene {
  return hall(wallsOfGrid(grid), (crowd) => {
    const map = {
      width: WIDTH,
      height: HEIGHT,
      neighbours: 8,
      corners: 'never',
      terrain: terrain(),
    } as const;
    const model = createDiffusion(map, { method, layers: ['low', 'high'] });
    model.setGoals('low', { cell: [3 * WIDTH + 197] });
    model.setGoals('high', { cell: [12 * WIDTH + 197] });
    model.settle();
    const jam = withJam ? { jam: { terrain: terrain(), every: 5, weight: 3 } } : {};
    const guide = createFieldGuide(crowd, model, jam);
    return [guide, (id, k) => guide.assign(id, k % 2, 1.2 + k / 200)];
  });
}

/** Agents with corridors; `more` obstacles than the others have. */
export function corridorScene(isDisc: boolean, more: readonly number[][] = []): GuideScene {
  const mesh = hallMesh(more);
  return hall(wallsOfMesh(mesh), (crowd) => {
    const polyanya = createPolyanya(mesh);
    const discs = createDiscSearch(mesh);
    const guide = createCorridorGuide(crowd, createCorridors(mesh, crowd.capacity), {
      plan: (requests) => (isDisc ? discs.run(requests, { radius: 0.2 }) : polyanya.run(requests)),
    });
    return [guide, (id, k) => guide.seek(id, WIDTH - 2, 2 + 0.2 * k)];
  });
}

function arrays(crowd: Crowd): Guide {
  const x = new Float32Array(crowd.capacity).fill(1.3);
  return createArrayGuide(crowd, x, new Float32Array(crowd.capacity));
}

/** All kinds of guides, by name. */
export const GUIDE_KINDS: Readonly<Record<string, () => GuideScene>> = {
  'preferred velocities from arrays': () =>
    hall(wallsOfGrid(grid), (crowd) => [arrays(crowd), () => {}]),
  'fields of distances': () => fieldScene('distance', false),
  'fields of scent': () => fieldScene('diffusion', false),
  'fields with jam density': () => fieldScene('distance', true),
  'paths by corners': () =>
    hall(wallsOfGrid(grid), (crowd) => {
      const guide = createPathGuide(crowd);
      return [guide, (id, k) => guide.assign(id, [1, 8, 40, 11, 80, 11, 198, 2 + 0.2 * k])];
    }),
  'paths by sight on a grid': () =>
    hall(wallsOfGrid(grid), (crowd) => {
      const guide = createPathGuide(crowd, {
        sees: sightOfGrid(grid),
        plan: planOnGrid(createWasmSolver(grid), { width: WIDTH, height: HEIGHT }),
        retry: 1e6,
      });
      return [guide, (id, k) => guide.seek(id, 198, 2 + 0.2 * k)];
    }),
  'paths by sight on a surface': () => {
    const mesh = hallMesh();
    return hall(wallsOfMesh(mesh), (crowd) => {
      const polyanya = createPolyanya(mesh);
      const guide = createPathGuide(crowd, {
        sees: sightOfSurface(createSurface(mesh)),
        plan: (requests) => polyanya.run(requests),
        cornersAtWalls: true,
      });
      return [guide, (id, k) => guide.seek(id, 198, 2 + 0.2 * k)];
    });
  },
  'corridors of points': () => corridorScene(false),
  'corridors of discs': () => corridorScene(true),
  'two guides at once': () =>
    hall(wallsOfGrid(grid), (crowd) => {
      const paths = createPathGuide(crowd);
      return [
        joinGuides([arrays(crowd), paths]),
        (id, k) => {
          if (k % 2 === 0) paths.assign(id, [1, 8, 40, 11, 80, 11, 198, 2 + 0.2 * k]);
        },
      ];
    }),
};
