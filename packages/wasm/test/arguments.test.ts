import { Worker } from 'node:worker_threads';
import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as wasm from '@wayfield/wasm';

/** The binary of a module that exports nothing. */
const EMPTY = 'AGFzbQEAAAA=';
const source = `require('node:worker_threads').parentPort.on('message', () => {
  require('node:worker_threads').parentPort.postMessage({ type: 'done' });
});`;
const memory = wasm.createMemory(false);
const worker = (): Worker => new Worker(source, { eval: true });
const crewOptions = { threads: 1, source, worker, start: () => 1, stop() {} };
const free = { accepts: { what: ["'x'", "''", 'misspelt'] } };

const SAMPLES: Samples = {
  createMemory: { args: () => ({ shared: false }) },
  createArena: {
    args: () => ({ memory, ledger: 0 }),
    optional: ['ledger'],
    methods: {
      allocate: { args: () => ({ bytes: 16 }) },
      free: { args: () => ({ address: 1024, bytes: 16 }) },
      bytes: 'no arguments',
      words: 'no arguments',
      floats: 'no arguments',
    },
  },
  createBlocks: {
    args: () => ({ arena: wasm.createArena(memory) }),
    methods: {
      held: 'no arguments',
      allocate: { args: () => ({ bytes: 16 }) },
      reallocate: { args: () => ({ address: 16, oldBytes: 16, newBytes: 32 }) },
      free: { args: () => ({ address: 16 }) },
      freeAll: 'no arguments',
    },
  },
  createCrew: {
    args: () => ({ options: crewOptions }),
    optional: ['options.worker'],
    accepts: {
      'options.source': ["'x'", "''", 'misspelt'],
    },
    done: (crew: wasm.Crew<unknown, unknown>) => crew.terminate(),
    methods: {
      tellAll: { args: () => ({ what: 'run', message: () => 1 }), ...free },
      tell: {
        args: () => ({ what: 'run', message: 1, first: 1 }),
        accepts: { ...free.accepts, message: ['*'] },
      },
      terminate: 'no arguments',
    },
  },
  NoThreads: 'no arguments',
  poolThreads: { args: () => ({ threads: 2 }), optional: ['threads'] },
  compileKernels: { args: () => ({ base64: EMPTY }) },
  instantiateKernels: {
    args: () => ({ module: wasm.compileKernels(EMPTY), memory, reallocate: () => 0 }),
  },
  inSlices: { args: () => ({ advance: () => true }) },
  openPool: {
    args: () => ({ pool: { threads: 1, worker }, many: async () => 1, one: () => 1, alone: 'one' }),
    optional: ['alone', 'pool.threads', 'pool.worker'],
    named: { pool: 'options' },
    // pools have options of their own, which they check
    accepts: { alone: ["'x'", "''", 'misspelt'], pool: ['[]', 'Set'] },
  },
  hardwareThreads: 'no arguments',
  noSharedMemory: 'no arguments',
  serveThread: { args: () => ({ answer: () => 1 }) },
  startThread: {
    args: () => ({ script: { source, worker } }),
    optional: ['script.worker'],
    accepts: { 'script.source': ["'x'", "''", 'misspelt'] },
    done: (thread: wasm.Thread<unknown, unknown>) => thread.terminate(),
    methods: {
      ask: { args: () => ({ message: 1 }), accepts: { message: ['*'] } },
      terminate: 'no arguments',
    },
  },
  createTurns: {
    args: () => ({ what: 'pool' }),
    ...free,
    methods: { inTurn: { args: () => ({ work: () => 1 }) }, close: 'no arguments' },
  },
  createDestroyGuard: {
    args: () => ({ what: 'pool' }),
    ...free,
    methods: { check: 'no arguments', end: 'no arguments' },
  },
  destroyedError: { args: () => ({ what: 'pool' }), ...free },
  openKernels: {
    args: () => ({ code: EMPTY, place: { arena: wasm.createArena(memory) } }),
    optional: ['place', 'place.arena'],
    methods: { put: { args: () => ({ array: Uint32Array.of(1) }) } },
  },
  createKernelCrew: {
    args: () => ({
      host: {
        module: wasm.compileKernels(EMPTY),
        arena: wasm.createArena(memory),
        blocks: wasm.createBlocks(wasm.createArena(memory)),
      },
      options: { ...crewOptions, start: () => ({ type: 'start' }) },
    }),
    optional: ['options.worker'],
    accepts: { 'options.source': ["'x'", "''", 'misspelt'] },
    done: (crew: wasm.Crew<unknown, unknown>) => crew.terminate(),
  },
  serveKernels: { args: () => ({ open: () => () => ({}) }) },
};

const test = suite('arguments');

test('that are wrong are refused by name, at every export', async () => {
  assert.equal(await walkExports({ '.': wasm }, SAMPLES), []);
});

test.run();
