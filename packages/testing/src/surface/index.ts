export { type Judged, judgeScene, KINDS, type SurfaceOf } from './judge.ts';
export { type Place, plainBorder, plainOf, plainSweep } from './plain.ts';
export { type PlainScene, randomOf, randomScene, SIDE } from './scenes.ts';
