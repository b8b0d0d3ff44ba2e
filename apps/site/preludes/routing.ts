import { loadGeoJson } from '@wayfield/osm';
import { buildRouting, createRoadIndex, createRouter } from '@wayfield/routing';
import { createMatrix } from '@wayfield/routing/matrix';
import { requestDevice } from '@wayfield/gpu-core/node';
// 10 streets each way, 150 m apart
const lines = [...Array(10).keys()].flatMap((i) => [
  [...Array(10).keys()].map((x) => [13.4 + x / 460, 52.5 + i / 740]),
  [...Array(10).keys()].map((y) => [13.4 + i / 460, 52.5 + y / 740]),
]);
const network = loadGeoJson(
  { type: 'MultiLineString', coordinates: lines },
  { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
);
const routing = buildRouting(network);
const index = createRoadIndex(routing);
const [lon, lat] = [13.403, 52.5005];
const home = index.snap(lon, lat)!;
const shop = index.snap(13.41, 52.505)!;
const work = index.snap(13.416, 52.511)!;
const stops = [home, shop, work];
const depots = [home];
const customers = [shop, work];
const all = stops;
const router = createRouter(routing);
const matrix = createMatrix(routing);
const device = await requestDevice();
const speeds = new Float32Array(2 * network.roads.count);
const night = speeds.fill(50);
const day = speeds.slice().fill(25);
const trace = [
  [13.4005, 52.5001],
  [13.4015, 52.4999],
  [13.4021, 52.5008],
  [13.4022, 52.5013],
].map(([x, y]) => ({ lon: x, lat: y }));
const bytes = new TextEncoder().encode(`<osm version="0.6">
  <node id="1" lat="52.50" lon="13.40"/><node id="2" lat="52.50" lon="13.41"/>
  <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
</osm>`);
const square = new TextEncoder().encode(`<osm version="0.6">
  <node id="1" lat="52.50" lon="13.40"/><node id="2" lat="52.50" lon="13.402"/>
  <node id="3" lat="52.501" lon="13.402"/><node id="4" lat="52.501" lon="13.40"/>
  <way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="1"/>
    <tag k="highway" v="pedestrian"/><tag k="area" v="yes"/></way>
  <node id="5" lat="52.499" lon="13.40"/><node id="6" lat="52.502" lon="13.402"/>
  <way id="2"><nd ref="5"/><nd ref="1"/><tag k="highway" v="footway"/></way>
  <way id="3"><nd ref="3"/><nd ref="6"/><tag k="highway" v="footway"/></way>
</osm>`);
