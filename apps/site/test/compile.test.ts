// Every program of the pages is compiled against the declarations that users get: guides, READMEs,
// documents, concepts, and the examples of the reference. Programs that say what they print are
// run: those of guides by code.test.ts, all others by the tests of their packages.
//
// An example may leave out what the text around it names. A name that is missing is imported if an
// entry exports it, else it may be anything; so calls, options and results are still checked.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Block, compileBlocks } from './compile-blocks.ts';

const test = suite('compile');
const home = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['guides', 'packages', 'docs', 'concepts', 'reference'];

function pages(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(`${home}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  ).concat('index.md');
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(home + page, 'utf8');
  // signatures of the reference are no programs; its examples stand below a heading
  const pattern = page.startsWith('reference/')
    ? /^#+ Examples?\n+```(tsx?)\n([\s\S]*?)^```/gm
    : /^```(tsx?)\n([\s\S]*?)^```/gm;
  return [...text.matchAll(pattern)].map(([, language, code], i) => ({
    name: `${page} ${i + 1}`,
    language: language as 'ts' | 'tsx',
    code: code!,
    owner: /^(?:packages|reference)\/([\w-]+)/.exec(page)?.[1],
  }));
}

const blocks = pages().flatMap(blocksOf);

test('there are programs on the pages of every kind', () => {
  for (const folder of FOLDERS)
    assert.ok(
      blocks.some(({ name }) => name.startsWith(folder)),
      folder,
    );
  assert.ok(blocks.length > 200, `${blocks.length} blocks`);
});

test('every program compiles', () => {
  assert.equal(compileBlocks(blocks), []);
});

test('a program that asks for what is not there does not compile', () => {
  const code = "import { createNowhere } from '@wayfield/graph';\ncreateNowhere();\n";
  const wrong: Block = { name: 'wrong', language: 'ts', code, owner: undefined };
  assert.is(compileBlocks([wrong]).length, 1);
  const option = 'const solver = createWasmSolver(grid, { algorythm: "jps" });\n';
  assert.is(compileBlocks([{ ...wrong, code: option, owner: 'cpu-wasm' }]).length, 1);
});

test.run();
