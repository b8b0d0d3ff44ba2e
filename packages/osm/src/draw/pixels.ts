// `mapPixels`: the layers of picture.ts, painted by `@wayfield/graph/draw`.
import { paintLayers, type Pixels } from '@wayfield/graph/draw';
import type { RoadNetwork } from '../types.ts';
import { layersOf, type MapPicture } from './picture.ts';

/**
 * A network, with paths, use and marks on it, as pixels. If you publish the picture, name the
 * source, OpenStreetMap. Throws as `mapSvg`.
 */
export function mapPixels(network: RoadNetwork, picture: MapPicture = {}): Pixels {
  return paintLayers(layersOf('mapPixels', network, picture));
}
