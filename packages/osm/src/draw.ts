export type { Mark, Pixels } from '@wayfield/graph/draw';
export type { MapPicture } from './draw/picture.ts';
export { mapPixels } from './draw/pixels.ts';
export { mapSvg } from './draw/svg.ts';
export { countUse } from './draw/use.ts';
