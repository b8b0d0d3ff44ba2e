// RVO2 in C++, built from the sources in `native/RVO2` beside the folder of the data sets. The head
// of native/rvo2-crowd.cpp describes its stdin and stdout.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANSWER_MS, buildCpp, findCompiler } from '../../run/cpp-programs.ts';
import type { CrowdProgram, Playing } from '../play/program.ts';
import type { Scene } from '../scenes/scene.ts';

/** RVO2, built; `close` removes the program. */
export interface Rvo2 extends CrowdProgram {
  readonly compiler: string;
  close(): Promise<void>;
}

/** Builds RVO2; a string says why it cannot be had here. */
export async function buildRvo2(data: string | undefined): Promise<Rvo2 | string> {
  const folder = data === undefined ? undefined : join(data, '..', 'native', 'RVO2', 'src');
  if (folder === undefined || !existsSync(folder)) return 'no RVO2 beside the data sets';
  const compiler = await findCompiler();
  if (compiler === undefined) return 'no C++ compiler';
  const built = await mkdtemp(join(tmpdir(), 'wayfield-rvo2-'));
  const binary = join(built, 'rvo2-crowd');
  await buildCpp(compiler.command, 'rvo2-crowd.cpp', { binary, includes: [folder] });
  return {
    name: 'RVO2',
    compiler: compiler.version,
    open: (scene) => Promise.resolve(startRvo2(binary, scene)),
    close: () => rm(built, { recursive: true, force: true }),
  };
}

/**
 * Starts the program on a scene. Where it ends early, does not start or gives no answer in `mostMs`
 * (it is killed then), `step` rejects.
 */
export function startRvo2(binary: string, scene: Scene, mostMs: number = ANSWER_MS): Playing {
  const { traits, agents, obstacles } = scene;
  const count = agents.length;
  const child = spawn(binary, { stdio: ['pipe', 'pipe', 'pipe'] });
  const answers = readAnswers(child, 8 * (1 + 2 * count), mostMs);
  write(child, [
    count,
    traits.neighbourDistance,
    traits.maxNeighbours,
    traits.horizon,
    traits.wallHorizon,
    traits.radius,
    traits.maxSpeed,
    ...agents.flatMap(({ x, y }) => [x, y]),
    ...obstacles.flatMap((ring) => [ring.length / 2, ...ring]),
    0,
  ]);
  const command = new Float64Array(2 + 2 * count);
  command[0] = 1;
  let answer = new Float64Array(1 + 2 * count);
  const left = new Uint8Array(count);
  return {
    prefer(agent, x, y) {
      command[2 + 2 * agent] = x;
      command[3 + 2 * agent] = y;
    },
    async step(dt) {
      command[1] = dt;
      write(child, command);
      answer = await answers.next();
    },
    positions(x, y) {
      for (let i = 0; i < count; i++) {
        if (left[i]) continue;
        x[i] = answer[1 + 2 * i];
        y[i] = answer[2 + 2 * i];
      }
    },
    leave(agent) {
      left[agent] = 1;
      write(child, [2, agent]);
    },
    infeasible: () => undefined,
    ownMs: () => answer[0],
    destroy: () => void child.stdin.end(),
  };
}

function write(child: ChildProcessWithoutNullStreams, numbers: ArrayLike<number>): void {
  child.stdin.write(Buffer.from(Float64Array.from(numbers).buffer));
}

/** Answers of `bytes` bytes each, one after another, each within `mostMs`. */
function readAnswers(
  child: ChildProcessWithoutNullStreams,
  bytes: number,
  mostMs: number,
): { next(): Promise<Float64Array<ArrayBuffer>> } {
  let parts: Buffer[] = [];
  let [held, failed] = [0, ''];
  let wake: (() => void) | undefined;
  child.stdout.on('data', (part: Buffer) => {
    parts.push(part);
    held += part.length;
    if (held >= bytes) wake?.();
  });
  const fail = (why: string): void => {
    if (failed === '') failed = `RVO2 ${why}`;
    wake?.();
  };
  child.on('error', ({ message }) => fail(`does not start: ${message}`));
  child.on('close', (code) => fail(`ended with ${code}`));
  // writing to a child that has ended raises an error here; the 'close' event reports the end
  child.stdin.on('error', () => undefined);
  return {
    async next() {
      const timer = setTimeout(() => {
        fail(`gave no answer in ${mostMs / 1000} s`);
        child.kill();
      }, mostMs);
      if (held < bytes && failed === '') await new Promise<void>((resolve) => (wake = resolve));
      clearTimeout(timer);
      wake = undefined;
      if (held < bytes) throw new Error(failed);
      const all = Buffer.concat(parts);
      parts = [all.subarray(bytes)];
      held = all.length - bytes;
      return new Float64Array(Uint8Array.from(all.subarray(0, bytes)).buffer);
    },
  };
}
