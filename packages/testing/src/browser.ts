export type { Browser } from 'playwright-core';
export { answerOfPage, type BundledPageOptions } from './bundled-page.ts';
export { codeFont } from './code-font.ts';
export { launchChromium } from './chromium.ts';
export { type FolderServer, serveFolder } from './serve-folder.ts';
