// The types of the kernels that corridors.wasm and walks.wasm both have, for walks.ts and
// write-mesh.ts.

import type { Kernels } from '../corridors.gen.ts';

/** The kernels of assembly/corridors/walks.ts. */
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
  | 'pathCorners'
  | 'walksCreate'
>;
