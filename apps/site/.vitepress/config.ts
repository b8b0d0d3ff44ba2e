import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type MarkdownRenderer } from 'vitepress';

const home = fileURLToPath(new URL('..', import.meta.url));

/** Links to the pages of a folder, by their titles. */
function pagesOf(folder: string): { text: string; link: string }[] {
  return readdirSync(`${home}${folder}`)
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .sort()
    .map((file) => ({
      text: titleOf(`${home}${folder}/${file}`) ?? file,
      link: `/${folder}/${file.replace(/\.md$/, '')}`,
    }));
}

function titleOf(path: string): string | undefined {
  return /^# (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1]?.replaceAll(/[`\\]/g, '');
}

/**
 * The reference: a group per package. Its heading is a link, because a heading that is a button
 * would hold the button that opens the group.
 */
function reference(): { text: string; link: string; collapsed: boolean; items: object[] }[] {
  const entries = readdirSync(`${home}reference`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .map((file) => file.replaceAll('\\', '/'));
  const packages = [...new Set(entries.map((file) => file.replace(/\/.*/, '')))].sort();
  return packages.map((name) => {
    const items = entries
      .filter((file) => file.startsWith(`${name}/`))
      .sort()
      .map((file) => {
        const entry = file.slice(name.length + 1).replace(/\.md$/, '');
        return {
          text: entry === 'index' ? name : `${name}/${entry}`,
          link: `/reference/${name}/${entry}`,
        };
      });
    const first = items.find(({ text }) => text === name) ?? items[0];
    return { text: name, link: first.link, collapsed: true, items };
  });
}

/** Guides in the order in which they are read. */
const ORDER = [
  'grids',
  'roads',
  'meshes',
  'fields',
  'crowds',
  'collisions',
  'gpu',
  'workers',
  'large-maps',
];
const isMove = ({ link }: { link: string }) => link.includes('/from-');
const place = ({ link }: { link: string }) => ORDER.indexOf(link.replace('/guides/', ''));
const guides = [
  {
    text: 'Guides',
    items: pagesOf('guides')
      .filter((page) => !isMove(page))
      .sort((a, b) => place(a) - place(b)),
  },
  { text: 'Coming from', items: pagesOf('guides').filter(isMove) },
];

/** An empty cell in the head of a table is no heading. */
function plainEmptyHeads(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('plain-empty-heads', ({ tokens }) => {
    tokens.forEach((token, i) => {
      if (token.type !== 'th_open' || tokens[i + 1]?.content !== '') return;
      token.tag = 'td';
      const end = tokens[i + 2];
      if (end) end.tag = 'td';
    });
  });
}

/** An indented block of code is shown as a fenced one, which scrolls where it is too wide. */
function fencedBlocks(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  rules.code_block = (tokens, i, ...rest) => {
    tokens[i].info = 'text';
    return rules.fence!(tokens, i, ...rest);
  };
}

/** Where names of code may break in a cell of a table: behind marks, and before capitals. */
const BREAKS = /(?<=[\w)\]])[/.(,:_=[{](?=[\w@'"{[])|[a-z\d](?=[A-Z])/g;
/** Options of commands, which browsers would break behind their first hyphens. */
const OPTIONS = /(?<![\w-])--?[a-z]\w*/g;

/** Letters of a number with its unit, which stay on one line, at most. */
const SHORT = 10;

/** A measurement with its interval and unit. */
const MEASURED = /[\d.,]+ ± [\d.,]+ %(?: (?:ns|µs|ms|s))?/g;

/** Code in the cells of tables may break, so that tables fit on a phone; numbers do not. */
function breakingCells(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('breaking-cells', ({ tokens }) => {
    let isCell = false;
    for (const [i, token] of tokens.entries()) {
      const { type, children } = token;
      if (/^t[hd]_(open|close)$/.test(type)) isCell = type.endsWith('open');
      const isNumber = /^[\d.,/≤≥<>~×+−–-]+( |$)|^\d/.test(tokens[i + 1]?.content ?? '');
      if (isCell && type !== 'inline' && isNumber && tokens[i + 1].content.length <= SHORT)
        token.attrJoin('class', 'short');
      for (const one of isCell ? (children ?? []) : [])
        if (one.type === 'code_inline') one.meta = { isCell };
        else if (one.type === 'text')
          one.content = one.content.replaceAll(MEASURED, (text) => text.replaceAll(' ', '\u00a0'));
    }
  });
  const { rules } = markdown.renderer;
  const before = rules.code_inline!;
  rules.code_inline = (tokens, i, ...rest) => {
    const isCell = tokens[i].meta?.isCell === true;
    return before(tokens, i, ...rest).replace(/>[^<]*</, (text) => {
      const broken = isCell ? text.replaceAll(BREAKS, '$&<wbr>') : text;
      return broken.replaceAll(OPTIONS, '<span class="short">$&</span>');
    });
  };
}

/** A picture that is a paragraph of its own leads to itself, to be seen larger than on a phone. */
function largerPictures(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  const before = rules.image!;
  rules.image = (tokens, i, ...rest) => {
    const html = before(tokens, i, ...rest);
    if (tokens.length > 1) return html;
    return `<a class="picture" href="${tokens[i].attrGet('src')}" target="_blank">${html}</a>`;
  };
}

export default defineConfig({
  title: 'Wayfield',
  description: 'Pathfinding, fields, crowds and collision for JavaScript, on CPU and GPU',
  lang: 'en',
  cleanUrls: true,
  appearance: true,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcExclude: ['README.md', 'ARCHITECTURE.md', 'scripts/**', 'test/**'],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(markdown) {
      plainEmptyHeads(markdown);
      fencedBlocks(markdown);
      breakingCells(markdown);
      largerPictures(markdown);
    },
  },
  vite: {
    build: { target: 'es2022', chunkSizeWarningLimit: 4000 },
    worker: { format: 'es' },
  },
  themeConfig: {
    nav: [
      { text: 'Which package', link: '/which' },
      { text: 'Guides', link: '/guides/grids' },
      { text: 'Concepts', link: '/concepts/' },
      { text: 'Examples', link: '/examples' },
      { text: 'Reference', link: '/reference/' },
      {
        text: 'More',
        items: [
          { text: 'Playground', link: '/playground' },
          { text: 'What can your device do?', link: '/device' },
          { text: 'Benchmarks', link: '/docs/benchmarks' },
          { text: 'Plots', link: '/docs/plots' },
          { text: 'Security', link: '/docs/security' },
          { text: 'Support', link: '/docs/support' },
        ],
      },
    ],
    sidebar: {
      '/guides/': guides,
      '/which': guides,
      '/concepts/': [{ text: 'Concepts', items: pagesOf('concepts') }],
      '/packages/': [{ text: 'Packages', items: pagesOf('packages') }],
      '/reference/': reference(),
      '/docs/': [{ text: 'Documents', items: pagesOf('docs') }],
    },
    search: { provider: 'local' },
    outline: [2, 3],
    footer: { message: 'MIT licence' },
  },
});
