// The kernels that corridors.wasm and walks.wasm share, as walks.ts and write-mesh.ts call them.

import type { Kernels } from '../corridors.gen.ts';

/** What kernels of corridors, and of searches over areas, have in common. */
export type WalkKernels = Pick<
  Kernels,
  | 'cornersX'
  | 'cornersY'
  | 'lineAddress'
  | 'locate'
  | 'meshChanged'
  | 'meshGrow'
  | 'onMeshRows'
  | 'pathCount'
  | 'placesCreate'
  | 'setPolygon'
  | 'setRoute'
  | 'sidesAddress'
  | 'straight'
  | 'tautPath'
  | 'walksCreate'
>;
