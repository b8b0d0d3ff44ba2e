// Requests in the words of OSRM: where an address is malformed, and requests by POST.
import { VectorTile } from '@mapbox/vector-tile';
import { type Profile, PROFILES, readOsm, readSegmentSpeeds } from '@wayfield/osm';
import { buildRouting } from '@wayfield/routing';
import { PbfReader } from 'pbf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createOsrmService } from '../src/osrm.ts';
import { serviceOf } from '../src/osrm/request.ts';
import type { RouteAnswer } from '../src/osrm/services/route.ts';
import type { TableAnswer } from '../src/osrm/services/table.ts';
import { LAT, LON, randomPlaces, village, villageXml } from './village.ts';

const service = createOsrmService(await village());
const test = suite('requests');

test('says where an address is malformed, as OSRM does', () => {
  const message = (target: string): string =>
    (JSON.parse(service.answer(target).body as string) as { message: string }).message;
  for (const [target, at] of [
    ['/route', 'URL string malformed close to position 6: "ute"'],
    ['/route/v1/car/', 'URL string malformed close to position 14: "ar/"'],
    ['/route/v1/car/x', 'Query string malformed close to position 14'],
    ['/route/v1/car/1', 'Query string malformed close to position 15'],
    ['/route/v1/car/1,1;', 'Query string malformed close to position 17'],
    ['/route/v1/car/1,1;1', 'Query string malformed close to position 19'],
    ['/route/v1/car/1,1;1,1,1', 'Query string malformed close to position 21'],
    ['/route/v1/car/1,1;9999,1', 'Query string malformed close to position 17'],
    ['/route/v1/car/1,1;999,1', 'Invalid coordinate value.'],
  ]) {
    assert.is(message(target), at, target);
  }
});

test('refuses numbers that are not finite, and radiuses of traces below 0', () => {
  const two = `${LON},${LAT};${LON + 0.004},${LAT}`;
  for (const target of [
    `/match/v1/car/${two}?timestamps=1;1e999`,
    `/match/v1/car/${two}?radiuses=-5;5`,
    `/table/v1/car/${two}?scale_factor=1e999`,
    `/route/v1/car/${two}?radiuses=1e999;1`,
  ]) {
    assert.is(service.answer(target).code, 'InvalidQuery', target);
  }
});

test('takes a service by the whole first part of an address', () => {
  assert.is(serviceOf('/route/v1/car/1,2'), 'route');
  for (const target of ['/routes', '/route?x', '/', 'x/route/v1']) {
    assert.is(serviceOf(target), undefined, target);
  }
});

test('reads small numbers by POST, which JSON writes with an exponent', () => {
  const body = '{"coordinates":[[5e-7,52.5],[-2e-8,52.5]]}';
  const { message } = JSON.parse(service.answerPost('/route/v1/car', body).body as string);
  const same = service.answer('/route/v1/car/0.0000005,52.5;-0.00000002,52.5');
  assert.is(message, JSON.parse(same.body as string).message);
  assert.is.not(same.code, 'InvalidQuery');
});

test('is asked by POST with the same answer', () => {
  const [from, to] = randomPlaces(2, 3);
  const coordinates = [from, to].map((place) => place.split(',').map(Number));
  const body = {
    coordinates,
    steps: true,
    annotations: ['distance', 'speed'],
    radiuses: [null, 500],
    bearings: [[0, 180], null],
  };
  const query = 'steps=true&annotations=distance,speed&radiuses=;500&bearings=0,180;';
  const expected = service.answer(`/route/v1/driving/${from};${to}?${query}`);
  assert.equal(service.answerPost('/route/v1/driving', JSON.stringify(body)), expected);
  assert.is(expected.code, 'Ok');
  for (const [path, text, code] of [
    ['/route/v1/driving', 'x', 'InvalidQuery'],
    ['/route/v1/driving', '[]', 'InvalidQuery'],
    ['/route/v1/driving', '{}', 'InvalidQuery'],
    ['/route/v1/driving', '{"coordinates":[[1,2]],"steps":{}}', 'InvalidQuery'],
    ['/route/v1/driving', '{"coordinates":[[1,2]],"format":"xml"}', 'InvalidOptions'],
    ['/route/v1/driving', `{"coordinates":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, 'InvalidQuery'],
    ['/route/v1/driving/1,2;3,4', '{"coordinates":[]}', 'InvalidUrl'],
    ['/route/v2/driving', '{"coordinates":[]}', 'InvalidVersion'],
    ['/trip/v1/driving', '{"coordinates":[]}', 'NotImplemented'],
    ['/road/v1/driving', '{"coordinates":[]}', 'InvalidService'],
  ]) {
    assert.is(service.answerPost(path, text).code, code, `${path} ${text}`);
  }
});

test('tells sources of speeds, weights and nodes of routes over speeds of segments', async () => {
  const network = await readOsm(new TextEncoder().encode(villageXml()), {
    profile: 'car',
    weight: 'seconds',
    uTurns: false,
    pointIds: true,
    segmentSpeeds: readSegmentSpeeds('1,2,36,5\n'),
  });
  const own = createOsrmService(buildRouting(network), { speedSource: 'file' });
  const [from, to] = [`${LON},${LAT}`, `${LON + 0.004},${LAT}`];
  const query = 'annotations=nodes,datasources,weight&steps=true&bearings=90,20;90,20';
  const { body } = own.answer(`/route/v1/driving/${from};${to}?${query}`);
  const [route] = (JSON.parse(String(body)) as RouteAnswer).routes;
  const { annotation, steps } = route.legs[0];
  assert.equal(annotation!.nodes, [1, 2, 3]);
  assert.equal(annotation!.datasources, [1, 0]);
  assert.equal(annotation!.metadata, { datasource_names: ['lua profile', 'file'] });
  const weight = annotation!.weight!.reduce((sum, one) => sum + one, 0);
  assert.is(route.weight_name, 'routability');
  assert.ok(Math.abs(weight - route.weight) < 0.2 && Math.abs(steps[0].weight - weight) < 0.2);
  assert.ok(route.weight > route.duration, `${route.weight}, ${route.duration}`);
  own.destroy();
  const fine = createOsrmService(buildRouting(network), { weightDecimals: 4 });
  const exact = fine.answer(`/route/v1/driving/${from};${to}?steps=true&bearings=90,20;90,20`);
  const [precise] = (JSON.parse(String(exact.body)) as RouteAnswer).routes;
  assert.ok(Math.abs(precise.weight - route.weight) <= 0.05 && precise.weight !== route.weight);
  assert.is(precise.legs[0].weight, precise.weight);
  fine.destroy();
});

test('refuses isochrones of minutes, seconds and metres where routes minimise costs', async () => {
  const { car } = PROFILES;
  const way: Profile['way'] = (tags) => {
    const use = car.way(tags);
    return use && { ...use, rates: [0.01, 0.01] };
  };
  const bytes = new TextEncoder().encode(villageXml());
  const network = await readOsm(bytes, { profile: { ...car, way }, weight: 'seconds' });
  const costs = createOsrmService(buildRouting(network));
  const place = `/isochrone/v1/driving/${LON},${LAT}`;
  for (const name of ['contours_minutes', 'contours_seconds', 'contours_meters']) {
    const { code, body } = costs.answer(`${place}?${name}=5`);
    assert.is(code, 'NotImplemented', String(body));
    const { message } = JSON.parse(body as string) as { message: string };
    assert.is(message, `${name}: routes on this network minimise cost`);
  }
});

test('moves places off small parts only', async () => {
  const network = (await village()).network;
  const yard = `${LON + 0.0205},${LAT}`;
  const code = (smallComponentSize: number): string => {
    const own = createOsrmService(buildRouting(network, { smallComponentSize }));
    const { code: found } = own.answer(`/route/v1/driving/${LON},${LAT};${yard}`);
    own.destroy();
    return found;
  };
  // the yard has a road of two directions
  assert.equal([code(2), code(3), code(1e6)], ['NoRoute', 'Ok', 'NoRoute']);
});

test('keeps the seconds of tables within the bounds of OSRM', () => {
  const { body } = service.answer(
    `/table/v1/driving/${randomPlaces(2, 3).join(';')}?scale_factor=1e9`,
  );
  const { durations } = JSON.parse(String(body)) as TableAnswer;
  assert.is(durations![0][1], 214_748_364.6);
});

test('begins between segments of a way that are not open in the same directions', async () => {
  const nodes = [0, 1, 2, 3].map(
    (x) => `<node id="${x + 1}" lon="${LON + x / 500}" lat="${LAT}"/>`,
  );
  const nds = [1, 2, 3, 4].map((id) => `<nd ref="${id}"/>`);
  const tag = '<tag k="highway" v="residential"/>';
  const xml = `<osm version="0.6">${nodes.join('')}<way id="1">${nds.join('')}${tag}</way></osm>`;
  const network = await readOsm(new TextEncoder().encode(xml), {
    profile: 'car',
    weight: 'seconds',
    uTurns: false,
    // from node 2 nothing leads back to node 1
    segmentSpeeds: readSegmentSpeeds('2,1,0\n'),
  });
  const own = createOsrmService(buildRouting(network));
  const at = (x: number): string => `${LON + x / 500},${LAT}`;
  for (const [from, to, code] of [
    [0, 3, 'Ok'],
    [3, 1, 'Ok'],
    [3, 0, 'NoRoute'],
  ] as const) {
    assert.is(own.answer(`/route/v1/driving/${at(from)};${at(to)}`).code, code, `${from}, ${to}`);
  }
  own.destroy();
});

test('draws a street that speeds of 0 close as one without speed or direction', async () => {
  const network = await readOsm(new TextEncoder().encode(villageXml()), {
    profile: 'car',
    weight: 'seconds',
    segmentSpeeds: readSegmentSpeeds('1,2,0\n2,1,0\n'),
  });
  const own = createOsrmService(buildRouting(network));
  const [x, y] = [8801, 5374];
  const { body } = own.answer(`/tile/v1/driving/tile(${x},${y},14).mvt`);
  const { roads } = new VectorTile(new PbfReader(body as Uint8Array)).layers;
  const all = Array.from({ length: roads.length }, (_, i) => roads.feature(i).properties);
  const closed = all.filter(({ speed }) => speed === 0);
  assert.equal(
    closed.map(({ name, oneway }) => [name, oneway]),
    [['Row 0', undefined]],
  );
  own.destroy();
});

test('arrives in a street that is open against its way only, with speeds or without', async () => {
  const nodes = [0, 1, 2].map((x) => `<node id="${x + 1}" lon="${LON + x / 500}" lat="${LAT}"/>`);
  const nds = [1, 2, 3].map((id) => `<nd ref="${id}"/>`);
  const tags = '<tag k="highway" v="residential"/><tag k="oneway" v="-1"/>';
  const xml = `<osm version="0.6">${nodes.join('')}<way id="1">${nds.join('')}${tags}</way></osm>`;
  const network = await readOsm(new TextEncoder().encode(xml), {
    profile: 'car',
    weight: 'seconds',
    segmentSpeeds: readSegmentSpeeds('3,2,36\n2,1,18\n'),
  });
  const { live, ...roads } = network.roads;
  assert.ok(live!.length === 2);
  const at = (x: number): string => `${LON + x / 500},${LAT}`;
  const bodies = [network, { ...network, roads }].map((one) => {
    const own = createOsrmService(buildRouting(one));
    const targets = [`${at(1)};${at(0)}`, `${at(2)};${at(1)}`];
    const found = targets.map((ends) => own.answer(`/route/v1/driving/${ends}`));
    own.destroy();
    assert.ok(found.every(({ code }) => code === 'Ok'));
    return found.map(({ body }) => (JSON.parse(String(body)) as RouteAnswer).waypoints);
  });
  // hints name the road of each position
  assert.equal(bodies[0], bodies[1]);
});

test('draws a road across 180 degrees in the tiles on both sides, and in no other', async () => {
  const lons = [179.999, 179.9997, -179.9996, -179.999];
  const nodes = lons.map((lon, i) => `<node id="${i + 1}" lon="${lon}" lat="-16.5"/>`);
  const nds = lons.map((_, i) => `<nd ref="${i + 1}"/>`);
  const tag = '<tag k="highway" v="residential"/>';
  const xml = `<osm version="0.6">${nodes.join('')}<way id="1">${nds.join('')}${tag}</way></osm>`;
  const network = await readOsm(new TextEncoder().encode(xml), {
    profile: 'car',
    weight: 'seconds',
  });
  const own = createOsrmService(buildRouting(network));
  const y = 8953;
  /** The longitudes of each line in a tile, from 0 to 360 degrees. */
  const lines = (x: number, zoom = 14): number[][] => {
    const row = y >> (14 - zoom);
    const { body } = own.answer(`/tile/v1/driving/tile(${x},${row},${zoom}).mvt`);
    const { roads } = new VectorTile(new PbfReader(body as Uint8Array)).layers;
    return Array.from({ length: roads?.length ?? 0 }, (_, i) => {
      const { geometry } = roads.feature(i).toGeoJSON(x, row, zoom);
      const places = geometry.type === 'LineString' ? geometry.coordinates : [];
      return places.map(([lon]) => Number(((lon + 360) % 360).toFixed(4)));
    });
  };
  for (const x of [0, 2 ** 14 - 1]) {
    const [line, ...others] = lines(x);
    assert.equal(others, [], `tile ${x}`);
    assert.is(line.length, 4);
    line.forEach((lon, i) => {
      assert.ok(Math.abs(lon - ((lons[i] + 360) % 360)) < 2e-5, `tile ${x}: ${line.join()}`);
    });
  }
  for (const x of [1, 2 ** 13, 2 ** 14 - 2]) assert.equal(lines(x), [], `tile ${x}`);
  // at zoom 0 the road is at both edges of the one tile; it is too short to be drawn there
  assert.equal(lines(0, 0), []);
  own.destroy();
});

test('simplifies lines and tells steps across 180 degrees as across 0 degrees', async () => {
  // a bent road over the meridian, and a side road at node 3
  const places = [
    [-0.004, 0],
    [-0.002, 0.001],
    [0.001, 0],
    [0.003, 0.002],
    [0.001, 0.003],
  ];
  const tag = '<tag k="highway" v="residential"/>';
  const ways = [
    [1, 2, 3, 4],
    [3, 5],
  ].map((refs, i) => {
    const nds = refs.map((ref) => `<nd ref="${ref}"/>`).join('');
    return `<way id="${i + 1}">${nds}${tag}<tag k="name" v="Road ${i}"/></way>`;
  });
  const across = async (meridian: number): Promise<unknown> => {
    const at = places.map(([lon, lat]) => {
      const east = meridian + lon;
      return [(east > 180 ? east - 360 : east).toFixed(6), (lat - 16.5).toFixed(6)] as const;
    });
    const nodes = at.map(([lon, lat], i) => `<node id="${i + 1}" lon="${lon}" lat="${lat}"/>`);
    const xml = `<osm version="0.6">${nodes.join('')}${ways.join('')}</osm>`;
    const network = await readOsm(new TextEncoder().encode(xml), {
      profile: 'car',
      weight: 'seconds',
    });
    const own = createOsrmService(buildRouting(network));
    const query = `${at[0].join()};${at[4].join()}?geometries=geojson&steps=true`;
    const { body } = own.answer(`/route/v1/driving/${query}`);
    own.destroy();
    const [{ geometry, legs }] = (JSON.parse(String(body)) as RouteAnswer).routes;
    assert.ok(typeof geometry === 'object');
    const line = geometry.coordinates.map(([lon, lat]) => {
      const east = lon - meridian;
      return [east < -180 ? east + 360 : east, lat].map((degrees) => degrees.toFixed(5));
    });
    const steps = legs[0].steps.map(({ maneuver, intersections }) => {
      const { bearing_before, bearing_after, type, modifier } = maneuver;
      const bearings = intersections.map((one) => one.bearings);
      return { bearing_before, bearing_after, type, modifier, bearings };
    });
    return { line, steps };
  };
  assert.equal(await across(180), await across(0));
});

test.run();
