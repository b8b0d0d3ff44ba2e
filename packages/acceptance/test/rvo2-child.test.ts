import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reason } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startRvo2 } from '../src/crowd/peers/rvo2.ts';
import type { Playing } from '../src/crowd/play/program.ts';
import type { Scene } from '../src/crowd/scenes/scene.ts';

const test = suite('the child of RVO2');

/** A scene of more bytes than a pipe holds. */
const scene = {
  traits: {},
  agents: Array.from({ length: 200_000 }, () => ({ x: 0, y: 0 })),
  obstacles: [],
} as unknown as Scene;

const step = async (child: Playing): Promise<void> => child.step(0.1);

test('that ends early, or does not start, makes the step reject', async () => {
  const ended = startRvo2('true', scene);
  assert.match(await reason(step(ended)), /RVO2 ended with 0/);
  assert.match(await reason(step(ended)), /RVO2 ended with 0/);
  const missing = startRvo2('/no/such/program', scene);
  assert.match(await reason(step(missing)), /RVO2 .*ENOENT/);
});

test('that gives no answer in time is killed, and the step rejects', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-rvo2-'));
  const binary = join(folder, 'hangs');
  await writeFile(binary, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
  const child = startRvo2(binary, scene, 200);
  const start = performance.now();
  assert.match(await reason(step(child)), /RVO2 gave no answer in 0.2 s/);
  assert.ok(performance.now() - start < 10_000);
  await rm(folder, { recursive: true });
});

test.run();
