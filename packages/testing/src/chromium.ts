import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { fontSettings } from './font-settings.ts';
import { sparticuzRuns, unpackSparticuz } from './sparticuz.ts';

/** No sandbox, because continuous integration runs as root; the others prevent network traffic. */
const QUIET_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const SOFTWARE_ARGS = [
  // WebGPU on the software adapter, the same on every machine
  '--ignore-gpu-blocklist',
  '--enable-unsafe-swiftshader',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  // kernels with much workgroup memory compile 20 times faster, see dawn-switches.ts
  '--disable-dawn-features=use_vulkan_zero_initialize_workgroup_memory_extension',
];

/** The software adapter draws canvases of WebGPU only if it draws everything else, too. */
const CANVAS_ARGS = ['--use-gl=angle', '--use-angle=swiftshader', '--use-vulkan=swiftshader'];

/**
 * WebGPU and the canvas on the machine's own graphics processor through Vulkan, without a display.
 */
const HARDWARE_ARGS = [
  '--ignore-gpu-blocklist',
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan',
  '--use-gl=angle',
  '--use-angle=vulkan',
  '--use-vulkan=native',
  '--disable-vulkan-surface',
];

/** What `playwright` needs to start the browser. */
interface Launch {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

/**
 * Starts a headless Chromium: the program that WAYFIELD_BROWSER names, else the one of the
 * development dependency @sparticuz/chromium. That one needs no package of the operating system and
 * draws all text with its own font. It is unpacked once (about 3 s, 206 MB) into
 * node_modules/.cache.
 *
 * Returns undefined and prints why if WAYFIELD_BROWSER is not set and the machine is not Linux on
 * x64, for which the dependency is. Options:
 *
 * - `canvas` (default false): for pages that draw on a canvas by WebGPU; slower to start;
 * - `hardware` (default false): on the machine's own graphics processor;
 * - `args`: more of Chromium's switches.
 */
export async function launchChromium(
  options: { canvas?: boolean; hardware?: boolean; args?: readonly string[] } = {},
): Promise<Browser | undefined> {
  const launch = ownBrowser() ?? bundledBrowser();
  if (!launch) {
    console.log(
      `skipped: no browser for ${process.platform} ${process.arch} ` +
        '(set WAYFIELD_BROWSER to a Chromium)',
    );
    return undefined;
  }
  const args = [
    ...QUIET_ARGS,
    ...(options.hardware ? HARDWARE_ARGS : SOFTWARE_ARGS),
    ...(options.canvas && !options.hardware ? CANVAS_ARGS : []),
    ...(options.args ?? []),
  ];
  return chromium.launch({ ...launch, args, headless: true });
}

function ownBrowser(): Launch | undefined {
  const executablePath = process.env.WAYFIELD_BROWSER;
  return executablePath ? { executablePath, env: environment({}) } : undefined;
}

function bundledBrowser(): Launch | undefined {
  if (!sparticuzRuns()) return undefined;
  const folder = unpackSparticuz('chromium', ['swiftshader', 'al2023', 'fonts', 'chromium']);
  const libraries = [join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    executablePath: join(folder, 'chromium'),
    env: environment({ LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fontSettings(folder) }),
  };
}

function environment(more: Record<string, string>): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined) env[name] = value;
  return { ...env, ...more };
}
