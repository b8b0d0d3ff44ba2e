export { type Canvas2D, drawGrid } from './draw/canvas.ts';
export type { GridPicture } from './draw/grid-picture.ts';
export { gridPixels } from './draw/grid-pixels.ts';
export { HEAT_COLOURS, MARK_COLOURS, PATH_COLOURS } from './draw/layers.ts';
export type { Dot, Layer, Layers, Mark } from './draw/layers.ts';
export { paintLayers, type Pixels } from './draw/pixels.ts';
export { writePng } from './draw/png.ts';
export { gridText } from './draw/text.ts';
