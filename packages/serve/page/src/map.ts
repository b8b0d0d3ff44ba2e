// The map: roads as vector tiles of the services, and layers for what the services answer.
import {
  addProtocol,
  type GeoJSONSource,
  Map as GlMap,
  NavigationControl,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import type { Services } from './ask.ts';
import { styleOf } from './map-style.ts';

setWorkerUrl(workerUrl);

/** A GeoJSON feature with any properties. */
export interface Feature {
  readonly type: 'Feature';
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What is drawn over the roads. */
export type LayerName = 'areas' | 'others' | 'line' | 'trace';

/** Replaces the features of one of the layers. */
export type Draw = (layer: LayerName, features: readonly Feature[]) => void;

/** Opens the map; resolves when its style is there. */
export async function openMap(
  container: HTMLElement,
  services: Services,
): Promise<{ map: GlMap; draw: Draw }> {
  addProtocol('wayfield', async ({ url }) => {
    const [zoom, x, y] = url.slice('wayfield://'.length).split('/').map(Number);
    return { data: await services.tile(x, y, zoom) };
  });
  const map = new GlMap({
    container,
    style: styleOf(services),
    bounds: services.about.bounds,
    fitBoundsOptions: { padding: 30 },
    maxZoom: 19,
    dragRotate: false,
    attributionControl: { compact: true },
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  await new Promise((resolve) => map.once('load', resolve));
  const draw: Draw = (layer, features) => {
    const collection = { type: 'FeatureCollection', features };
    const source = map.getSource(layer) as GeoJSONSource;
    source.setData(collection as Parameters<GeoJSONSource['setData']>[0]);
  };
  return { map, draw };
}
