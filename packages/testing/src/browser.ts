export type { Browser } from 'playwright-core';
export { launchChromium } from './chromium.ts';
export { type FolderServer, serveFolder } from './serve-folder.ts';
