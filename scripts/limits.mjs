// `node scripts/limits.mjs`: limits on the shape of the code, all stated in limits.json beside this
// file, with the exceptions of today by name. The list of exceptions only shrinks: an exception
// that is larger than its code is an error too, and `--shrink` writes the smaller list. New
// exceptions are written by hand, and a reviewer sees them.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, visitorKeys } from 'oxc-parser';

const root = fileURLToPath(new URL('..', import.meta.url));
const LIMITS = join(root, 'scripts/limits.json');
const config = JSON.parse(readFileSync(LIMITS, 'utf8'));
const limits = config.limits;

/** What was found: rule -> name of the place -> its size. */
const found = Object.fromEntries(Object.keys(limits).map((rule) => [rule, new Map()]));

const tracked = git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
  .split('\0')
  .filter((name) => name !== '');

const isSource = (name) => /\.[cm]?[jt]s$/.test(name) && !/\.(gen|d)\.ts$/.test(name);
const isTest = (name) => /(^|\/)test\//.test(name) || /\.test\.[cm]?[jt]s$/.test(name);
const isKernel = (name) => /\/assembly\//.test(name);

const texts = new Map();
for (const name of tracked) {
  if (!isSource(name) && !name.endsWith('.md')) continue;
  const text = readText(name);
  if (text === undefined) continue;
  if (name.endsWith('.md')) checkMarkdown(name, text);
  else texts.set(name, text);
}
const imports = new Map();
for (const [name, text] of texts) checkSource(name, text);
for (const circle of circles()) found.circles.set(circle[0], circle.length);
checkCommits();

const problems = compare();
const listed = process.argv.indexOf('--list');
if (listed > 0) listUnder(process.argv[listed + 1] ?? '');
else if (process.argv.includes('--shrink')) shrink();
else if (process.argv.includes('--adopt')) adopt();
else {
  for (const problem of problems) console.log(problem);
  console.log(
    `${texts.size} sources checked against scripts/limits.json, ${problems.length} problems`,
  );
  if (problems.length > 0) process.exitCode = 1;
}
if (process.argv.includes('--count')) count();

/**
 * README lines, lines and cells of pages for maintainers; a table's row and a line that is one
 * link cannot be broken.
 */
function checkMarkdown(name, text) {
  if (name.startsWith('.changeset/') || name.endsWith('CHANGELOG.md')) return;
  let fenced = false;
  let wide = 0;
  const lines = text.split('\n');
  for (const line of lines) {
    if (/^\s*```/.test(line)) fenced = !fenced;
    if (fenced || line.length <= limits.markdownWidth.most) continue;
    if (/^\s*\|/.test(line) || /^\s*[-*]?\s*(\[.*\]\(\S+\)|<?https?:\S+)\S*$/.test(line)) continue;
    wide++;
  }
  if (wide > 0) found.markdownWidth.set(name, wide);
  if (/(^|\/)README\.md$/.test(name) && lines.length - 1 > limits.readmeLines.most) {
    found.readmeLines.set(name, lines.length - 1);
  }
  if (/^packages\/[^/]+\/(ARCHITECTURE|architecture\/[\w-]+)\.md$/.test(name)) {
    checkArchitecture(name, lines);
  }
}

/** A page for maintainers is short, and a cell of its tables is read at one glance. */
function checkArchitecture(name, lines) {
  if (lines.length - 1 > limits.architectureLines.most) {
    found.architectureLines.set(name, lines.length - 1);
  }
  const cells = lines.filter((line) => line.startsWith('|')).flatMap((row) => row.split(' | '));
  const long = cells.filter((cell) => cell.length > limits.architectureCells.most).length;
  if (long > 0) found.architectureCells.set(name, long);
}

/** A function from a place in a text to the number of its line, from 0. */
function lineFinder(lines) {
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1) + line.length + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
}

function checkSource(name, text) {
  const lines = text.split('\n');
  const wide = lines.filter((line) => line.length > limits.width.most && !isString(line)).length;
  if (wide > 0) found.width.set(name, wide);

  const { program, errors } = parseSync(name, text, { lang: 'ts', sourceType: 'module' });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  const lineAt = lineFinder(lines);
  imports.set(name, []);
  const size = { offsets: 0, globals: 0, bangs: 0 };
  walk(program, undefined, undefined);
  if (size.offsets > 0) found.literalOffsets.set(name, size.offsets);
  if (size.globals > 0) found.answersInGlobals.set(name, size.globals);
  if (size.bangs > 0) found.assertedIndex.set(name, size.bangs);
  if (name.endsWith('/src/index.ts') && lines.length - 1 > limits.indexLines.most) {
    found.indexLines.set(name, lines.length - 1);
  }

  function walk(node, parent, hint) {
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        measure(node, node.id?.name ?? hint ?? 'a function');
        break;
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration': {
        const from = node.source?.value;
        if (from?.startsWith('.')) imports.get(name).push(resolve(name, from));
        const { declarations, kind } = node.declaration ?? {};
        if (isKernel(name) && kind === 'let') size.globals += declarations.length;
        break;
      }
      case 'CallExpression':
        if (isKernel(name) && !/layout[^/]*\.ts$/.test(name)) offsetsOf(node);
        break;
      case 'TSNonNullExpression':
        if (node.expression.type === 'MemberExpression' && node.expression.computed) size.bangs++;
        break;
    }
    for (const key of visitorKeys[node.type] ?? []) {
      const child = node[key];
      const childHint = nameOf(node) ?? hint;
      if (Array.isArray(child)) {
        for (const each of child) if (each) walk(each, node, childHint);
      } else if (child) walk(child, node, childHint);
    }
  }

  /** Byte offsets given as numbers: load<T>(p, 8), store<T>(p, v, 8), load<T>(p + 8). */
  function offsetsOf(node) {
    if (node.callee.type !== 'Identifier') return;
    const at = node.callee.name === 'load' ? 1 : node.callee.name === 'store' ? 2 : -1;
    if (at < 0) return;
    const offset = node.arguments[at];
    const pointer = node.arguments[0];
    const added =
      pointer?.type === 'BinaryExpression' &&
      /[+-]/.test(pointer.operator) &&
      pointer.right.type === 'Literal';
    if ((offset?.type === 'Literal' && offset.value !== 0) || added) size.offsets++;
  }

  function measure(node, title) {
    const length = lineAt(node.end) - lineAt(node.start) + 1;
    const place = `${name} ${title}`;
    if (!isTest(name)) {
      if (length > limits.functionLines.most) raise(found.functionLines, place, length);
      if (length > limits.longFunctions.over) raise(found.longFunctions, place, length);
    }
    const rule = isKernel(name) ? 'kernelParameters' : 'parameters';
    const parameters = node.params.length;
    if (parameters > limits[rule].most) raise(found[rule], place, parameters);
  }
}

function raise(map, place, value) {
  map.set(place, Math.max(value, map.get(place) ?? 0));
}

function nameOf(node) {
  if (node.type === 'VariableDeclarator') return node.id.name;
  if (node.type === 'Property' || node.type === 'MethodDefinition') return node.key.name;
  if (node.type === 'AssignmentExpression') return node.left.name ?? node.left.property?.name;
  return undefined;
}

/** A line that is wide only because of one string or address cannot be broken. */
function isString(line) {
  return /^\s*(\/\/|\*|\/\*\*)?\s*\S*$/.test(line) || /^\s*import .* from '.*';$/.test(line);
}

function resolve(name, from) {
  const path = normalize(join(dirname(name), from));
  for (const end of ['', '.ts', '/index.ts']) if (tracked.includes(path + end)) return path + end;
  return path.replace(/\.js$/, '.ts');
}

/** Groups of files that import one another in a circle, types included (Tarjan, 1972). */
function circles() {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const groups = [];
  for (const name of imports.keys()) if (!order.has(name)) visit(name);
  return groups.map((group) => group.sort());

  function visit(name) {
    order.set(name, order.size);
    low.set(name, order.get(name));
    stack.push(name);
    for (const next of imports.get(name) ?? []) {
      if (!imports.has(next)) continue;
      if (!order.has(next)) {
        visit(next);
        low.set(name, Math.min(low.get(name), low.get(next)));
      } else if (stack.includes(next)) {
        low.set(name, Math.min(low.get(name), order.get(next)));
      }
    }
    if (low.get(name) !== order.get(name)) return;
    const group = stack.splice(stack.indexOf(name));
    if (group.length > 1) groups.push(group);
  }
}

/** Subjects of the commits since the rule began. */
function checkCommits() {
  let log;
  try {
    // whole hashes: short ones have other lengths in other clones
    log = git('log', '--format=%H %s', `${limits.commitSubject.since}..HEAD`);
  } catch {
    return; // a shallow clone, or no repository: nothing to look at
  }
  for (const line of log.split('\n')) {
    const [hash, ...words] = line.split(' ');
    const subject = words.join(' ');
    if (subject.length > limits.commitSubject.most) found.commitSubject.set(hash, subject.length);
  }
}

function compare() {
  const list = [];
  for (const [rule, places] of Object.entries(found)) {
    const allowed = config.exceptions[rule] ?? {};
    for (const [place, value] of places) {
      const most = allowed[place] ?? 0;
      if (value > most) {
        list.push(`${rule}: ${place}: ${value}, ${most > 0 ? `was ${most}` : limits[rule].says}`);
      }
    }
    for (const [place, most] of Object.entries(allowed)) {
      const value = places.get(place) ?? 0;
      if (value < most)
        list.push(`${rule}: ${place}: ${value} now, the list says ${most}: run with --shrink`);
    }
    const { places: room } = limits[rule];
    if (room !== undefined && Object.keys(allowed).length > room) {
      list.push(`${rule}: ${Object.keys(allowed).length} exceptions, at most ${room} are allowed`);
    }
  }
  return list;
}

/** Lowers and removes exceptions; never adds or raises one. */
function shrink() {
  for (const [rule, allowed] of Object.entries(config.exceptions)) {
    for (const place of Object.keys(allowed)) {
      const value = found[rule].get(place) ?? 0;
      if (value === 0) delete allowed[place];
      else if (value < allowed[place]) allowed[place] = value;
    }
  }
  save();
}

/** Writes all that is found as exceptions: for the first list, and for files that were moved. */
function adopt() {
  for (const [rule, places] of Object.entries(found)) {
    const sorted = [...places].sort(([a], [b]) => (a < b ? -1 : 1));
    config.exceptions[rule] = Object.fromEntries(sorted);
  }
  save();
}

function save() {
  writeFileSync(LIMITS, `${JSON.stringify(config, undefined, 2)}\n`);
}

/** Every place under a folder, exceptions or not. */
function listUnder(folder) {
  for (const [rule, places] of Object.entries(found)) {
    for (const [place, value] of places) {
      if (place.startsWith(folder)) console.log(`${rule}: ${place}: ${value}`);
    }
  }
}

/** A table: rule, places, sum, by package. */
function count() {
  for (const [rule, places] of Object.entries(found)) {
    const byPackage = {};
    for (const [place, value] of places) {
      const [top, second] = place.split('/');
      const group = top === 'packages' || top === 'apps' ? second : top.split(' ')[0];
      byPackage[group] ??= [0, 0];
      byPackage[group][0]++;
      byPackage[group][1] += value;
    }
    const cells = Object.entries(byPackage).map(([name, [n, sum]]) => `${name} ${n}/${sum}`);
    console.log(`${rule.padEnd(18)} ${String(places.size).padStart(4)}  ${cells.join(', ')}`);
  }
}

function git(...args) {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function readText(name) {
  try {
    return readFileSync(join(root, name), 'utf8');
  } catch {
    return undefined; // deleted, not yet committed
  }
}
