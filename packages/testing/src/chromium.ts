import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { untar } from './untar.ts';

/** No sandbox, because continuous integration runs as root; the rest keeps it quiet and offline. */
const ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // WebGPU on the software adapter, the same on every machine
  '--ignore-gpu-blocklist',
  '--enable-unsafe-swiftshader',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
];

/** What `playwright` needs to start the browser. */
interface Launch {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

/**
 * Starts a headless Chromium: the program that WAYFIELD_BROWSER names, else the one that comes
 * with the development dependency @sparticuz/chromium, which needs no package of the operating
 * system. Unpacked once (about 3 s, 206 MB) into node_modules/.cache.
 *
 * Undefined where neither exists (that dependency is for Linux on x64), after saying why.
 */
export async function launchChromium(): Promise<Browser | undefined> {
  const launch = ownBrowser() ?? bundledBrowser();
  if (!launch) {
    console.log(
      `skipped: no browser for ${process.platform} ${process.arch} (set WAYFIELD_BROWSER to a Chromium)`,
    );
    return undefined;
  }
  return chromium.launch({ ...launch, args: ARGS, headless: true });
}

function ownBrowser(): Launch | undefined {
  const executablePath = process.env.WAYFIELD_BROWSER;
  return executablePath ? { executablePath, env: environment({}) } : undefined;
}

function bundledBrowser(): Launch | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = unpack();
  const libraries = [join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    executablePath: join(folder, 'chromium'),
    env: environment({ LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(folder, 'fonts') }),
  };
}

function environment(more: Record<string, string>): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined) env[name] = value;
  return { ...env, ...more };
}

/** The folder of the unpacked browser; several processes may come here at once. */
function unpack(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const home = packageFolder(entry);
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const cache = fileURLToPath(new URL('../node_modules/.cache', import.meta.url));
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(join(folder, 'chromium'))) return folder;

  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'chromium-'));
  chmodSync(fresh, 0o755);
  const packed = (name: string): Uint8Array =>
    brotliDecompressSync(readFileSync(join(home, 'bin', name)));
  for (const name of ['swiftshader', 'al2023', 'fonts']) {
    for (const { name: path, bytes } of untar(packed(`${name}.tar.br`))) {
      mkdirSync(dirname(join(fresh, path)), { recursive: true });
      writeFileSync(join(fresh, path), bytes, { mode: 0o755 });
    }
  }
  writeFileSync(join(fresh, 'chromium'), packed('chromium.br'), { mode: 0o755 });
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // another process was first: its copy is as good
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
  return folder;
}

function packageFolder(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'bin', 'chromium.br'))) {
    if (folder === dirname(folder)) throw new Error(`no bin/chromium.br above ${file}`);
    folder = dirname(folder);
  }
  return folder;
}
