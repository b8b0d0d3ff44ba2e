import { sameArray } from '@wayfield/testing';
import { launchChromium, serveFolder } from '@wayfield/testing/browser';
import { build } from 'esbuild';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ALGORITHMS,
  pageProblems,
  routesOf,
  type Solved,
  solveAll,
  treeOf,
} from './page/solve-all.ts';
import { checkRoutes } from './search-cases.ts';
import { proveTree } from './trees.ts';
import { device } from './device.ts';

const folder = mkdtempSync(join(tmpdir(), 'wayfield-gpu-'));
const browser = await launchChromium();
const test = suite('solvers on a page');
const on = browser ? test : test.skip;

type Results = Awaited<ReturnType<typeof solveAll>>;

/** `solveAll` in the browser, with a device of the page's own. */
async function solveOnPage(): Promise<Results> {
  const here = fileURLToPath(new URL('.', import.meta.url));
  await build({
    stdin: {
      contents: `export { requestDevice } from '../src/index.ts';
        export { solveAll } from './page/solve-all.ts';`,
      resolveDir: here,
    },
    outfile: join(folder, 'wayfield.js'),
    bundle: true,
    format: 'iife',
    globalName: 'wayfield',
  });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script src="wayfield.js"></script>');
  const server = await serveFolder(folder);
  const tab = await browser!.newPage();
  try {
    await tab.goto(server.url);
    return await tab.evaluate(async () => {
      const { wayfield } = globalThis as unknown as {
        wayfield: {
          requestDevice(options: { allowSoftware: boolean }): Promise<GPUDevice>;
          solveAll(d: GPUDevice): Promise<Results>;
        };
      };
      const gpu = await wayfield.requestDevice({ allowSoftware: true });
      const errors: string[] = [];
      gpu.onuncapturederror = ({ error }) => void errors.push(error.message);
      const results = await wayfield.solveAll(gpu);
      if (errors.length > 0) throw new Error(errors[0]);
      return results;
    });
  } finally {
    await tab.close();
    await server.close();
  }
}

let page: Results;
let node: Results;

on('answer all that is asked (seeds 91 to 94)', async () => {
  page = await solveOnPage();
  node = await solveAll(device);
  const variants = Object.values(page.routes).map(({ variant }) => variant);
  assert.ok(variants.includes('invocation') && variants.includes('workgroup'), variants.join());
  assert.equal(Object.keys(page.routes), Object.keys(node.routes));
  assert.is(variants.length, pageProblems().length * ALGORITHMS.length);
});

for (const { name, data, queries } of pageProblems()) {
  for (const algorithm of ALGORITHMS) {
    on(`find what the CPU and Node find: ${name}, ${algorithm}`, () => {
      const [here, there]: Solved[] = [page, node].map(
        ({ routes }) => routes[`${name}, ${algorithm}`],
      );
      // proves every path, and the least cost by the reference on the CPU
      checkRoutes(data, queries, routesOf(here), algorithm, 'page');
      checkRoutes(data, queries, routesOf(there), algorithm, 'Node');
      assert.is(here.variant, there.variant);
      sameArray(here.status, there.status, 'status');
      // what is not promised to repeat, even in one place: the README says so
      const sum = algorithm === 'astar' && name === 'graph';
      const way = algorithm === 'greedy' && here.variant === 'workgroup';
      if (!sum && !way) sameArray(here.cost, there.cost, 'bits of cost');
      if (here.variant === 'invocation') {
        sameArray(here.firstNode, there.firstNode, 'lengths of paths');
        sameArray(here.node, there.node, 'paths');
      }
    });
  }

  on(`find the trees that the CPU and Node find: ${name}`, () => {
    const [here, there] = [page.trees[name], node.trees[name]];
    assert.is(here.length, 3);
    for (const [i, tree] of here.entries()) {
      proveTree(data, treeOf(tree));
      sameArray(tree.dist, there[i].dist, 'bits of dist');
      sameArray(tree.parent, there[i].parent, 'parent');
    }
  });
}

test.after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});
test.run();
