import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runOnGpu } from './run-targets.ts';

const targets = suite('targets records');

targets('compare hub labels with the hierarchy on small roads', async () => {
  const { code, out, err } = await runOnGpu(['records', '1', '--quick']);
  assert.is(code, 0, out + err);
  for (const name of ['rome', 'NY', 'malta']) {
    assert.match(out, new RegExp(`target 1: ${name}: a distance, one thread`));
  }
  assert.match(out, /target 1: rome: distances on the GPU: .* skip; a software driver/);
});

targets('compare customizable hierarchies with RoutingKit where it is', async () => {
  const { code, out, err } = await runOnGpu(['records', '2', '--quick']);
  assert.is(code, 0, out + err);
  for (const map of ['rome', 'south_seattle_car']) {
    for (const work of ['customisation', 'distances', 'paths']) {
      assert.match(out, new RegExp(`target 2: ${map}: ${work}, RoutingKit / ours.* skip; `));
    }
  }
});

targets('compare subgoals with jps+ on a small random map', async () => {
  const { code, out, err } = await runOnGpu(['records', '3', '--quick']);
  assert.is(code, 0, out + err);
  assert.match(out, /target 3: random 48 x 48, 35 % blocked: subgoals \/ jps\+: [\d.]+ x/);
});

targets('compare sort, scan and sweeps on the GPU with the CPU', async () => {
  const { code, out, err } = await runOnGpu(['records', '4', '--quick']);
  assert.is(code, 0, out + err);
  for (const what of ['sort of 9,000', 'scan of 9,000', 'FLA: a tree of 256']) {
    assert.match(out, new RegExp(`target 4: ${what}.*: .* skip; a software driver`));
  }
});

targets('compare Euclidean hub labels with Polyanya on a small map', async () => {
  const { code, out, err } = await runOnGpu(['records', '5', '--quick']);
  assert.match(out, /target 5: rooms: mean query with its path: [\d.]+ us/, err);
  assert.is(code, 0, out + err);
});

targets('compare the first batch of a process with its tenth', async () => {
  const { code, out, err } = await runOnGpu(['records', '6', '--quick']);
  assert.is(code, 0, out + err);
  for (const algorithm of ['astar', 'dijkstra', 'jps']) {
    assert.match(
      out,
      new RegExp(`target 6: 12 x 12, 1000 agents, ${algorithm}: .* skip; [\\d.]+ and`),
    );
  }
});

targets.run();
