// The functions of the worker of the triangulation: a mesh that changes, its picture, and paths on
// it.
import { random } from '@wayfield/graph/generators';
import {
  createNavMesh,
  createPolyanya,
  createReduction,
  type LiveReduction,
  type NavMesh,
  type PolyanyaSolver,
  type PolygonMesh,
  type Reduction,
} from '@wayfield/navmesh';
import {
  type Colouring,
  portalShapes,
  sideShapes,
  sleeveShapes,
  triangleShapes,
} from './shapes.ts';
import { createMeshSolvers, type MeshSolvers } from './solvers.ts';
import { makeWorld, type Rings, type World, type WorldSource } from './world.ts';

interface Mesh {
  readonly world: World;
  readonly mesh: NavMesh;
  /** These follow changes of the mesh. */
  readonly live: LiveReduction;
  readonly polyanya: PolyanyaSolver;
  triangles: PolygonMesh;
  reduction: Reduction;
  solvers: MeshSolvers;
}

let current: Mesh | undefined;

function begun(): Mesh {
  if (!current) throw new Error('there is no mesh yet');
  return current;
}

function end(): void {
  current?.solvers.destroy();
  current?.live.destroy();
  current?.polyanya.destroy();
  current = undefined;
}

function solversOf({ live, polyanya }: Pick<Mesh, 'live' | 'polyanya'>) {
  const { mesh: triangles, reduction } = live.snapshot();
  if (triangles.polygonCount === 0) throw new Error('nothing is free in it: nobody could walk');
  return { triangles, reduction, solvers: createMeshSolvers(triangles, reduction, polyanya) };
}

/**
 * Two random places far apart with a path for the disc; if there are none, with one for a point.
 */
function farApart({ triangles, reduction, solvers }: Mesh, seed: number, radius: number): number[] {
  const next = random(seed);
  const { x, y, corner } = triangles;
  const { triangleCount, part } = reduction;
  const middle = (t: number, at: Float64Array): number =>
    (at[corner[3 * t]] + at[corner[3 * t + 1]] + at[corner[3 * t + 2]]) / 3;
  const pairs = Array.from({ length: 60 }, () => {
    const [a, b] = [next(triangleCount), next(triangleCount)];
    const ends = [middle(a, x), middle(a, y), middle(b, x), middle(b, y)];
    const far = Math.hypot(ends[2] - ends[0], ends[3] - ends[1]);
    return { ends, far: part[a] === part[b] ? far : -1 };
  }).sort((a, b) => b.far - a.far);
  const passes = pairs.find(({ ends, far }) => far >= 0 && solvers.canPass(ends, radius));
  return (passes ?? pairs[0]).ends;
}

/** The shapes of the current mesh for the page. */
function picture(colouring: Colouring) {
  const { mesh, triangles, reduction } = begun();
  return {
    triangles: triangleShapes(triangles, reduction, colouring, mesh.box),
    ...sideShapes(triangles),
    triangleCount: triangles.polygonCount,
    nodeCount: reduction.nodeCount,
    corridorCount: reduction.corridorCount,
  };
}

export const meshFunctions = {
  begin(source: WorldSource, colouring: Colouring, radius: number) {
    end();
    const world = makeWorld(source);
    const mesh = createNavMesh(world);
    const live = createReduction(mesh);
    const polyanya = createPolyanya(mesh);
    current = { world, mesh, live, polyanya, ...solversOf({ live, polyanya }) };
    const [left, top, right, bottom] = mesh.box;
    const extent = Math.max(right - left, bottom - top);
    return {
      box: mesh.box,
      extent,
      obstacles: world.obstacles,
      ends: farApart(current, source.seed, radius * extent),
      ...picture(colouring),
    };
  },

  /** Adds and removes obstacles. The mesh is rebuilt only near them. */
  change(added: readonly Rings[], removed: readonly number[], colouring: Colouring) {
    const now = begun();
    const { mesh, live, polyanya } = now;
    const touched = new Set<number>();
    const unfollow = mesh.follow((triangles) => {
      for (const triangle of triangles) touched.add(triangle);
    });
    const ids: number[] = [];
    const before = performance.now();
    let meshMs = 0;
    try {
      for (const id of removed) mesh.remove(id);
      for (const rings of added) ids.push(mesh.add(rings));
      meshMs = performance.now() - before;
      live.update();
      const reductionMs = performance.now() - before - meshMs;
      polyanya.update();
      const polyanyaMs = performance.now() - before - meshMs - reductionMs;
      const next = solversOf(now);
      now.solvers.destroy();
      Object.assign(now, next);
      const times = { meshMs, reductionMs, polyanyaMs };
      return { ids, touched: touched.size, ...times, ...picture(colouring) };
    } catch (error) {
      for (const id of ids) mesh.remove(id);
      throw error;
    } finally {
      unfollow();
    }
  },

  picture,

  otherEnds: (seed: number, radius: number) => farApart(begun(), seed, radius),

  /** The path of a point by Polyanya, which follows changes of the mesh and so needs no rebuild. */
  pointPath: (ends: readonly number[]) => begun().solvers.pointPath(ends),

  solve(ends: readonly number[], radius: number) {
    const { triangles, solvers } = begun();
    const answers = solvers.solve(ends, radius);
    const found = solvers.funnel(ends);
    return {
      answers,
      prepareMs: solvers.prepareMs,
      funnelLength: found?.length,
      sleeve: found ? sleeveShapes(triangles, found.channel) : new Float32Array(0),
      portals: found ? portalShapes(found.channel) : new Float32Array(0),
    };
  },

  end,
};
