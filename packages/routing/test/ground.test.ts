// Places on open ground: routes and matrices from them, against all pairs of corners.
import { random } from '@wayfield/graph/generators';
import { readOsm } from '@wayfield/osm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  buildRouting,
  createGroundIndex,
  createRoadIndex,
  createRouter,
  type RoadPoint,
  routeLine,
  type RoutingNetwork,
} from '../src/index.ts';
import { createIsochrones } from '../src/isochrone.ts';
import { createMatrix } from '../src/matrix.ts';

const SEED = 22;
const test = suite(`open ground, seed ${SEED}`);
/** Degrees between two signs. */
const STEP = 0.001;

/** A square with a house on it and streets around; letters are nodes. */
const ROWS = ['e.a.....b.f', '.....pq....', '.....sr....', 'h.d.....c.g'];
const WAYS = ['abcda', 'pqrsp', 'ea', 'bf', 'hd', 'cg', 'eh'];

async function squareTown(metric: 'seconds' | 'metres'): Promise<RoutingNetwork> {
  const nodes = ROWS.flatMap((row, y) =>
    [...row].flatMap((sign, x) => {
      const [lon, lat] = [13 + x * STEP, 50 - y * STEP];
      if (sign === '.') return [];
      return [`<node id="${sign.charCodeAt(0)}" lon="${lon}" lat="${lat}"/>`];
    }),
  );
  const ways = WAYS.map((signs, i) => {
    const refs = [...signs].map((sign) => `<nd ref="${sign.charCodeAt(0)}"/>`).join('');
    const tag = i < 2 ? '' : `<tag k="highway" v="footway"/><tag k="name" v="${signs}"/>`;
    return `<way id="${i + 1}">${refs}${tag}</way>`;
  });
  const square =
    '<relation id="1"><member type="way" ref="1" role="outer"/>' +
    '<member type="way" ref="2" role="inner"/><tag k="type" v="multipolygon"/>' +
    '<tag k="highway" v="pedestrian"/></relation>';
  const xml = `<osm version="0.6">${nodes.join('')}${ways.join('')}${square}</osm>`;
  const network = await readOsm(new TextEncoder().encode(xml), {
    profile: 'foot',
    weight: 'seconds',
    uTurns: false,
    openAreas: true,
  });
  return buildRouting(network, { metric });
}

for (const metric of ['seconds', 'metres'] as const) {
  test(`routes and matrices include the walks, by ${metric}`, async () => {
    const routing = await squareTown(metric);
    const [ground, index] = [createGroundIndex(routing), createRoadIndex(routing)];
    const [router, matrix] = [createRouter(routing), createMatrix(routing)];
    const next = random(SEED);
    let [pairs, straight] = [0, 0];
    for (let i = 0; i < 60; i++) {
      const place = (): [number, number] => [13 + 10 * STEP * next(), 50 - 3 * STEP * next()];
      const [from, to] = [place(), place()].map(([lon, lat]): RoadPoint[] => {
        const corners = ground.corners(lon, lat);
        return corners.length > 0 ? corners : [index.snap(lon, lat)!];
      });
      const costs = matrix.costs(from, to);
      const { seconds, metres } = matrix.measure(from, to);
      from.forEach((a, r) =>
        to.forEach((b, c) => {
          pairs++;
          const at = r * to.length + c;
          const route = router.route([a, b])!;
          assert.is(costs[at], route.cost);
          const [road, goal] = [a, b].map((point) => {
            const copy: { ground?: unknown } = { ...point };
            delete copy.ground;
            return copy as RoadPoint;
          });
          const plain = router.route([road, goal])!;
          for (const key of ['seconds', 'metres'] as const) {
            const walked = (a.ground?.[key] ?? 0) + (b.ground?.[key] ?? 0);
            assert.ok(Math.abs(route[key] - plain[key] - walked) < 0.02, key);
            const told = key === 'seconds' ? seconds[at] : metres[at];
            assert.ok(Math.abs(told - route[key]) < 0.05, `${key} ${told} ${route[key]}`);
          }
          const line = routeLine(routing, route).geometry.coordinates;
          for (const [point, end] of [
            [a, line[0]],
            [b, line[line.length - 1]],
          ] as const) {
            const { lonE7, latE7 } = point.ground ?? point;
            assert.ok(Math.abs(end[0] * 1e7 - lonE7) < 2 && Math.abs(end[1] * 1e7 - latE7) < 2);
          }
        }),
      );
      const leg = ground.straight(from[0], to[0]);
      if (!from[0].ground || !to[0].ground) assert.is(leg, undefined);
      if (!leg) continue;
      straight++;
      assert.ok(leg.metres <= Math.min(...metres) + 0.02, 'no route is shorter than the line');
    }
    assert.ok(pairs > 400 && straight > 3, `${pairs} ${straight}`);
    // a route may leave open ground by another corner than that by which it came
    const [middle] = ground.corners(13.003, 49.9985);
    const via = router.route([index.snap(13, 50)!, middle, index.snap(13.01, 49.997)!])!;
    assert.is(via.legs.length, 2);
    const isochrones = createIsochrones(routing);
    assert.throws(
      () => isochrones.reach(middle, [60]),
      /from\.ground\.area is 0, expected no walk/,
    );
    for (const one of [router, matrix, isochrones]) one.destroy();
  });
}

test.run();
