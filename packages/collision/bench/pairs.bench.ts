// All pairs of moving circles and spheres, about 3 contacts each: this package against a plain grid in
// JavaScript, one in C++ where there is a compiler, and, with --peers, the libraries that packages/bench
// has among its development dependencies. All take the same states in turns, from scratch at every
// step, and must find the same pairs.
// `node --import tsx bench/pairs.bench.ts [--peers[=kdbush,…]] [--rounds 15] [sizes…]`
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildBodies, createCollisionSolver } from '../src/index.ts';
import { type Circles, crowd, hashPairs } from './circles.ts';
import { createPlainGrid } from './plain-grid.ts';

interface Step {
  readonly ms: number;
  readonly pairs: number;
  readonly hash: number;
}
interface Rival {
  readonly name: string;
  /** Steps from scratch, one after another; the time is their mean. */
  step(state: 0 | 1, repeat: number): Step | Promise<Step>;
  end?(): void;
}

const { argv } = process;
const wanted = argv.find((word) => word.startsWith('--peers'));
const PEERS = ['kdbush', 'flatbush', 'rbush'] as const;
const peers = PEERS.filter((name) => wanted === '--peers' || wanted?.split(/[=,]/).includes(name));
const roundsAt = argv.indexOf('--rounds');
const rounds = roundsAt < 0 ? 15 : Number(argv[roundsAt + 1]);
const numbers = argv.slice(2).filter((word, i) => /^\d+$/.test(word) && i + 2 !== roundsAt + 1);
const sizes = numbers.length > 0 ? numbers.map(Number) : [1000, 100_000, 1_000_000];

function wayfield(states: readonly Circles[], three: boolean): Rival {
  const [{ n, r }] = states;
  const moving = { x: new Float32Array(n), y: new Float32Array(n), z: new Float32Array(n) };
  const { x, y, z } = moving;
  const bodies = buildBodies(three ? { x, y, z, radius: r } : { x, y, radius: r });
  x.set(states[0].x);
  y.set(states[0].y);
  z.set(states[0].z);
  const solver = createCollisionSolver(bodies);
  return {
    name: 'wayfield',
    step(state, repeat) {
      x.set(states[state].x);
      y.set(states[state].y);
      z.set(states[state].z);
      let found = solver.pairs({ capacity: 0 });
      const begin = performance.now();
      for (let k = 0; k < repeat; k++) {
        solver.update();
        found = solver.pairs();
      }
      const ms = (performance.now() - begin) / repeat;
      const { count, slots } = found;
      return { ms, pairs: count, hash: hashPairs(slots, 2 * count) };
    },
  };
}

function plain(states: readonly Circles[], three: boolean, moved: boolean): Rival {
  const grid = createPlainGrid(three, moved);
  return {
    name: moved ? 'plain grid, bodies moved' : 'plain grid',
    step(state, repeat) {
      let length = 0;
      const begin = performance.now();
      for (let k = 0; k < repeat; k++) length = grid.run(states[state]);
      const ms = (performance.now() - begin) / repeat;
      return { ms, pairs: length / 2, hash: hashPairs(grid.out, length) };
    },
  };
}

async function peer(
  name: 'kdbush' | 'flatbush' | 'rbush',
  states: readonly Circles[],
): Promise<Rival> {
  const from = createRequire(fileURLToPath(new URL('../../bench/package.json', import.meta.url)));
  const { default: Index } = await import(pathToFileURL(from.resolve(name)).href);
  const [{ n, r }] = states;
  const largest = r.reduce((a, b) => Math.max(a, b), 0);
  const out = new Int32Array(8 * n);
  let items: { minX: number; minY: number; maxX: number; maxY: number; i: number }[] = [];
  if (name === 'rbush') {
    items = Array.from(r, (_, i) => ({ minX: 0, minY: 0, maxX: 0, maxY: 0, i }));
  }
  return {
    name,
    step(state) {
      const { x, y } = states[state];
      let o = 0;
      const meet = (i: number, j: number): void => {
        if (j <= i) return;
        const dx = x[j] - x[i];
        const dy = y[j] - y[i];
        const s = r[i] + r[j];
        if (dx * dx + dy * dy > s * s) return;
        out[o++] = i;
        out[o++] = j;
      };
      const begin = performance.now();
      if (name === 'kdbush') {
        const index = new Index(n);
        for (let i = 0; i < n; i++) index.add(x[i], y[i]);
        index.finish();
        for (let i = 0; i < n; i++) {
          for (const j of index.within(x[i], y[i], r[i] + largest)) meet(i, j);
        }
      } else if (name === 'flatbush') {
        const index = new Index(n);
        for (let i = 0; i < n; i++) index.add(x[i] - r[i], y[i] - r[i], x[i] + r[i], y[i] + r[i]);
        index.finish();
        for (let i = 0; i < n; i++) {
          const box = [x[i] - r[i], y[i] - r[i], x[i] + r[i], y[i] + r[i]] as const;
          for (const j of index.search(...box)) meet(i, j);
        }
      } else {
        for (const item of items) {
          const { i } = item;
          item.minX = x[i] - r[i];
          item.minY = y[i] - r[i];
          item.maxX = x[i] + r[i];
          item.maxY = y[i] + r[i];
        }
        const tree = new Index();
        tree.load(items);
        for (const item of items) for (const other of tree.search(item)) meet(item.i, other.i);
      }
      const ms = performance.now() - begin;
      return { ms, pairs: o / 2, hash: hashPairs(out, o) };
    },
  };
}

/** The C++ program, built with `flags`; undefined without a compiler. */
async function native(
  states: readonly Circles[],
  three: boolean,
  flags: readonly string[],
): Promise<Rival | undefined> {
  const compiler = process.env.CXX ?? 'g++';
  const source = fileURLToPath(new URL('../../bench/native/collision.cpp', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'wayfield-collision-'));
  const end = (): void => rmSync(folder, { recursive: true, force: true });
  const binary = join(folder, 'collision');
  const built = spawnSync(compiler, ['-std=c++17', ...flags, '-o', binary, source], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (built.status !== 0) {
    end();
    console.log(`no C++: ${compiler} ${built.error?.message ?? 'failed'}`);
    return undefined;
  }
  const file = join(folder, 'states');
  const [{ n }] = states;
  const parts: Uint8Array[] = [new Uint8Array(new Uint32Array([three ? 3 : 2, n]).buffer)];
  for (const { x, y, z, r } of states) {
    for (const column of three ? [x, y, z, r] : [x, y, r]) {
      parts.push(new Uint8Array(column.buffer));
    }
  }
  writeFileSync(file, Buffer.concat(parts));
  const child: ChildProcess = spawn(binary, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  await lines.next();
  return {
    name: `C++ ${flags.join(' ')}`,
    async step(state, repeat) {
      child.stdin!.write(`${state} ${repeat}\n`);
      return JSON.parse((await lines.next()).value);
    },
    end() {
      child.kill();
      end();
    },
  };
}

const seen = new Map<string, Step>();

for (const three of [false, true]) {
  for (const n of sizes) {
    const states = crowd(n, three, 1);
    const rivals: Rival[] = [
      wayfield(states, three),
      plain(states, three, false),
      plain(states, three, true),
    ];
    for (const flags of [['-O3'], ['-O3', '-march=native']]) {
      const rival = await native(states, three, flags);
      if (rival) rivals.push(rival);
    }
    if (!three) for (const name of peers) rivals.push(await peer(name, states));
    const times = rivals.map((): number[] => []);
    // short steps many times in a row, or a turn would measure how fast caches fill
    const count = n <= 10_000 ? rounds * 4 : rounds;
    for (let round = 0; round < count; round++) {
      for (const [i, rival] of rivals.entries()) {
        const step = await rival.step((round & 1) as 0 | 1, n <= 10_000 ? 20 : 1);
        if (round >= count / 5) times[i].push(step.ms);
        if (round < 2) checkStep(rival.name, step, states[round & 1], three);
      }
    }
    console.log(`\n${three ? '3D' : '2D'}, ${n} bodies: ms per step, least and median, against us`);
    const least = (list: number[]): number => Math.min(...list);
    const median = (list: number[]): number => list.sort((a, b) => a - b)[list.length >> 1];
    for (const [i, { name }] of rivals.entries()) {
      const row = [least(times[i]), median(times[i])].map((ms) => ms.toFixed(3).padStart(10));
      const ratio = (median(times[i]) / median(times[0])).toFixed(2).padStart(8);
      console.log(`${name.padEnd(28)} ${row.join('')} ${ratio}`);
    }
    for (const rival of rivals) rival.end?.();
  }
}

/** All count the same; grids in doubles may differ in pairs that touch to the last bit. */
function checkStep(name: string, step: Step, state: Circles, three: boolean): void {
  const key = `${three}${state.n}${state.x[0]}`;
  const first = seen.get(key);
  if (first === undefined) seen.set(key, step);
  else if (first.hash !== step.hash) {
    console.log(`${name} finds ${step.pairs} pairs, we ${first.pairs}`);
    if (Math.abs(first.pairs - step.pairs) > 1e-4 * first.pairs) throw new Error('too many');
  }
}
