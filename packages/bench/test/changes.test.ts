import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readChanges } from '../src/report/machine.ts';

const changes = suite('changes of a checkout');

function hasGit(): boolean {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function tellsApart(): void {
  const folder = mkdtempSync(join(tmpdir(), 'wayfield-changes-'));
  const git = (...args: string[]): void => {
    const who = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
    execFileSync('git', ['-C', folder, ...who, ...args], { stdio: 'ignore' });
  };
  const write = (text: string): void => writeFileSync(join(folder, 'code.ts'), text);
  try {
    git('init');
    write('1\n');
    git('add', '.');
    git('commit', '-m', 'one');
    assert.is(readChanges(folder), undefined);
    write('2\n');
    const two = readChanges(folder);
    write('3\n');
    const three = readChanges(folder);
    assert.ok(two !== undefined && three !== undefined && two !== three, `${two} ${three}`);
    write('2\n');
    assert.is(readChanges(folder), two);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (hasGit()) changes('tells two changed states of one commit apart', tellsApart);
else changes.skip('needs git');

changes.run();
