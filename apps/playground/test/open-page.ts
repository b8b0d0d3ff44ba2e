// The built page in a real browser. The build comes before the tests, see turbo.json.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@wayfield/testing/browser';
import { launchChromium, serveFolder } from '@wayfield/testing/browser';
import type { Test } from 'uvu';

type Page = Awaited<ReturnType<Browser['newPage']>>;

export const DIST: string = fileURLToPath(new URL('../dist', import.meta.url));

/** What the page tells about itself: see src/shell/expose-state.ts. */
export interface PageFacts {
  readonly scene: string;
  readonly backend: string;
  readonly surface: string;
  readonly ticks: number;
  readonly notices: string[];
}

export interface OpenPage {
  readonly page: Page;
  /** Errors that nothing caught, and errors on the console. */
  readonly errors: string[];
  facts(): Promise<PageFacts>;
  /** Facts of the scene. */
  state<T>(): Promise<T>;
  /** The value of an expression on the page. */
  ask<T>(code: string): Promise<T>;
  /** Waits until an expression is true on the page. */
  until(code: string): Promise<void>;
  /** Waits until the world has stayed where it is on the page for some frames. */
  settled(): Promise<void>;
  /** One tick. */
  step(): Promise<void>;
  /** A place of the world on the page. */
  at(x: number, y: number): Promise<{ x: number; y: number }>;
  close(): Promise<void>;
}

export interface PageOptions {
  readonly gpu?: boolean;
  /**
   * With `gpu`: draw and solve by it though it is software, as it is in tests. Default true.
   */
  readonly software?: boolean;
  readonly isolated?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** Run before anything of the page. */
  readonly init?: string;
}

/** Milliseconds that a page may take, on a machine that does much else. */
const PATIENCE = Number(process.env['WAYFIELD_PATIENCE'] ?? 180_000);

/** What a page may load, unpacked, until its first scene is there. */
const MOST_BYTES = 1_000_000;

/**
 * What the page says of itself where it stands still: also, whether the browser still makes frames
 * for it.
 */
const STANDING = `(async () => {
  let frames = 0;
  const count = () => (frames++, requestAnimationFrame(count));
  requestAnimationFrame(count);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const { scene, ready, ticks, busy, notices, surface, backend } = globalThis.wayfield ?? {};
  const { visibilityState } = document;
  const page = { scene, ready, ticks, busy, notices, surface, backend };
  return JSON.stringify({ frames, visibilityState, ...page });
})()`;

/** Where the stage and two places of the world are on the page. */
const WHERE = `(() => {
  const { top, left, width, height } = document.querySelector('.stage').getBoundingClientRect();
  return JSON.stringify([top, left, width, height, wayfield.toPage(0, 0), wayfield.toPage(9, 9)]);
})()`;

class StandStill extends Error {
  constructor(code: string, page: string) {
    super(`never became true: ${code}; the page: ${page}`);
  }
}

/** Browsers that suites still need, by whether they draw on a canvas by WebGPU. */
const browsers = new Map<boolean, { browser: Promise<Browser | undefined>; suites: number }>();

/**
 * The browser of a suite's pages. All suites of the process share it, because a browser takes 1.5 s
 * of processor time to start. It ends with the last of these suites. `canvas`: see
 * `launchChromium`. Undefined where there is no browser.
 */
export function browserFor(test: Test, { canvas = false } = {}): Promise<Browser | undefined> {
  const shared = browsers.get(canvas) ?? { browser: launchChromium({ canvas }), suites: 0 };
  browsers.set(canvas, shared);
  shared.suites++;
  test.after(async () => {
    shared.suites--;
    if (shared.suites > 0) return;
    browsers.delete(canvas);
    await (await shared.browser)?.close();
  });
  return shared.browser;
}

/**
 * Tests on pages, each tried once more, on a new page, where its page or the browser stands still:
 * about one in 200 does for no reason found, and then for good. What is wrong fails at once.
 */
export function onPages(test: Test): (name: string, run: () => Promise<void>) => void {
  return (name, run) =>
    test(name, async () => {
      try {
        await run();
      } catch (error) {
        if (!(error instanceof StandStill || (error as Error).name === 'TimeoutError')) throw error;
        console.log(`\nonce more, '${name}': ${(error as Error).message}`);
        await run();
      }
    });
}

export async function openPage(
  browser: Browser,
  address: string,
  {
    gpu = false,
    software = true,
    isolated = false,
    width = 900,
    height = 560,
    init = '',
  }: PageOptions = {},
): Promise<OpenPage> {
  const server = await serveFolder(DIST, { isolated });
  const page = await browser.newPage({ viewport: { width, height } });
  // clicks wait for frames, which may be slow in coming
  page.setDefaultTimeout(PATIENCE);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const files = new Set<string>();
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (response.url().startsWith(server.url)) files.add(path === '/' ? '/index.html' : path);
  });
  if (!gpu) {
    await page.addInitScript(() => Object.defineProperty(navigator, 'gpu', { value: undefined }));
  }
  await page.addInitScript(LOSABLE + init);
  await page.goto(`${server.url}${gpu && software ? '?software=1' : ''}${address}`);
  const ask = <T>(code: string): Promise<T> => page.evaluate<T>(code);
  /** Asks again and again: frames, which the browser could wait for, may be slow in coming. */
  async function until(code: string): Promise<void> {
    const end = performance.now() + PATIENCE;
    while (!(await ask(code))) {
      if (performance.now() > end) throw new StandStill(code, await ask(STANDING));
      await page.waitForTimeout(30);
    }
  }
  async function close(): Promise<void> {
    await page.context().close();
    await server.close();
  }
  try {
    await until('globalThis.wayfield?.ready || globalThis.wayfield?.notices.length > 0');
    checkColdLoad([...files]);
  } catch (error) {
    // the caller has no page to close
    await close();
    throw error;
  }
  return {
    page,
    errors,
    facts: () =>
      ask(
        '(({ scene, backend, surface, ticks, notices }) => ({ scene, backend, surface, ticks, ' +
          'notices }))(wayfield)',
      ),
    state: () => ask('wayfield.state()'),
    ask,
    until,
    async settled() {
      for (let same = 0, before = ''; same < 10;) {
        const now = await ask<string>(WHERE);
        same = now === before ? same + 1 : 0;
        before = now;
        await page.waitForTimeout(30);
      }
    },
    async step() {
      const before = await ask<number>('wayfield.ticks');
      await page.evaluate("document.querySelector('button.step').click()");
      await until(`wayfield.ticks > ${before} && !wayfield.busy`);
    },
    at: (x, y) => ask(`wayfield.toPage(${x}, ${y})`),
    close,
  };
}

/** Lets a test take the device away, and ask it for what it refuses. */
const LOSABLE = `
  if (navigator.gpu) {
    const { requestDevice } = GPUAdapter.prototype;
    GPUAdapter.prototype.requestDevice = async function (descriptor) {
      const device = await requestDevice.call(this, descriptor);
      globalThis.loseDevice = () => device.destroy();
      // submitted, because the browser may keep back what nobody waits for
      globalThis.misuseDevice = () => {
        device.createBuffer({ size: 4, usage: 0 });
        device.queue.submit([]);
      };
      return device;
    };
  }`;

/** Drops a file on the stage. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      const stage = document.querySelector('.stage')!;
      stage.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    },
    [name, text] as const,
  );
}

/** Throws where a page has loaded more than it may, or where nothing was counted. */
function checkColdLoad(files: readonly string[]): void {
  const sizes = files.map((file) => statSync(join(DIST, file), { throwIfNoEntry: false })?.size);
  const bytes = sizes.reduce<number>((sum, size = 0) => sum + size, 0);
  if (bytes < 50_000 || bytes > MOST_BYTES)
    throw new Error(`a cold page loads ${bytes} bytes, at most ${MOST_BYTES}: ${files.join(' ')}`);
}

/** Code before that of a worker: it has no memory. */
export const NO_MEMORY: string = `WebAssembly.Memory = class {
  constructor() { throw new RangeError('WebAssembly.Memory(): could not allocate memory'); }
};`;
