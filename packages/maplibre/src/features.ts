// Routes and isochrones as sources and layers of a map.
import {
  checkOptions,
  list,
  listOf,
  number,
  object,
  type OptionRules,
  positive,
  rule,
  text,
} from '@wayfield/check';
import { type MapLike, mapRule } from './map.ts';

/**
 * A feature of GeoJSON, as `routeLine`, `isochroneArea` and `isochroneRoads` of
 * `@wayfield/routing` and `pathToGeoJson` of `@wayfield/osm` return.
 */
export interface MapFeature {
  readonly type: 'Feature';
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
  readonly properties: object | null;
}

/** Options of `addRoutes`. */
export interface RouteOptions {
  /** CSS colour of each route in turn. Default: colours that colour-blind people can tell apart. */
  readonly colours?: readonly string[] | undefined;
  /** Width of a route in pixels. Default 5. */
  readonly width?: number | undefined;
  /** CSS colour of the line around a route. Default '#ffffff'. */
  readonly casing?: string | undefined;
  /** Id of the layer that routes lie below. Default: they lie above all. */
  readonly before?: string | undefined;
}

/** Options of `addIsochrones`. */
export interface IsochroneOptions {
  /** CSS colours from the smallest to the largest limit. Default: green to red. */
  readonly colours?: readonly string[] | undefined;
  /** Opacity of areas, 0 to 1. Default 0.35. */
  readonly opacity?: number | undefined;
  /** Id of the layer that areas lie below. Default: they lie above all. */
  readonly before?: string | undefined;
}

/** Layers on a map. */
export interface MapLayers {
  /** Ids of the layers, from the lowest to the highest; for `map.on('click', id, …)`. */
  readonly layers: readonly string[];
  /**
   * Shows other features instead. Throws TypeError after `remove`, or if the map lost the source.
   */
  show(features: readonly MapFeature[]): void;
  /** Removes layers and source, as far as the map still has them. */
  remove(): void;
}

/** Five colours of Okabe and Ito, Color Universal Design, 2008. */
const ROUTE_COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00'];
/** Green to red: RdYlGn of ColorBrewer, without its palest. */
const AREA_COLOURS = ['#1a9850', '#91cf60', '#fee08b', '#fc8d59', '#d73027'];

const someColours = /* @__PURE__ */ rule<readonly string[]>(
  'a list of at least one colour',
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  (value) => value.length > 0,
);
const routeRules: OptionRules = {
  colours: someColours,
  width: positive,
  casing: text,
  before: text,
};
const areaRules: OptionRules = {
  colours: someColours,
  opacity: /* @__PURE__ */ number(0, 1),
  before: text,
};
const feature = /* @__PURE__ */ object(
  { geometry: /* @__PURE__ */ object({ coordinates: list }, 'a geometry') },
  'a feature of GeoJSON',
);
const featuresRule = /* @__PURE__ */ listOf(feature);
const idRule = /* @__PURE__ */ rule<string>(
  'a name of at least one character',
  (value) => typeof value === 'string',
  (value) => value !== '',
);

/**
 * Shows routes on a map: one source, a layer of casings and a layer of lines.
 *
 * @throws TypeError or RangeError for wrong arguments, RangeError for an id that the map has, and
 *   for a layer that the map refuses, such as one before a layer that the map lacks. Nothing is
 *   added then.
 *
 * @example
 * const shown = addRoutes(map, 'route', [routeLine(routing, router.route([home, work])!)]);
 * shown.show([routeLine(routing, other)]);
 * shown.remove();
 */
export function addRoutes(
  map: MapLike,
  id: string,
  features: readonly MapFeature[],
  options: RouteOptions = {},
): MapLayers {
  mapRule(map, 'map');
  idRule(id, 'id');
  featuresRule(features, 'features');
  checkOptions('addRoutes', options, routeRules);
  const { colours = ROUTE_COLOURS, width = 5, casing = '#ffffff', before } = options;
  const layout = { 'line-cap': 'round', 'line-join': 'round' };
  return addLayers(map, id, features, before, [
    {
      id: `${id}-casing`,
      type: 'line',
      layout,
      paint: { 'line-color': casing, 'line-width': width + 3 },
    },
    {
      id: `${id}-line`,
      type: 'line',
      layout,
      paint: { 'line-color': inTurn(colours), 'line-width': width },
    },
  ]);
}

/**
 * Shows isochrones on a map: one source, a layer of areas and a layer of their outlines. Features
 * come from the smallest limit to the largest, as `reach` returns them; smaller areas are drawn
 * above larger ones.
 *
 * @throws TypeError or RangeError for wrong arguments, RangeError for an id that the map has, and
 *   for a layer that the map refuses, such as one before a layer that the map lacks. Nothing is
 *   added then.
 *
 * @example
 * const areas = isochrones.reach(home, [300, 600, 900]).map(isochroneArea);
 * const shown = addIsochrones(map, 'reach', areas, { before: 'labels' });
 * console.log(map.getStyle().layers.length > 2); // true
 */
export function addIsochrones(
  map: MapLike,
  id: string,
  features: readonly MapFeature[],
  options: IsochroneOptions = {},
): MapLayers {
  mapRule(map, 'map');
  idRule(id, 'id');
  featuresRule(features, 'features');
  checkOptions('addIsochrones', options, areaRules);
  const { colours = AREA_COLOURS, opacity = 0.35, before } = options;
  const colour = inTurn(colours);
  // features with a higher key are drawn above others: the first feature has the highest
  const layout = { 'fill-sort-key': ['-', 0, ['get', NUMBER]] };
  return addLayers(map, id, features, before, [
    {
      id: `${id}-area`,
      type: 'fill',
      layout,
      paint: { 'fill-color': colour, 'fill-opacity': opacity },
    },
    { id: `${id}-outline`, type: 'line', paint: { 'line-color': colour, 'line-width': 1.5 } },
  ]);
}

/** The property that `collection` adds to each feature: its number in the list, from 0. */
const NUMBER = 'wayfield-number';

/** An expression of MapLibre: the colour of a feature by its number, colours taken in turn. */
function inTurn(colours: readonly string[]): unknown {
  if (colours.length === 1) return colours[0];
  const cases = colours.slice(1).flatMap((colour, i) => [i + 1, colour]);
  return ['match', ['%', ['get', NUMBER], colours.length], ...cases, colours[0]];
}

function collection(features: readonly MapFeature[]): object {
  return {
    type: 'FeatureCollection',
    features: features.map((one, i) => ({
      ...one,
      properties: { ...one.properties, [NUMBER]: i },
    })),
  };
}

/** A layer as the style specification of MapLibre has it. */
interface LayerOfMap {
  readonly id: string;
  readonly type: 'line' | 'fill';
  readonly layout?: object;
  readonly paint: object;
}

function addLayers(
  map: MapLike,
  id: string,
  features: readonly MapFeature[],
  before: string | undefined,
  layers: readonly LayerOfMap[],
): MapLayers {
  for (const taken of [id, ...layers.map((layer) => layer.id)])
    if (map.getSource(taken) !== undefined || map.getLayer(taken) !== undefined)
      throw new RangeError(`id is '${id}', and the map has '${taken}' already`);
  function remove(): void {
    for (const layer of layers) if (map.getLayer(layer.id)) map.removeLayer(layer.id);
    if (map.getSource(id)) map.removeSource(id);
  }
  try {
    map.addSource(id, { type: 'geojson', data: collection(features) } as never);
    for (const layer of layers) {
      map.addLayer({ ...layer, source: id } as never, before);
      // MapLibre does not throw: it fires an event of type 'error'
      if (!map.getLayer(layer.id))
        throw new RangeError(
          `the map refuses the layer '${layer.id}'` +
            (before === undefined ? '' : ` before '${before}'`),
        );
    }
  } catch (cause) {
    remove();
    throw cause;
  }
  return {
    layers: layers.map((layer) => layer.id),
    show(others) {
      featuresRule(others, 'features');
      (map.getSource(id) as { setData(data: object): void }).setData(collection(others));
    },
    remove,
  };
}
