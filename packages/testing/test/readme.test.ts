import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkPrinted, promisedLines, readmeProgram, runReadme } from '../src/readme.ts';

const fence = '```';

const program = suite('readmeProgram');

program('is the first block under ## Example', () => {
  const before = `# a\n${fence}ts\nno;\n${fence}\n`;
  const example = `## Example\nwords\n${fence}sh\nls\n${fence}\n${fence}ts\nyes;\n${fence}\n`;
  const text = before + example;
  assert.is(readmeProgram(text), 'yes;\n');
});

program('is the first block of a text without that heading', () => {
  assert.is(
    readmeProgram(`# a\n${fence}js\nfirst;\n${fence}\n${fence}ts\nb;\n${fence}\n`),
    'first;\n',
  );
});

program('is the first block under another heading that is asked for', () => {
  const text = `## Example\n${fence}ts\nno;\n${fence}\n### More\n${fence}ts\nyes;\n${fence}\n`;
  assert.is(readmeProgram(text, '### More'), 'yes;\n');
  assert.throws(() => readmeProgram(text, '## More'), /the README has no '## More'/);
});

program('throws where there is none', () => {
  assert.throws(() => readmeProgram(`# a\n${fence}sh\nls\n${fence}\n`), /shows no program/);
});

program.run();

const printed = suite('checkPrinted');
const two = 'console.log(1 + 1); // 2\nconsole.log([1]); // [ 1 ]\n';

printed('reads the comments behind console.log', () => {
  assert.equal(promisedLines(two), ['2', '[ 1 ]']);
  assert.throws(() => promisedLines('console.log(1);\n'), /says what it prints/);
});

printed('asks for every promised line, in order', () => {
  checkPrinted(two, '2\nmore\n[ 1 ]\n');
  assert.throws(() => checkPrinted(two, '2\n'), /promises '\[ 1 \]'/);
  assert.throws(() => checkPrinted(two, '[ 1 ]\n2\n'), /promises '\[ 1 \]'/);
});

printed.run();

const run = suite('runReadme');
const folder = mkdtempSync(join(tmpdir(), 'wayfield-readme-'));
const readme = pathToFileURL(join(folder, 'README.md'));
const here = pathToFileURL(`${folder}/`);

function write(code: string): void {
  writeFileSync(readme, `# a\n\n${fence}ts\n${code}${fence}\n`);
}

run('passes a program that prints what it says, and leaves nothing behind', () => {
  write('const a: number = 2;\nconsole.log(a * 2); // 4\n');
  runReadme(readme, here);
  assert.equal(readdirSync(folder), ['README.md']);
});

run('fails one that prints something else, and one that throws', () => {
  write('console.log(5); // 4\n');
  assert.throws(() => runReadme(readme, here), /promises '4'/);
  write("console.log(4); // 4\nthrow new Error('broken example');\n");
  assert.throws(() => runReadme(readme, here), /broken example/);
  assert.equal(readdirSync(folder), ['README.md']);
});

run.after(() => rmSync(folder, { recursive: true, force: true }));
run.run();
