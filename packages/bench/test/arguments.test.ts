// Every exported function names the argument that is wrong.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomGrid, randomQueries } from '@wayfield/graph/generators';
import { type Samples, walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as bench from '../src/index.ts';
import { InputError } from '../src/run/problems/read-file.ts';
import { wayfieldSolver } from '../src/run/solvers/wayfield.ts';
import { results } from './fixtures/results.ts';

const map = (name: string): string =>
  fileURLToPath(new URL(`../maps/town.${name}`, import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'wayfield-arguments-'));
const file = (name: string): string => join(folder, name);
await writeFile(file('a.gr'), 'p sp 2 2\na 1 2 3\na 2 1 3\n');
await writeFile(file('a.co'), 'p aux sp co 2\nv 1 0 0\nv 2 1 0\n');
await writeFile(file('a.txt'), '1\t2\t3\n');
await writeFile(file('results.json'), JSON.stringify(results()));

/** As one value: its parts are the library's own. */
const whole = <T extends object>(value: T): T =>
  Object.assign(Object.create({}) as object, value) as T;

const data = randomGrid(12, 12, { density: 0.1, seed: 3 });
const problem = () => ({
  name: 'random',
  description: 'seed 3',
  data: whole(data),
  queries: whole(randomQueries(data, 4, { seed: 3 })),
});
const { report } = await bench.benchProblem(problem(), [wayfieldSolver('astar')], { repeat: 1 });
const reported = () => ({
  ...report,
  solvers: report.solvers.map(whole),
  skipped: [{ name: 'jps', reason: 'none' }],
});
const moves = () => ({ neighbours: 8 as const, corners: 'never' as const });
const write = (): void => undefined;
const ANY_TEXT = ["'x'", "''", 'misspelt'];
const ALL = ['*'];

const samples: Samples = {
  anyPairs: { args: () => ({ nodeCount: 10, count: 3, seed: 1 }) },
  benchProblem: {
    args: () => ({
      problem: problem(),
      solvers: [whole(wayfieldSolver('astar'))],
      options: { repeat: 1, reference: 1, peerSeconds: 1, peerQueries: 1, onProgress: write },
    }),
    accepts: { 'problem.name': ANY_TEXT, 'problem.description': ANY_TEXT },
  },
  builtInProblems: { args: () => ({ options: { queries: 10, seed: 1 } }) },
  checkResults: { args: () => ({ value: whole(results()) }), named: { value: 'results' } },
  chooseSolvers: {
    args: () => ({
      choice: {
        names: ['astar'],
        threads: 1,
        peers: ['pathfinding'],
        extra: [whole(wayfieldSolver('jps'))],
        versionOf: () => '1.0.0',
      },
    }),
    optional: ['threads', 'names', 'peers', 'extra', 'versionOf'].map((name) => `choice.${name}`),
    // some libraries have several finders, which begin alike
    accepts: { 'choice.peers[0]': ['misspelt'] },
    named: { choice: 'choice|chooseSolvers', 'choice.peers[0]': 'peers?' },
  },
  formatCsv: {
    args: () => ({ report: { problems: [whole(reported())] } }),
  },
  formatProblemHead: {
    args: () => ({ problem: reported() }),
    accepts: { ...texts(), 'problem.corners': ALL, ...sizes() },
  },
  formatProblemTable: {
    args: () => ({ problem: reported() }),
    accepts: { ...texts(), 'problem.corners': ALL, ...sizes() },
  },
  main: {
    args: () => ({
      args: ['--version'],
      streams: { out: { write }, progress: { write } },
      extra: [whole(wayfieldSolver('jps'))],
      openDevice: () => Promise.reject(new Error('no device')),
    }),
    optional: ['streams', 'extra', 'openDevice'],
    accepts: { 'args[0]': ANY_TEXT, args: ['[]'] },
  },
  readDimacs: {
    args: () => ({ graphPath: file('a.gr'), coordinatesPath: file('a.co') }),
    optional: ['coordinatesPath'],
  },
  readDimacsReference: {
    args: () => ({
      graphPath: file('a.gr'),
      coordinatesPath: file('a.co'),
      referencePath: file('a.txt'),
    }),
    optional: ['coordinatesPath'],
  },
  readMap: { args: () => ({ path: map('map'), moves: moves() }), optional: ['moves'] },
  readMovingAi: {
    args: () => ({ mapPath: map('map'), scenarioPath: map('scen'), moves: moves() }),
    optional: ['moves'],
  },
  readResults: { args: () => ({ path: file('results.json') }) },
  readResultsSchema: 'no arguments',
  readTown: 'no arguments',
  thinQueries: {
    args: () => ({ problem: problem(), count: 2 }),
    accepts: { 'problem.name': ANY_TEXT, 'problem.description': ANY_TEXT },
  },
};

/** Free text of a report. */
function texts(): Record<string, string[]> {
  const names = ['name', 'description', 'skipped[0].name', 'skipped[0].reason'];
  return Object.fromEntries(names.map((name) => [`problem.${name}`, ANY_TEXT]));
}

/** What only one of the kinds has. */
function sizes(): Record<string, string[]> {
  return Object.fromEntries(
    ['width', 'height', 'neighbours'].map((name) => [`problem.${name}`, ALL]),
  );
}

/**
 * A file that cannot be read, and a name that nobody knows, are errors of the input: here they
 * count as named.
 */
const named = Object.fromEntries(
  Object.entries(bench).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value];
    const words = Object.keys(samples[name] === 'no arguments' ? {} : samples[name].args());
    const input = (error: unknown): never => {
      if (!(error instanceof InputError)) throw error;
      throw new RangeError(`${words.join(' ')} names: ${error.message}`);
    };
    const run = (...args: unknown[]): unknown => {
      // without arguments the program runs its tour: another test's business, and long
      if (name === 'main' && Array.isArray(args[0]) && args[0].length === 0) return 0;
      try {
        const result: unknown = Reflect.apply(value, undefined, args);
        return result instanceof Promise ? result.catch(input) : result;
      } catch (error) {
        return input(error);
      }
    };
    return [name, run];
  }),
);

const test = suite('arguments of all functions');
test.after(() => rm(folder, { recursive: true }));
test('are named where they are wrong', async () => {
  assert.equal(await walkExports({ '@wayfield/bench': named }, samples), []);
});
test.run();
