// Every link and picture of the built site leads to a file, every anchor to a heading, and every
// link to the sources to a file of this checkout. Build the site first: `build:site`.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../../scripts/packages.mjs';
import { builtSite } from './built-site.ts';

const test = suite('links');
const site = builtSite();
const maybe = site ? test : test.skip;
const SOURCE = 'https://github.com/wayfield/wayfield/blob/main/';
/** Links to other sites have this form. They are not opened. */
const OUTSIDE = /^(https:\/\/[\w.-]+\.[a-z]+(\/|$)|http:\/\/127\.0\.0\.1:|mailto:)/;

maybe('every link, picture and anchor leads somewhere', () => {
  const wrong = new Set<string>();
  let checked = 0;
  for (const [file, text] of site!.texts) {
    for (const [, escaped] of text.matchAll(/\s(?:href|src|srcset)="([^"]*)"/g)) {
      const link = escaped!.replaceAll('&amp;', '&');
      if (link === '' || /^(data|javascript):/.test(link)) continue;
      checked++;
      const problem = problemOf(file, link);
      if (problem) wrong.add(`${file}: ${link} ${problem}`);
    }
  }
  assert.equal([...wrong].slice(0, 40), []);
  assert.ok(checked > 5000, `${checked} links`);
});

maybe('a link that leads nowhere is found', () => {
  assert.ok(problemOf('guides/grids.html', '/guides/nowhere'));
  assert.ok(problemOf('guides/grids.html', '/guides/roads#nowhere'));
  assert.ok(problemOf('guides/grids.html', `${SOURCE}packages/nowhere.ts`));
  assert.is(problemOf('guides/grids.html', '/guides/roads#openstreetmap'), undefined);
});

function problemOf(file: string, link: string): string | undefined {
  const [path, hash] = link.split('#') as [string, string?];
  if (path.startsWith(SOURCE)) {
    const source = path.slice(SOURCE.length);
    return existsSync(join(root, source)) ? undefined : 'is no file of the sources';
  }
  if (/^\w+:/.test(path)) return OUTSIDE.test(path) ? undefined : 'is no address';
  const full = path.startsWith('/') ? path : posix.join('/', posix.dirname(file), path);
  const target = path === '' ? file : site!.fileOf(full);
  if (target === undefined) return 'is no page';
  const text = site!.texts.get(target);
  if (!hash || text === undefined) return undefined;
  const id = decodeURIComponent(hash);
  return text.includes(`id="${id}"`) || text.includes(`name="${id}"`) ? undefined : 'has no anchor';
}

test.run();
