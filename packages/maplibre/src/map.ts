import { object, type Rule, callback } from '@wayfield/check';

/** The methods of a `Map` of MapLibre that are called. */
export interface MapLike {
  addSource(id: string, source: never): unknown;
  getSource(id: string): unknown;
  removeSource(id: string): unknown;
  addLayer(layer: never, beforeId?: string): unknown;
  getLayer(id: string): unknown;
  removeLayer(id: string): unknown;
}

/** The rule of a `Map` of any version of MapLibre. */
export const mapRule: Rule = /* @__PURE__ */ object(
  {
    addSource: callback,
    getSource: callback,
    removeSource: callback,
    addLayer: callback,
    getLayer: callback,
    removeLayer: callback,
  },
  'a Map of MapLibre',
);
