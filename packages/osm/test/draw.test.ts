import { referenceRoutes } from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pairRoutes, planAgents } from '../src/agents.ts';
import { countUse, type MapPicture, mapPixels, mapSvg, type Pixels } from '../src/draw.ts';
import { loadGeoJson, type RoadNetwork } from '../src/index.ts';

/** A primary road to the east, a footway from its east end to the north. */
const corner: RoadNetwork = loadGeoJson(
  {
    type: 'FeatureCollection',
    features: [
      [
        'primary',
        [
          [0, 0],
          [0.01, 0],
        ],
      ],
      [
        'footway',
        [
          [0.01, 0],
          [0.01, 0.01],
        ],
      ],
    ].map(([highway, coordinates]) => ({
      type: 'Feature',
      properties: { highway },
      geometry: { type: 'LineString', coordinates },
    })),
  },
  { profile: 'all-ways' },
);
const at = (lon: number, lat: number): number =>
  corner.lonE7.findIndex((x, u) => x === lon * 1e7 && corner.latE7[u] === lat * 1e7);

function pixel({ width, data }: Pixels, x: number, y: number): number[] {
  return Array.from(data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4));
}

const draw = suite('mapPixels and mapSvg');

draw('put roads where they are: north up, east right', () => {
  const picture = mapPixels(corner, { size: 248 });
  const { width, height } = picture;
  assert.equal([width, height], [248, 248]);
  assert.is(picture.data.length, 4 * 248 * 248);
  const ground = pixel(picture, 100, 60);
  // a border of 24 pixels: the primary road lies at the bottom, the footway on the right
  assert.equal(pixel(picture, 124, 224), [0xf9, 0xc0, 0x8a, 255]);
  assert.not.equal(pixel(picture, 224, 124), ground);
  for (const [x, y] of [
    [124, 24],
    [24, 124],
    [124, 124],
    [2, 2],
  ]) {
    assert.equal(pixel(picture, x, y), ground);
  }
});

draw('show a part of the map only', () => {
  const box = [0.004, -0.001, 0.006, 0.001] as const;
  const picture = mapPixels(corner, { size: 1200, box });
  const row = Math.round(picture.height / 2);
  for (const x of [1, 600, 1198]) assert.equal(pixel(picture, x, row), [0xf9, 0xc0, 0x8a, 255]);
  const svg = text({ size: 1200, box });
  // the footway is not in it
  assert.is(svg.match(/<path /g)?.length, 2);
});

draw('mark nodes, paths and how often roads are used', () => {
  const plan = planAgents(corner, pairRoutes(corner, [at(0, 0)], [at(0.01, 0.01)]));
  const routes = referenceRoutes(corner.graph, plan.queries);
  const use = countUse(corner, routes, () => 3);
  sameArray(use, [3, 3]);
  sameArray(countUse(corner, routes, undefined, use), [4, 4]);
  const path = routes.node.subarray(0, routes.firstNode[1]);
  const marks = { start: plan.start, goal: plan.goal, blocked: [at(0.01, 0)] };
  const pictures: MapPicture[] = [{ use }, { paths: [path] }, { marks }];
  const drawn = pictures.map((picture) => mapPixels(corner, { ...picture, size: 248 }));
  // the most used roads are the darkest; the first path is blue
  assert.equal(pixel(drawn[0], 124, 224), [0x6a, 0x00, 0x22, 255]);
  assert.equal(pixel(drawn[1], 124, 224), [0x00, 0x72, 0xb2, 255]);
  assert.equal(pixel(drawn[2], 24, 224), [0x1a, 0x98, 0x50, 255]);
  assert.equal(pixel(drawn[2], 224, 24), [0xd7, 0x19, 0x1c, 255]);
  assert.equal(pixel(drawn[2], 224, 224), [255, 255, 255, 255]);
  for (const [k, colour] of ['#6a0022', '#0072b2', '#1a9850'].entries()) {
    assert.match(text({ ...pictures[k], size: 248 }), colour);
  }
});

draw('give an SVG whose lines are those of the map', () => {
  const svg = text({ size: 248 });
  assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="248" height="248"/);
  assert.match(svg, /<\/svg>\n$/);
  assert.match(svg, /OpenStreetMap contributors/);
  // the primary road: 200 pixels along the bottom, whichever way it was drawn
  assert.match(svg, /stroke="#f9c08a"[^>]* d="M(24 224l200 0|224 224l-200 0)"/);
  assert.match(svg, /stroke="#d9b8ae"[^>]* d="M224 (224l0 -200|24l0 200)"/);
});

draw('take a map without roads, and refuse what is no picture', () => {
  const empty = loadGeoJson({ type: 'FeatureCollection', features: [] }, { profile: 'car' });
  const { width, height } = mapPixels(empty, { size: 64 });
  assert.ok(width > 0 && height > 0);
  assert.match([...mapSvg(empty)].join(''), /<\/svg>/);
  refuses(() => mapPixels(corner, { size: 5 }), RangeError, /size is 5/);
  refuses(() => mapPixels(corner, { use: [1] }), RangeError, /use has 1 entries/);
  refuses(() => mapPixels(corner, { marks: { goal: [9] } }), RangeError, /marks.goal\[0\] is 9/);
  refuses(
    () =>
      countUse(
        corner,
        referenceRoutes(corner.graph, {
          count: 0,
          source: new Uint32Array(),
          target: new Uint32Array(),
        }),
        undefined,
        new Uint32Array(5),
      ),
    RangeError,
    /into has 5 entries/,
  );
});

draw.run();

function text(picture: MapPicture): string {
  return [...mapSvg(corner, picture)].join('');
}
