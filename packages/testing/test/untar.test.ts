import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { untar } from '../src/untar.ts';

/** A tar entry as `tar` writes it: a header of 512 bytes, then the body in blocks of 512. */
function entry(name: string, body: string, kind = '0', prefix = ''): Uint8Array {
  const bytes = new TextEncoder().encode(body);
  const block = new Uint8Array(512 + Math.ceil(bytes.length / 512) * 512);
  const put = (text: string, at: number): void => block.set(new TextEncoder().encode(text), at);
  put(name, 0);
  put(bytes.length.toString(8).padStart(11, '0'), 124);
  put(kind, 156);
  put('ustar', 257);
  put(prefix, 345);
  block.set(bytes, 512);
  return block;
}

function archive(...entries: Uint8Array[]): Uint8Array {
  return Buffer.concat([...entries, new Uint8Array(1024)]);
}

function read(tar: Uint8Array): Record<string, string> {
  const files: Record<string, string> = {};
  for (const { name, bytes } of untar(tar)) files[name] = new TextDecoder().decode(bytes);
  return files;
}

const files = suite('untar');

files('gives the plain files, bodies of 0, 511, 512 and 513 bytes included', () => {
  const bodies = ['', 'a'.repeat(511), 'b'.repeat(512), 'c'.repeat(513)];
  const tar = archive(...bodies.map((body, i) => entry(`folder/${i}.txt`, body)));
  assert.equal(Object.values(read(tar)), bodies);
  assert.is(untar(tar)[1].name, 'folder/1.txt');
});

files('leaves folders and links out', () => {
  assert.equal(read(archive(entry('f/', '', '5'), entry('l', '', '2'), entry('a', 'x'))), {
    a: 'x',
  });
});

files('joins long names: prefix, GNU and pax', () => {
  const long = `${'d'.repeat(90)}/${'f'.repeat(90)}`;
  const pax = `${` path=${long}\n`.length + 3} path=${long}\n`;
  assert.equal(read(archive(entry('name', 'x', '0', 'some/folder'))), { 'some/folder/name': 'x' });
  assert.equal(read(archive(entry('@LongLink', `${long}\0`, 'L'), entry('cut', 'x'))), {
    [long]: 'x',
  });
  assert.equal(read(archive(entry('pax', pax, 'x'), entry('cut', 'x'), entry('b', 'y'))), {
    [long]: 'x',
    b: 'y',
  });
});

files('refuses a truncated archive and a name that leaves the folder', () => {
  const whole = archive(entry('a', 'x'.repeat(600)));
  assert.throws(() => untar(whole.subarray(0, 900)), /has 600 bytes, the archive 900/);
  for (const length of [0, 1024 + 511, 1536])
    assert.throws(
      () => untar(whole.subarray(0, length)),
      new RegExp(`^tar archive of ${length} bytes is cut off: byte ${length && 1536} `),
    );
  assert.throws(() => untar(archive(entry('../a', 'x'))), /would leave its folder/);
  assert.throws(() => untar(archive(entry('/a', 'x'))), /would leave its folder/);
});

files.run();
