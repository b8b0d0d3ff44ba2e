// `node manifests.mjs`: writes what is the same in every example from its program: `package.json`
// with the packages that it imports, `index.html` of programs for pages, and the gallery in
// README.md. With `--check` it writes nothing and fails where a file is out of date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const tools = JSON.parse(readFileSync(`${here}package.json`, 'utf8')).devDependencies;
const workspace = readFileSync(`${here}../pnpm-workspace.yaml`, 'utf8');
/** Programs that are started by something else than Node or Vite. */
const STARTS = {
  deno: 'deno run main.js',
  bun: 'bun run main.js',
  'plain-page': 'http-server -c-1 .',
};
/** What an example needs beside what it imports. */
const MORE = { 'plain-page': { 'http-server': '^14.1.1' } };
/** Programs for pages. */
const FOR_PAGES = /\bdocument\.|(parent|container): 'root'/;
/** Pages that draw into an element of their own. */
const OWN_CANVAS = /document\.querySelector\('canvas'\)/;

/** The folders of all examples, by name. */
export function exampleNames() {
  return readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(`${here}${entry.name}/package.json`))
    .map(({ name }) => name)
    .sort();
}

/** The program of an example. */
export function programOf(name) {
  const file = existsSync(`${here}${name}/main.js`) ? 'main.js' : 'index.html';
  return readFileSync(`${here}${name}/${file}`, 'utf8');
}

/** Whether an example is a page. */
export const isPage = (name) => existsSync(`${here}${name}/index.html`);

/** What an example shows, from the comment at its top. */
export function describe(name) {
  const found = /^((?:\/\/ .*\n)+)/.exec(programOf(name))?.[1];
  if (!found) return 'A plain page of static files: an import map and no build step.';
  return found
    .replaceAll(/^\/\/ /gm, '')
    .replaceAll('\n', ' ')
    .trim();
}

function importsOf(name) {
  const files = readdirSync(`${here}${name}`).filter((file) => /\.(js|html)$/.test(file));
  const text = files.map((file) => readFileSync(`${here}${name}/${file}`, 'utf8')).join('\n');
  const found = [...text.matchAll(/(?:from|import) '((?:@[\w.-]+\/)?[\w.-]+)/g)]
    .map(([, one]) => one)
    .filter((one) => !one.startsWith('node:') && !one.startsWith('.') && one !== 'node');
  return [...new Set(found)].sort();
}

function versionOf(tool) {
  if (tool.startsWith('@wayfield/')) return `^${releaseOf(tool)}`;
  const version = tools[tool];
  if (version === 'catalog:')
    return `^${new RegExp(`^ +'?${tool}'?: (\\S+)$`, 'm').exec(workspace)[1]}`;
  if (version === undefined) throw new Error(`${tool} is not in examples/package.json`);
  return `^${version}`;
}

/** The version of a package that is published, or will be first: 0.0.0 becomes 0.1.0. */
function releaseOf(name) {
  const file = `${here}../packages/${name.split('/')[1]}/package.json`;
  const { version } = JSON.parse(readFileSync(file, 'utf8'));
  return version === '0.0.0' ? '0.1.0' : version;
}

function manifestOf(name) {
  const dependencies = Object.fromEntries(importsOf(name).map((one) => [one, versionOf(one)]));
  const start = STARTS[name] ?? (isPage(name) ? 'vite --open' : 'node main.js');
  const manifest = {
    name: `wayfield-example-${name}`,
    private: true,
    type: 'module',
    scripts: { start },
    dependencies: { ...dependencies, ...MORE[name] },
    ...(start.startsWith('vite') ? { devDependencies: { vite: versionOf('vite') } } : {}),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

function pageOf(name) {
  const program = programOf(name);
  const root = OWN_CANVAS.test(program)
    ? '<canvas width="960" height="640"></canvas>'
    : '<div id="root"></div>';
  const [title] = describe(name).split(/[.:]/);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <link rel="icon" href="data:," />
    <title>${title}</title>
    <style>
      body { margin: 0; font: 16px sans-serif; }
      canvas { display: block; max-width: 100%; }
      #root { width: 100vw; height: 100vh; }
    </style>
  </head>
  <body>
    ${root}
    <script type="module" src="./main.js"></script>
  </body>
</html>
`;
}

const lineOf = (name) =>
  `| [![${name}](${name}/picture.jpg)](${name}) | **[${name}](${name})** ${describe(name)} |`;

function gallery(names) {
  const lines = names.map(lineOf);
  return `# Examples

${names.length} programs of 20 to 120 lines. Each folder works alone: copy it, then

\`\`\`sh
npm install && npm start
\`\`\`

Until the packages are on a registry, run them in a clone: \`npx -y pnpm@10 build\`, then
\`npx vite examples\` for pages, \`node examples/NAME/main.js\` for the others.
\`examples/test\` runs all of them.

| | |
|---|---|
${lines.join('\n')}
`;
}

/** Writes what is out of date, or with `isCheck` says what is, and fails. */
export function writeManifests(isCheck = false) {
  const names = readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => existsSync(`${here}${name}/main.js`) || isPage(name))
    .sort();
  const wanted = new Map([['README.md', () => gallery(names)]]);
  for (const name of names) {
    const program = programOf(name);
    const isForPages = FOR_PAGES.test(program) && existsSync(`${here}${name}/main.js`);
    if (isForPages) wanted.set(`${name}/index.html`, () => pageOf(name));
    wanted.set(`${name}/package.json`, () => manifestOf(name));
  }
  const stale = [];
  for (const [file, make] of wanted) {
    const text = make();
    const path = `${here}${file}`;
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    stale.push(file);
    if (!isCheck) writeFileSync(path, text);
  }
  for (const file of stale) console.log(isCheck ? `out of date: ${file}` : `written: ${file}`);
  console.log(
    `${names.length} examples, ${stale.length} files ${isCheck ? 'out of date' : 'written'}`,
  );
  if (isCheck && stale.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeManifests(process.argv.includes('--check'));
