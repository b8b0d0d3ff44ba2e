// `node scripts/check-files.mjs`: rules about the tracked files that no linter knows.
//
// - no file names a registry host, a package tarball's address or a folder of the machine it was
//   written on: the same commit must install and run behind any mirror;
// - nothing that a build makes is tracked;
// - the lockfile holds no address at all;
// - every test file runs each of its suites, and none is left on `.only`;
// - every published package has a changeset or a version that was released.
//
// The words looked for are put together from pieces, so that this file passes its own check.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tracked = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((name) => name !== '');

/** Folders and files that a build makes. */
const BUILT =
  /(^|\/)(dist(?![a-z])[^/]*|coverage|node_modules|\.turbo)\/|\.(gen\.ts|tsbuildinfo|tgz|log)$/;

const word = (...pieces) => pieces.join('');
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const scheme = word('https?', ':\\/\\/');

const rules = [
  [new RegExp(word('npm', 'js\\.(org|com)'), 'i'), 'names a package registry'],
  [new RegExp(word('yarn', 'pkg\\.com'), 'i'), 'names a package registry'],
  [
    new RegExp(word('registry', '["\']?\\s*[=:]\\s*["\']?', scheme, '(?!127\\.|localhost)'), 'i'),
    'sets a registry',
  ],
  [new RegExp(word('_auth', '(Token)?', '\\s*=\\s*', '\\S')), 'holds a registry credential'],
  [new RegExp(word(scheme, '\\S+\\.t', 'gz\\b')), 'names a package tarball'],
  [new RegExp(word('(?<![\\w.@~-])\\/', '(home|Users)', '\\/[a-z]')), 'names a home folder'],
  [
    new RegExp(word('(?<![\\w.@~-])\\/', '(root|work)', '\\/[a-z]')),
    'names a folder of one machine',
  ],
  [new RegExp(word('\\b[A-Z]:\\\\', 'Users\\\\')), 'names a home folder'],
];
for (const [host, what] of [
  [registryHost(), "names this machine's registry"],
  [root.replace(/[\\/]$/, ''), 'names the folder of this checkout'],
  [homedir(), 'names the home folder of this machine'],
]) {
  // a short path such as /app could be part of an honest relative path: ask for a boundary
  if (host) rules.push([new RegExp(`(?<![\\w.@~/-])${escaped(host)}(?![\\w-])`), what]);
}

const problems = [];
for (const name of tracked) {
  if (BUILT.test(name)) problems.push(`${name} is built output: nobody should commit it`);
  const text = readText(name);
  if (text === undefined) continue;
  const lines = text.split('\n');
  for (const [pattern, what] of rules) {
    const at = lines.findIndex((line) => pattern.test(line));
    if (at >= 0) problems.push(`${name}:${at + 1} ${what}: ${lines[at].trim().slice(0, 120)}`);
  }
  if (name.endsWith('pnpm-lock.yaml')) checkLockfile(name, lines);
  if (/\.test\.[mc]?[jt]s$/.test(name)) checkTest(name, text);
}
checkChangesets();

for (const problem of problems) console.log(problem);
console.log(`${tracked.length} files checked, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;

/** The registry of this machine's npm configuration, unless it is a loopback address. */
function registryHost() {
  try {
    const url = execFileSync('npm', ['config', 'get', 'registry'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    });
    const { hostname } = new URL(url.trim());
    return /^(localhost|127\.|\[::1\])/.test(hostname) ? undefined : hostname;
  } catch {
    return undefined; // no npm here: the fixed rules still apply
  }
}

/** The text of a tracked file; undefined for a binary one or one deleted but not yet committed. */
function readText(name) {
  let bytes;
  try {
    bytes = readFileSync(`${root}/${name}`);
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
    throw error;
  }
  return bytes.includes(0) ? undefined : bytes.toString('utf8');
}

function checkLockfile(name, lines) {
  const at = lines.findIndex((line) => new RegExp(scheme).test(line) || /\btarball:/.test(line));
  if (at >= 0) problems.push(`${name}:${at + 1} holds an address: ${lines[at].trim()}`);
}

/** Counts suites by their text: each `suite(...)`, and the default `test` where it is imported. */
function checkTest(name, text) {
  const named = [...text.matchAll(/\b(?:const|let)\s+(\w+)\s*=\s*suite\s*(?:<[^;=]*?>)?\(/g)];
  const suites = named.map((match) => match[1]);
  if (/import\s*\{[^}]*\btest\b[^}]*\}\s*from\s*'uvu'/.test(text)) suites.push('test');
  if (suites.length === 0 && !/\.run\(\)/.test(text)) problems.push(`${name} runs no suite`);
  for (const suite of suites) {
    if (!new RegExp(`\\b${suite}\\.run\\(\\)`).test(text)) {
      problems.push(`${name}: suite '${suite}' never reaches ${suite}.run()`);
    }
    if (new RegExp(`\\b${suite}\\.only\\(`).test(text)) {
      problems.push(`${name}: ${suite}.only leaves the other tests out`);
    }
  }
}

/** A package at version 0.0.0 was never released: a changeset must name it, or no release will. */
function checkChangesets() {
  const notes = tracked
    .filter((name) => /^\.changeset\/[^/]+\.md$/.test(name) && !name.endsWith('README.md'))
    .map((name) => readText(name) ?? '');
  for (const name of tracked.filter((file) => /^packages\/[^/]+\/package\.json$/.test(file))) {
    const text = readText(name);
    if (text === undefined) continue;
    const manifest = JSON.parse(text);
    if (manifest.private || manifest.version !== '0.0.0') continue;
    const quoted = new RegExp(`^['"]?${escaped(manifest.name)}['"]?\\s*:`, 'm');
    if (!notes.some((note) => quoted.test(note))) {
      problems.push(`${name}: ${manifest.name} was never released and no changeset names it`);
    }
  }
}
