// The kinds of work that come with the package. Their code, and the packages that it needs, are
// loaded where a chunk is computed or a run is merged, so that a worker holds only what it uses.
import type { WorkKind } from '../types.ts';

/** What a worker must know of a kind to take its chunks. */
export interface KindHead {
  readonly name: string;
  readonly version: number;
  readonly parallel?: boolean;
}

/** A kind whose code is loaded when it is needed. */
export interface BuiltIn extends KindHead {
  /** A package that users install beside this one; undefined: none. */
  readonly needs?: string;
  load(): Promise<WorkKind>;
}

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
];

/** The kinds that come with the package, and whose packages are installed. */
export function builtIn(): BuiltIn[] {
  return BUILT_IN.filter(({ needs }) => needs === undefined || isInstalled(needs));
}

/** The kind of this name that comes with the package. */
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
