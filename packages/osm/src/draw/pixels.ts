// `mapPixels`: the layers of picture.ts, painted by `@wayfield/graph/draw`.
import { paintLayers, type Pixels } from '@wayfield/graph/draw';
import type { RoadNetwork } from '../types.ts';
import { layersOf, type MapPicture } from './picture.ts';

/**
 * A network, with what is to be drawn on it, as pixels. If you publish it, name the source,
 * OpenStreetMap.
 */
export function mapPixels(network: RoadNetwork, picture: MapPicture = {}): Pixels {
  return paintLayers(layersOf('mapPixels', network, picture));
}
