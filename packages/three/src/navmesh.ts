// Navigation meshes of the geometry of a scene.
export { footprintOf, groundOf } from './ground.ts';
export type { FootprintOptions, GeometrySource, Ground, GroundOptions } from './ground.ts';
