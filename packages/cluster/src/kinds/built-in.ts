// The kinds of work that come with the package. Their code, and the packages that it needs, are
// loaded where a chunk is computed or a run is merged, so that a worker holds only what it uses.
import type { WorkKind } from '../types.ts';

/** What a worker must know of a kind to take its chunks. */
export interface KindHead {
  readonly name: string;
  readonly version: number;
  readonly parallel?: boolean;
  readonly gpu?: boolean;
}

/** A kind whose code is loaded when it is needed. */
export interface BuiltIn extends KindHead {
  /** Packages that users install beside this one. Default: none. */
  readonly needs?: readonly string[];
  load(): Promise<WorkKind>;
}

/** What kinds on the GPU need; `webgpu` brings WebGPU to Node. */
const GPU_PACKAGES = ['@wayfield/gpu', '@wayfield/gpu-core', 'webgpu'];

const BUILT_IN: readonly BuiltIn[] = [
  {
    name: 'road-queries',
    version: 1,
    parallel: true,
    load: async () => (await import('./road.ts')).roadQueries,
  },
  {
    name: 'matrix-tiles',
    version: 1,
    load: async () => (await import('./matrix.ts')).matrixTiles,
  },
  {
    name: 'sweep-trees',
    version: 1,
    load: async () => (await import('./sweeps.ts')).sweepTrees,
  },
  {
    name: 'search-queries',
    version: 1,
    load: async () => (await import('./search.ts')).searchQueries,
  },
  {
    name: 'mesh-queries',
    version: 1,
    needs: ['@wayfield/navmesh'],
    load: async () => (await import('./mesh.ts')).meshQueries,
  },
  {
    name: 'isochrone-sweeps',
    version: 1,
    needs: ['@wayfield/routing'],
    load: async () => (await import('./isochrones.ts')).isochroneSweeps,
  },
  {
    name: 'goal-fields',
    version: 1,
    needs: ['@wayfield/diffusion'],
    load: async () => (await import('./fields.ts')).goalFields,
  },
  {
    name: 'evacuations',
    version: 1,
    needs: ['@wayfield/crowd', '@wayfield/diffusion'],
    load: async () => (await import('./evacuations.ts')).evacuations,
  },
  {
    name: 'animal-worlds',
    version: 1,
    needs: ['@wayfield/collision'],
    load: async () => (await import('./animals.ts')).animalWorlds,
  },
  {
    name: 'solver-studies',
    version: 1,
    needs: ['@wayfield/bench'],
    load: async () => (await import('./studies.ts')).solverStudies,
  },
  {
    name: 'gpu-road-queries',
    version: 1,
    parallel: true,
    gpu: true,
    needs: GPU_PACKAGES,
    load: async () => (await import('./gpu.ts')).gpuRoadQueries,
  },
  {
    name: 'gpu-sweep-trees',
    version: 1,
    parallel: true,
    gpu: true,
    needs: GPU_PACKAGES,
    load: async () => (await import('./gpu.ts')).gpuSweepTrees,
  },
];

/** The kinds of the package whose `needs` are installed. */
export function builtIn(): BuiltIn[] {
  return BUILT_IN.filter(({ needs = [] }) => needs.every(isInstalled));
}

/** The kind of this name that comes with the package, loaded; rejects if a package is missing. */
export async function findKind(name: string): Promise<WorkKind | undefined> {
  return BUILT_IN.find((kind) => kind.name === name)?.load();
}

/** The names of the kinds that come with the package. */
export function kindNames(): string[] {
  return BUILT_IN.map(({ name }) => name);
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
