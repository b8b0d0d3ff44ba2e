// Clients of OSRM, as they are published, against the services.
import { createRequire } from 'node:module';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createOsrmService } from '../src/osrm.ts';
import type { OsrmStep } from '../src/osrm/steps.ts';
import type { RouteAnswer } from '../src/osrm/services/route.ts';
import { LAT, LON, randomPlaces, village } from './village.ts';

const require = createRequire(import.meta.url);
const service = createOsrmService(await village());
const read = (target: string): RouteAnswer =>
  JSON.parse(service.answer(target).body as string) as RouteAnswer;

interface Instructions {
  compile(language: string, step: OsrmStep, options: object): string;
}

const test = suite('clients of OSRM');

test('osrm-text-instructions says what to do at each step', () => {
  const compiler = require('osrm-text-instructions') as (version: string) => Instructions;
  const instructions = compiler('v5');
  const from = `${LON + 0.0045},${LAT}`;
  const to = `${LON + 0.006},${LAT + 0.0031}`;
  const [{ steps }] = read(`/route/v1/driving/${from};${to}?steps=true`).routes[0].legs;
  assert.equal(
    steps.map((step) => instructions.compile('en', step, {})),
    ['Head east on Row 0', 'Turn left onto Column 3', 'You have arrived at your destination'],
  );
  for (let seed = 0; seed < 30; seed++) {
    const { routes } = read(`/route/v1/driving/${randomPlaces(3, seed).join(';')}?steps=true`);
    for (const step of routes[0].legs.flatMap((leg) => leg.steps)) {
      const text = instructions.compile('en', step, {});
      assert.ok(text.length > 5 && !text.includes('undefined'), text);
    }
  }
});

/** What Leaflet Routing Machine makes of an answer. */
interface LeafletRoute {
  readonly coordinates: { lat: number; lng: number }[];
  readonly instructions: { type: string; text: string; distance: number; index: number }[];
  readonly summary: { totalDistance: number; totalTime: number };
  readonly name: string;
}

test('Leaflet Routing Machine draws a route and lists its steps', async () => {
  // the library is for pages: it looks at a window and a document when it is loaded
  const element = { style: {}, getContext: () => null, classList: { add: () => undefined } };
  const document = {
    documentElement: { style: {} },
    createElement: () => ({ ...element }),
    addEventListener: () => undefined,
  };
  const globals = globalThis as Record<string, unknown>;
  const window = { document, devicePixelRatio: 1, addEventListener: () => undefined };
  const navigator = { platform: '', userAgent: '' };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.assign(globals, { window, document });
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  try {
    const Router = require('leaflet-routing-machine/src/osrm-v1.js') as new (options: object) => {
      buildRouteUrl(waypoints: object[], options: object): string;
      _routeDone(
        answer: RouteAnswer,
        waypoints: object[],
        options: object,
        callback: (error: unknown, routes: LeafletRoute[]) => void,
      ): void;
    };
    const { latLng } = require('leaflet') as { latLng(lat: number, lng: number): object };
    const router = new Router({ serviceUrl: '/route/v1', profile: 'driving' });
    const waypoints = [
      [LAT, LON + 0.0005],
      [LAT + 0.0031, LON + 0.006],
    ].map(([lat, lng]) => ({ latLng: latLng(lat, lng), options: {} }));
    const answer = read(router.buildRouteUrl(waypoints, { alternatives: true, steps: true }));
    const routes = await new Promise<LeafletRoute[]>((resolve, reject) => {
      router._routeDone(answer, waypoints, {}, (error, found) => {
        if (error) reject(error as Error);
        else resolve(found);
      });
    });
    const [best] = routes;
    assert.is(best.summary.totalDistance, answer.routes[0].distance);
    assert.is(best.summary.totalTime, answer.routes[0].duration);
    assert.is(best.instructions.length, answer.routes[0].legs[0].steps.length);
    assert.ok(best.coordinates.length >= 3);
    for (const { index } of best.instructions) assert.ok(index <= best.coordinates.length);
    assert.is(best.instructions[0].type, 'Head');
    assert.is(best.instructions.at(-1)!.type, 'DestinationReached');
  } finally {
    delete globals['window'];
    delete globals['document'];
    delete globals['navigator'];
    if (before) Object.defineProperty(globalThis, 'navigator', before);
  }
});

test.run();
