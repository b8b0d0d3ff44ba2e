import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages, root } from '../../../scripts/packages.mjs';
import ts from 'typescript';
import type { Block } from './blocks.ts';
import { neededBy } from './preludes.ts';

interface Entry {
  readonly specifier: string;
  readonly types: string;
}

/** A program, completed by what it leaves out. */
export interface Program {
  readonly block: Block;
  readonly text: string;
  /** Errors of the compiler, a line each. */
  readonly problems: readonly string[];
  /** Numbers of the statements that it takes from the prelude of its package. */
  readonly taken: readonly number[];
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  noImplicitAny: false,
  noEmit: true,
  skipLibCheck: true,
  types: ['node', '@webgpu/types'],
};
/** Cannot find name, with and without a hint; no value for a shorthand property. */
const MISSING = new Set([2304, 2503, 2552, 18004]);
const PLACE = join(root, 'apps/site/test');

/** The entries of all packages: what is imported, and its declarations. */
const entries: readonly Entry[] = publishedPackages().flatMap(({ name, folder, manifest }) =>
  Object.entries(manifest.exports as Record<string, { import?: { types: string } }>).flatMap(
    ([path, of]) =>
      of.import ? [{ specifier: join(name, path), types: join(folder, of.import.types) }] : [],
  ),
);

/**
 * Completes and compiles programs. A program may leave out what the prelude of its package declares
 * and what an entry exports; a first pass of the compiler finds which names these are.
 */
export function compileBlocks(blocks: readonly Block[]): Program[] {
  const files = new Map(
    blocks.map((block, i) => [join(PLACE, `block-${i}.gen.${block.language}`), block]),
  );
  const taken = new Map<string, readonly number[]>();
  const before = new Map<string, string>();
  for (const [file, { code, owner }] of files) {
    const { text, numbers } = neededBy(code, owner ?? '');
    before.set(file, text);
    taken.set(file, numbers);
  }
  const texts = new Map([...files].map(([file, { code }]) => [file, before.get(file) + code]));
  const host = hostOf(texts, (file) => files.get(file)?.owner);
  const sources = [...files.keys(), ...entries.map(({ types }) => types)];
  const first = ts.createProgram(sources, OPTIONS, host);
  const exported = exportsOf(first);
  for (const [file, { owner }] of files) {
    const imports = importsOf(missingNames(first, file), exported, owner);
    before.set(file, imports + before.get(file));
    texts.set(file, imports + texts.get(file));
  }
  const second = ts.createProgram(sources, OPTIONS, host, first);
  return [...files].map(([file, block]) => ({
    block,
    text: texts.get(file)!,
    taken: taken.get(file)!,
    problems: problemsOf(second, file, block.name, before.get(file)!.split('\n').length),
  }));
}

/** `start`: the line on which the program itself begins, from 1. */
function problemsOf(program: ts.Program, file: string, name: string, start: number): string[] {
  const source = program.getSourceFile(file)!;
  const all = [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ];
  return all.map((one) => {
    const { line } = source.getLineAndCharacterOfPosition(one.start ?? 0);
    const where = `${name}, line ${line + 2 - start}`;
    return `${where}: ${ts.flattenDiagnosticMessageText(one.messageText, ' ')}`;
  });
}

function missingNames(program: ts.Program, file: string): string[] {
  const source = program.getSourceFile(file)!;
  const found = program
    .getSemanticDiagnostics(source)
    .filter(({ code }) => MISSING.has(code))
    .map(({ start = 0, length = 0 }) => source.text.slice(start, start + length));
  return [...new Set(found)];
}

/** Imports of the names that entries export. */
function importsOf(
  names: readonly string[],
  exported: ReadonlyMap<string, readonly string[]>,
  owner: string | undefined,
): string {
  const lines = names.flatMap((name) => {
    const places = exported.get(name) ?? [];
    const own = places.find((one) => isOf(one, owner)) ?? places[0];
    return own ? [`import { ${name} } from '${own}';\n`] : [];
  });
  return lines.join('');
}

const isOf = (specifier: string, owner: string | undefined): boolean =>
  specifier === `@wayfield/${owner}` || specifier.startsWith(`@wayfield/${owner}/`);

/** The entries that export each name. */
function exportsOf(program: ts.Program): Map<string, string[]> {
  const checker = program.getTypeChecker();
  const found = new Map<string, string[]>();
  for (const { specifier, types } of entries) {
    const source = program.getSourceFile(types);
    const symbol = source && checker.getSymbolAtLocation(source);
    if (!symbol) continue;
    for (const { name } of checker.getExportsOfModule(symbol))
      found.set(name, [...(found.get(name) ?? []), specifier]);
  }
  return found;
}

/** Reads blocks from memory, and finds modules as in the package whose page a block is on. */
function hostOf(
  texts: ReadonlyMap<string, string>,
  ownerOf: (file: string) => string | undefined,
): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  const own = new Map(entries.map(({ specifier, types }) => [specifier, types]));
  const parsed = new Map<string, ts.SourceFile>();
  return {
    ...host,
    fileExists: (file) => texts.has(file) || host.fileExists(file),
    readFile: (file) => texts.get(file) ?? readFileSync(file, 'utf8'),
    getSourceFile: (file, options) => {
      const text = texts.get(file);
      if (text !== undefined) return ts.createSourceFile(file, text, options);
      const known = parsed.get(file) ?? host.getSourceFile(file, options);
      if (known) parsed.set(file, known);
      return known;
    },
    resolveModuleNameLiterals: (literals, file) =>
      literals.map(({ text }) => {
        const types = own.get(text);
        if (types) {
          return { resolvedModule: { resolvedFileName: types, extension: ts.Extension.Dts } };
        }
        const owner = ownerOf(file);
        const from = owner === undefined ? file : join(root, `packages/${owner}/src/page.ts`);
        const found = ts.resolveModuleName(text, from, OPTIONS, host);
        // examples use frameworks on which their package does not depend
        if (found.resolvedModule) return found;
        return ts.resolveModuleName(text, join(root, 'examples/page.ts'), OPTIONS, host);
      }),
  };
}
