// Makes the pages of the reference: `node scripts/reference.mjs '[{ short, entry, file }]'`.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';

const site = fileURLToPath(new URL('..', import.meta.url));
/** Names of types may break in tables of these pages, on desktops too. */
const HEAD = '---\npageClass: reference\n---\n\n';
const work = join(site, 'node_modules/.cache/reference');
const entries = JSON.parse(process.argv[2]);
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
writeFileSync(
  join(work, 'tsconfig.json'),
  JSON.stringify({
    compilerOptions: {
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      target: 'ES2022',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: [],
      skipLibCheck: true,
      noEmit: true,
    },
    files: entries.map(({ file }) => file),
  }),
);
const app = await Application.bootstrapWithPlugins({
  entryPoints: entries.map(({ file }) => file),
  tsconfig: join(work, 'tsconfig.json'),
  plugin: ['typedoc-plugin-markdown'],
  out: join(work, 'out'),
  basePath: join(site, '../../packages'),
  readme: 'none',
  githubPages: false,
  disableGit: true,
  disableSources: true,
  skipErrorChecking: true,
  excludeInternal: true,
  logLevel: 'Error',
  outputFileStrategy: 'modules',
  hideBreadcrumbs: true,
  hidePageHeader: true,
  entryFileName: 'index',
  useCodeBlocks: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  sanitizeComments: true,
  // columns of one word would leave the descriptions no room
  tableColumnSettings: { hideModifiers: true, hideInherited: true, hideOverrides: true },
});
const project = await app.convert();
if (!project) throw new Error('TypeDoc found nothing');
await app.generateOutputs(project);
/**
 * Where the page of an entry lies in what TypeDoc writes: `graph/dist/draw.md`, of an index its
 * folder.
 */
const pageOf = ({ short, entry, file }) => {
  const [, inside] = file.replaceAll('\\', '/').split(`/packages/${short}/`);
  return {
    short,
    entry,
    page: `${short}/${inside.replace(/\.d\.ts$/, '').replace(/\/index$/, '')}.md`,
  };
};
/** Without the argument that every typed array has if none is given. */
const withoutDefaults = (text) =>
  text.replaceAll('\\<`ArrayBufferLike`\\>', '').replaceAll('<ArrayBufferLike>', '');
/** An interface that is a function has its description twice, above and below its signature. */
const withoutRepeats = (text) =>
  text.replaceAll(
    /^(#+ .+\n\n)((?:(?!^#|```)[^])+?)\n\n(```ts\n(?:(?!```)[^])*\n```)\n\n\2\n/gm,
    '$1$2\n\n$3\n',
  );
const pages = new Map();
for (const { short, entry, page } of entries.map(pageOf)) {
  // TypeDoc numbers a page whose name another module has, too
  const written = [page, page.replace(/\.md$/, '-1.md')].find((one) =>
    existsSync(join(work, 'out', one)),
  );
  if (!written) throw new Error(`TypeDoc made no page ${page}`);
  pages.set(written, `${short}/${entry}`);
}
for (const [page, name] of pages) {
  const text = readFileSync(join(work, 'out', page), 'utf8');
  const linked = withoutDefaults(text).replaceAll(
    /\]\(([^)\s#]+\.md)(#[^)\s]*)?\)/g,
    (all, path, hash = '') => {
      const target = pages.get(posix.join(posix.dirname(page), path));
      if (target === undefined) return all;
      // the second anchor of a property that is a type as well leads to the first; VitePress writes
      // the anchor of a heading with dashes in place of underscores
      return `](/reference/${target}${hash.replace(/-1$/, '').replaceAll('_', '-')})`;
    },
  );
  const target = join(site, 'reference', `${name}.md`);
  mkdirSync(dirname(target), { recursive: true });
  // what has no description is shown without a dash
  const plain = withoutRepeats(linked).replaceAll(/\| - \|$/gm, '| |');
  const inner = plain.replaceAll(/\]\(#([\w-]+)-1\)/g, (all, id) =>
    text.includes(`id="${id}-1"`) ? all : `](#${id})`,
  );
  const examples = inner.replace(/^# .*\n+/m, (line) => line + preludeOf(name, inner));
  const title = `@wayfield/${name.replace(/\/index$/, '')}`;
  writeFileSync(target, HEAD + examples.replace(/^# .*$/m, `# ${title}`));
}

/** The names that the examples of a page start from, where the package has a prelude. */
function preludeOf(name, text) {
  const file = join(site, 'preludes', `${name.split('/')[0]}.ts`);
  if (!/^#+ Examples?$/m.test(text) || !existsSync(file)) return '';
  const code = readFileSync(file, 'utf8').trimEnd();
  const title = 'What the examples of this page start from';
  return `::: details ${title}\n\`\`\`ts\n${code}\n\`\`\`\n:::\n\n`;
}
