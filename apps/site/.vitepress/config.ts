import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

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
  return /^# (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1]?.replaceAll('`', '');
}

/** The reference: a group per package. */
function reference(): { text: string; collapsed: boolean; items: object[] }[] {
  const entries = readdirSync(`${home}reference`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .map((file) => file.replaceAll('\\', '/'));
  const packages = [...new Set(entries.map((file) => file.replace(/\/.*/, '')))].sort();
  return packages.map((name) => ({
    text: name,
    collapsed: true,
    items: entries
      .filter((file) => file.startsWith(`${name}/`))
      .sort()
      .map((file) => {
        const entry = file.slice(name.length + 1).replace(/\.md$/, '');
        return {
          text: entry === 'index' ? name : `${name}/${entry}`,
          link: `/reference/${name}/${entry}`,
        };
      }),
  }));
}

const guides = [
  { text: 'Guides', items: pagesOf('guides').filter(({ link }) => !link.includes('/from-')) },
  { text: 'Coming from', items: pagesOf('guides').filter(({ link }) => link.includes('/from-')) },
];

export default defineConfig({
  title: 'Wayfield',
  description: 'Pathfinding, fields, crowds and collision for JavaScript, on CPU and GPU',
  lang: 'en',
  cleanUrls: true,
  appearance: true,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcExclude: ['README.md', 'scripts/**', 'test/**'],
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  vite: {
    build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
    worker: { format: 'es' },
  },
  themeConfig: {
    nav: [
      { text: 'Which package', link: '/which' },
      { text: 'Guides', link: '/guides/grids' },
      { text: 'Concepts', link: '/concepts/' },
      { text: 'Examples', link: '/examples' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Your device', link: '/device' },
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
