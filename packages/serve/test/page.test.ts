// The built page in a real browser, served by a routing server and alone.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startServer, type RoutingServer } from '@wayfield/serve';
import { type Browser, launchChromium, serveFolder } from '@wayfield/testing/browser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LAT, LON, village, villageXml } from './village.ts';

type Page = Awaited<ReturnType<Browser['newPage']>>;

const browser = await launchChromium();
const test = suite('page');
/** Milliseconds that a page may take, on a machine that does much else. */
const PATIENCE = 120_000;

/** Opens the page; refuses what it asks of other hosts. */
async function openPage(
  url: string,
  size: { width: number; height: number },
): Promise<{ page: Page; errors: string[] }> {
  const page = await browser!.newPage({ viewport: size });
  page.setDefaultTimeout(PATIENCE);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => {
    const address = request.url();
    if (!/^(blob|data):/.test(address) && !address.startsWith(url)) errors.push(address);
  });
  await page.goto(url);
  return { page, errors };
}

/** The features of a layer, waited for until there are some. */
async function featuresOf(page: Page, source: string): Promise<number> {
  await page.waitForFunction(`${count(source)} > 0`);
  return page.evaluate<number>(count(source));
}
const count = (source: string): string => `wayfield.map.querySourceFeatures('${source}').length`;

async function clickPlace(page: Page, lon: number, lat: number): Promise<void> {
  const [x, y] = await page.evaluate<[number, number]>(`(() => {
    const { x, y } = wayfield.map.project([${lon}, ${lat}]);
    const { left, top } = wayfield.map.getContainer().getBoundingClientRect();
    return [x + left, y + top];
  })()`);
  await page.mouse.click(x, y);
}

async function tryServices(page: Page): Promise<void> {
  await page.waitForFunction('globalThis.wayfield?.ready');
  await page.evaluate(
    `wayfield.map.jumpTo({ center: [${LON + 0.005}, ${LAT + 0.004}], zoom: 14 })`,
  );
  await page.waitForFunction(
    "wayfield.map.querySourceFeatures('roads', { sourceLayer: 'roads' }).length > 0",
  );
  // the village has a yard: the places lie in the streets
  await clickPlace(page, LON + 0.004, LAT + 0.004);
  await clickPlace(page, LON + 0.01, LAT + 0.006);
  await page.waitForSelector('#result li');
  assert.ok((await featuresOf(page, 'line')) > 0);
  assert.match(String(await page.textContent('#result h2')), /^\d+ m|^\d\.\d km, /);
  await page.click('text=Reach');
  await clickPlace(page, LON + 0.006, LAT + 0.004);
  assert.ok((await featuresOf(page, 'areas')) > 0);
  await page.click('text=Matrix');
  await clickPlace(page, LON + 0.004, LAT + 0.004);
  await clickPlace(page, LON + 0.008, LAT + 0.006);
  await page.waitForSelector('#result td');
  assert.is(await page.locator('#result td').count(), 4);
  await page.click('text=Match');
  const trace = [0.004, 0.0052, 0.0067].map((x) => ({ lat: LAT + 0.002, lon: LON + x }));
  const points = trace.map(({ lat, lon }) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('');
  await page.setInputFiles('#result input', {
    name: 'trace.gpx',
    mimeType: 'application/gpx+xml',
    buffer: Buffer.from(`<gpx><trk><trkseg>${points}</trkseg></trk></gpx>`),
  });
  await page.waitForSelector('#result h2');
  assert.is(await page.textContent('#result h2'), '183 m');
}

let server: RoutingServer;
if (browser) {
  test.before(async () => {
    server = await startServer(await village(), { port: 0, threads: 1 });
  });
  test.after(async () => {
    await server.close();
    await browser.close();
  });

  test('shows what its server answers, from no other host', async () => {
    const { page, errors } = await openPage(server.url, { width: 1100, height: 700 });
    await tryServices(page);
    assert.equal(errors, []);
    await page.close();
  });

  test('does the same alone, on a map that is chosen', async () => {
    const folder = fileURLToPath(new URL('../dist/page', import.meta.url));
    const files = await serveFolder(folder, { isolated: false });
    const { page, errors } = await openPage(files.url, { width: 390, height: 780 });
    await page.setInputFiles('#result input', {
      name: 'village.osm',
      mimeType: 'application/xml',
      buffer: Buffer.from(villageXml()),
    });
    await tryServices(page);
    assert.equal(errors, []);
    // nothing is wider than a phone
    assert.is(await page.evaluate('document.documentElement.scrollWidth'), 390);
    await page.close();
    await files.close();
  });
}

test('has no address of another host in it', async () => {
  const html = await readFile(new URL('../dist/page/index.html', import.meta.url), 'utf8');
  assert.not.match(html, /(src|href)="(https?:)?\/\//);
});

test.run();
