// Compiles every program of the pages and of the comments in the sources against the published
// declarations. code.test.ts runs the programs of guides. The tests of packages run the programs of
// READMEs, documents and concepts that promise what they print. All others run here: in one process
// of Node with the software driver as its GPU, or in a page of Chromium.
//
// An example may leave out what entries export, and what the prelude of its package declares.
import { whyNoServer } from '../../../packages/cluster/dist/server.js';
import { launchChromium } from '@wayfield/testing/browser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Block, blocksOfPages, blocksOfSources, FOLDERS } from './blocks.ts';
import { compileBlocks } from './compile-blocks.ts';
import { ownersOfPreludes, preludeOf } from './preludes.ts';
import { needsDatabase, needsPage, problemOf, runInNode, runInPages } from './run-blocks.ts';

const test = suite('programs');

const withoutSpaces = (code: string): string => code.replaceAll(/\s+/g, '');
/** Each program once: the reference shows some examples on several pages. */
const blocks = [
  ...new Map(
    [...blocksOfPages(), ...blocksOfSources()].map((one) => [withoutSpaces(one.code), one]),
  ).values(),
];
const programs = compileBlocks(blocks);

/** Whether another test runs a program, and fails where it is forgotten. */
function isRunElsewhere({ name, code }: Block): boolean {
  if (/^(guides\/|index\.md)/.test(name)) return true;
  return /^(packages|docs|concepts)\/.*\.md/.test(name) && /console\.log\(.*\/\/ /.test(code);
}

const ours = programs.filter(({ block, problems }) => {
  return problems.length === 0 && !isRunElsewhere(block);
});

test('there are programs on the pages of every kind, and in every package', () => {
  for (const folder of FOLDERS)
    assert.ok(
      blocksOfPages().some(({ name }) => name.startsWith(folder)),
      folder,
    );
  assert.ok(blocks.length > 300, `${blocks.length} programs`);
  assert.ok(ours.length > 200, `${ours.length} programs`);
});

test('every program compiles', () => {
  assert.equal(
    programs.flatMap(({ problems }) => problems),
    [],
  );
});

test('every program runs and prints what it says: in Node', async () => {
  const reason = whyNoServer();
  if (reason !== undefined) console.log(`programs of the cluster are not run here: ${reason}`);
  const node = ours
    .filter((one) => !needsPage(one))
    .filter((one) => reason === undefined || !needsDatabase(one));
  const outcomes = await runInNode(node);
  const found = new Map(outcomes.map((one) => [one.name, one]));
  assert.equal(
    node.flatMap((one) => problemOf(one, found.get(one.block.name)) ?? []),
    [],
  );
});

test('every program runs and prints what it says: in pages', async () => {
  const browser = await launchChromium();
  if (!browser) return;
  try {
    const pages = ours.filter(needsPage);
    assert.ok(pages.length > 10, `${pages.length} programs`);
    const found = new Map((await runInPages(pages, browser)).map((one) => [one.name, one]));
    assert.equal(
      pages.flatMap((one) => problemOf(one, found.get(one.block.name)) ?? []),
      [],
    );
  } finally {
    await browser.close();
  }
});

test('a program that is wrong, prints something else, or is not run is found', async () => {
  const wrong = {
    name: 'wrong',
    language: 'ts',
    code: "import { createNowhere } from '@wayfield/graph';\ncreateNowhere();\n",
    owner: undefined,
  } as const;
  const option = 'const solver = createWasmSolver(grid, { algorythm: "jps" });\n';
  const missing = 'createWasmSolver(gridOfNobody);\n';
  for (const code of [wrong.code, option, missing])
    assert.is(compileBlocks([{ ...wrong, code, owner: 'cpu-wasm' }])[0].problems.length, 1);
  const codes = ['throw new Error("no");\n', 'console.log(2); // 3\n', 'console.log(3); // 3\n'];
  const three = compileBlocks(codes.map((code, i) => ({ ...wrong, name: `${i}`, code })));
  const outcomes = await runInNode(three);
  const problems = three.map((one, i) => problemOf(one, outcomes[i]));
  assert.match(problems[0] ?? '', /Error: no/);
  assert.match(problems[1] ?? '', /promises '3' and prints:\n2/);
  assert.is(problems[2], undefined);
  assert.match(problemOf(three[2], undefined)!, /was not run/);
});

test('every statement of a prelude is used by a program', () => {
  const unused = ownersOfPreludes().flatMap((owner) => {
    const taken = new Set(
      programs.filter(({ block }) => block.owner === owner).flatMap((one) => one.taken),
    );
    return preludeOf(owner)
      .filter((_, number) => !taken.has(number))
      .map(({ text }) => `${owner}: ${text}`);
  });
  assert.equal(unused, []);
});

test.run();
