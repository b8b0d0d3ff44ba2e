export { type MapPicture, type Mark } from './draw/picture.ts';
export { mapPixels, type Pixels } from './draw/pixels.ts';
export { mapSvg } from './draw/svg.ts';
export { countUse } from './draw/use.ts';
