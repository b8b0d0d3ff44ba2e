import { loadGeoJson } from '@wayfield/osm';
import { buildRouting } from '@wayfield/routing';
const street = {
  type: 'LineString',
  coordinates: [
    [13.4, 52.5],
    [13.42, 52.5],
    [13.42, 52.51],
  ],
};
const tags = () => ({ highway: 'residential' });
const network = loadGeoJson(street, { profile: 'car', weight: 'seconds', tags });
const routing = buildRouting(network);
