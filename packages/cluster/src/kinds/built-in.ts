import type { WorkKind } from '../types.ts';
import { matrixTiles } from './matrix.ts';
import { roadQueries } from './road.ts';
import { sweepTrees } from './sweeps.ts';

const BUILT_IN: readonly WorkKind[] = [roadQueries, matrixTiles, sweepTrees];

/** The kind of this name that comes with the package. */
export function findKind(name: string): WorkKind | undefined {
  return BUILT_IN.find((kind) => kind.name === name);
}

/** The names of the kinds that come with the package. */
export function kindNames(): string[] {
  return BUILT_IN.map(({ name }) => name);
}
