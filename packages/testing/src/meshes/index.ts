export { convexObstacles } from './convex.ts';
export { randomPolygon } from './polygons.ts';
export { type Portal, randomPortals } from './portals.ts';
export { createRandom } from './random.ts';
export { editRooms, type Obstacles } from './rooms.ts';
export { sealed } from './sealed.ts';
export {
  blockScene,
  cellScene,
  mixedScene,
  pebbleScene,
  type SceneGrid,
  type SceneInput,
} from './scenes.ts';
export { wallsOf } from './walls.ts';
