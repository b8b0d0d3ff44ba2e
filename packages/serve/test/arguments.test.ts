import type { RoutingNetwork } from '@wayfield/routing';
import { type Samples, walkExports } from '@wayfield/testing';
// the built package, because threads need files of JavaScript
import * as main from '@wayfield/serve';
import * as file from '@wayfield/serve/file';
import * as osrm from '@wayfield/serve/osrm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { village } from './village.ts';

const plain = await village();
/** As one value: its parts are the library's own, and are looked at as kinds only. */
const routing = Object.assign(Object.create({}) as object, plain);
const limits = (): object => ({
  route: 9,
  table: 9,
  trip: 9,
  match: 9,
  nearest: 9,
  alternatives: 1,
  contours: 2,
  reach: 100,
});
const noRows = async function* (): AsyncGenerator<never> {};
const ANY_TEXT = ["'x'", "''", 'misspelt'];

const optional = Object.keys(limits()).map((name) => `options.limits.${name}`);

/** That there is no such file, or no such host, is no matter of arguments. */
async function there<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EACCES'].includes(code ?? '')) return undefined;
    throw error;
  }
}

const samples: Samples = {
  startServer: {
    args: () => ({
      routing,
      options: {
        host: '127.0.0.1',
        port: 0,
        threads: 1,
        timeout: 1000,
        queue: 10,
        page: true,
        limits: limits(),
        drivingSide: 'left',
        dataVersion: '7',
        weightName: 'duration',
        weightDecimals: 1,
        speedSource: 'file',
        slices: [],
        conditions: {},
        tableSolver: { tableRows: noRows },
        tableCells: 10,
      },
    }),
    accepts: {
      'options.host': ANY_TEXT,
      'options.dataVersion': ANY_TEXT,
      'options.weightName': ANY_TEXT,
      'options.speedSource': ANY_TEXT,
    },
    optional,
    done: (server: main.RoutingServer | undefined) => server?.close(),
    methods: {
      metrics: 'no arguments',
      setLive: {
        args: () => ({ kmh: new Float32Array(2 * routing.network.roads.count).fill(NaN) }),
      },
      close: 'no arguments',
    },
  },
  createOsrmService: {
    args: () => ({
      routing,
      options: {
        limits: limits(),
        drivingSide: 'left',
        dataVersion: '7',
        weightName: 'duration',
        weightDecimals: 1,
        speedSource: 'file',
        speedsAt: () => new Float32Array(),
        slices: [],
      },
    }),
    accepts: {
      'options.dataVersion': ANY_TEXT,
      'options.weightName': ANY_TEXT,
      'options.speedSource': ANY_TEXT,
    },
    optional,
    done: (service: osrm.OsrmService) => service.destroy(),
    methods: {
      answer: { args: () => ({ target: '/route/v1/car/1,2' }), accepts: { target: ANY_TEXT } },
      answerWith: {
        args: () => ({
          target: '/route/v1/car/1,2',
          matrix: { cells: 1, costs: () => Promise.resolve([]) },
        }),
        accepts: { target: ANY_TEXT },
      },
      answerPost: {
        args: () => ({ path: '/route/v1/car', body: '{}' }),
        accepts: { path: ANY_TEXT, body: ANY_TEXT },
      },
      destroy: 'no arguments',
    },
  },
  readRoutingFile: {
    args: () => ({
      path: new URL('village.geojson', import.meta.url).pathname,
      options: {
        profile: 'all-ways',
        metric: 'seconds',
        turnRestrictions: true,
        uTurns: false,
        endsOnly: false,
        delays: false,
        turnCosts: false,
        leftHand: false,
        sides: [{ side: 'left', rings: [] }],
        openAreas: false,
        lengths: 'sphere',
        decimals: 1,
        parallel: 'all',
        smallComponentSize: 1000,
        conditions: false,
        segmentSpeeds: [],
        turnPenalties: [],
        onProgress: () => undefined,
      },
    }),
    accepts: { path: ANY_TEXT },
  },
};

const startServer = (network: RoutingNetwork, options: main.ServerOptions): Promise<unknown> =>
  there(main.startServer(network, options));
const readRoutingFile = (path: string, options: file.ReadRoutingOptions): Promise<unknown> =>
  there(file.readRoutingFile(path, options));

const test = suite('arguments of all functions');
test('are named where they are wrong', async () => {
  const entries = {
    '@wayfield/serve': { ...main, startServer },
    '@wayfield/serve/file': { ...file, readRoutingFile },
    '@wayfield/serve/osrm': osrm,
  };
  assert.equal(await walkExports(entries, samples), []);
});
test.run();
