// `preludes/PACKAGE.ts` declares the names that examples of a package may use without declaring
// them. The pages of the reference show it. An example gets the statements that declare the names
// it uses.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A statement at the top of a prelude. */
interface Statement {
  readonly text: string;
  /** What it declares; for a call, the object that it changes. */
  readonly names: readonly string[];
  readonly uses: ReadonlySet<string>;
  readonly isImport: boolean;
  readonly isCall: boolean;
}

const folder = new URL('../preludes/', import.meta.url);
const known = new Map<string, readonly Statement[]>();

/** The packages that have a prelude, without `@wayfield/`. */
export function ownersOfPreludes(): string[] {
  return readdirSync(folder).flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? []);
}

/** The statements of a package's prelude, none if it has no prelude. */
export function preludeOf(owner: string): readonly Statement[] {
  const found = known.get(owner) ?? read(owner);
  known.set(owner, found);
  return found;
}

function read(owner: string): Statement[] {
  const path = fileURLToPath(new URL(`${owner}.ts`, folder));
  if (!existsSync(path)) return [];
  const source = parse(readFileSync(path, 'utf8'));
  return source.statements.map((node) => {
    const names = namesOf(node);
    return {
      text: node.getText(source),
      names: ts.isExpressionStatement(node) ? [rootOf(node.expression)] : names,
      uses: identifiersOf(node),
      isImport: ts.isImportDeclaration(node),
      isCall: ts.isExpressionStatement(node),
    };
  });
}

/**
 * The statements of a prelude that a program needs, in order, as text; and their numbers. Names
 * that the program declares itself are its own.
 */
export function neededBy(code: string, owner: string): { text: string; numbers: number[] } {
  const statements = preludeOf(owner);
  const source = parse(code);
  const own = declaredIn(source);
  const wanted = [...identifiersOf(source)].filter((name) => !own.has(name));
  const taken = new Set<number>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    for (const [number, { names, uses }] of statements.entries()) {
      if (taken.has(number) || !names.includes(name)) continue;
      taken.add(number);
      wanted.push(...uses);
    }
  }
  const numbers = [...taken].sort((a, b) => a - b);
  const text = numbers.map((number) => `${statements[number].text}\n`).join('');
  return { text, numbers };
}

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile('program.tsx', text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TSX);
}

/** The names that a statement declares. */
function namesOf(node: ts.Node): string[] {
  if (ts.isImportDeclaration(node)) {
    const { name, namedBindings } = node.importClause ?? {};
    const listed =
      namedBindings && ts.isNamedImports(namedBindings)
        ? namedBindings.elements.map((one) => one.name.text)
        : namedBindings
          ? [namedBindings.name.text]
          : [];
    return name ? [name.text, ...listed] : listed;
  }
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => boundBy(name));
  const { name } = node as ts.Node & { name?: ts.Node };
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

function boundBy(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((one) => (ts.isBindingElement(one) ? boundBy(one.name) : []));
}

/** Every name that is declared anywhere in a program. */
function declaredIn(source: ts.SourceFile): Set<string> {
  const found = new Set<string>();
  visit(source, (node) => {
    if (ts.isImportDeclaration(node)) for (const name of namesOf(node)) found.add(name);
    const { name } = node as ts.Node & { name?: ts.Node };
    const declares =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node);
    if (declares && name && ts.isIdentifier(name)) found.add(name.text);
  });
  return found;
}

/** Every identifier except names of properties. */
function identifiersOf(root: ts.Node): Set<string> {
  const found = new Set<string>();
  visit(root, (node) => {
    if (!ts.isIdentifier(node)) return;
    const { parent } = node;
    const isProperty =
      (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
      (ts.isPropertyAssignment(parent) && parent.name === node) ||
      (ts.isMethodDeclaration(parent) && parent.name === node) ||
      (ts.isPropertySignature(parent) && parent.name === node) ||
      (ts.isBindingElement(parent) && parent.propertyName === node);
    if (!isProperty) found.add(node.text);
  });
  return found;
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

/** The object that a call changes: `model` of `model.settle()`, `world` of `add(world, …)`. */
function rootOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  const [argument] = ts.isCallExpression(node) ? node.arguments : [];
  if (argument && ts.isCallExpression(node) && ts.isIdentifier(node.expression))
    return rootOf(argument);
  const { expression, left } = node as ts.Expression & {
    expression?: ts.Expression;
    left?: ts.Expression;
  };
  const inner = expression ?? left;
  if (!inner) throw new Error(`a statement of a prelude names no object: ${node.getText()}`);
  return rootOf(inner);
}
