import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages, root } from '../../../scripts/packages.mjs';
import ts from 'typescript';

/** A program of a page. */
export interface Block {
  readonly name: string;
  readonly language: 'ts' | 'tsx';
  readonly code: string;
  /** The package whose page it is on, without `@wayfield/`. */
  readonly owner: string | undefined;
}

interface Entry {
  readonly specifier: string;
  readonly types: string;
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
/** Cannot find module: ignored for relative paths, which name files that the reader writes. */
const NO_MODULE = 2307;
const PLACE = join(root, 'apps/site/test');

/** The entries of all packages: what is imported, and its declarations. */
const entries: readonly Entry[] = publishedPackages().flatMap(({ name, folder, manifest }) =>
  Object.entries(manifest.exports as Record<string, { import?: { types: string } }>).flatMap(
    ([path, of]) =>
      of.import ? [{ specifier: join(name, path), types: join(folder, of.import.types) }] : [],
  ),
);

/**
 * What the compiler says about each block, as lines; none if all compile. A first pass finds names
 * that a block leaves out, a second one compiles the block with imports or declarations of these.
 */
export function compileBlocks(blocks: readonly Block[]): string[] {
  const files = new Map(
    blocks.map((block, i) => [join(PLACE, `block-${i}.gen.${block.language}`), block]),
  );
  const texts = new Map([...files].map(([file, { code }]) => [file, code]));
  const host = hostOf(texts, (file) => files.get(file)?.owner);
  const sources = [...files.keys(), ...entries.map(({ types }) => types)];
  const first = ts.createProgram(sources, OPTIONS, host);
  const exported = exportsOf(first);
  for (const [file, { code, owner }] of files) {
    const names = missingNames(first, file);
    if (names.length > 0) texts.set(file, code + completed(names, exported, owner));
  }
  const second = ts.createProgram(sources, OPTIONS, host, first);
  return [...files].flatMap(([file, { name }]) => {
    const source = second.getSourceFile(file)!;
    return [...second.getSyntacticDiagnostics(source), ...second.getSemanticDiagnostics(source)]
      .filter(({ code, start = 0 }) => code !== NO_MODULE || source.text[start + 1] !== '.')
      .map(({ messageText, start = 0 }) => {
        const { line } = source.getLineAndCharacterOfPosition(start);
        return `${name}, line ${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      });
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

/** Imports of the names that entries export, and declarations of the others. */
function completed(
  names: readonly string[],
  exported: ReadonlyMap<string, readonly string[]>,
  owner: string | undefined,
): string {
  const lines = names.map((name) => {
    const places = exported.get(name) ?? [];
    const own = places.find((one) => one.startsWith(`@wayfield/${owner}`)) ?? places[0];
    if (own) return `import { ${name} } from '${own}';`;
    return `declare const ${name}: any;\ntype ${name} = any;`;
  });
  return `\n${lines.join('\n')}\n`;
}

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
        return ts.resolveModuleName(text, from, OPTIONS, host);
      }),
  };
}
