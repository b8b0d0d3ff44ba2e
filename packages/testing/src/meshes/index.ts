export { randomPolygon } from './polygons.ts';
export { type Portal, randomPortals } from './portals.ts';
export { createRandom } from './random.ts';
export { editRooms, type Obstacles } from './rooms.ts';
export { sealed } from './sealed.ts';
