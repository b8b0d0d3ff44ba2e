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

/** Where a place is on the page. */
async function pixelOf(page: Page, lon: number, lat: number): Promise<[number, number]> {
  return page.evaluate<[number, number]>(`(() => {
    const { x, y } = wayfield.map.project([${lon}, ${lat}]);
    const { left, top } = wayfield.map.getContainer().getBoundingClientRect();
    return [x + left, y + top];
  })()`);
}

async function clickPlace(page: Page, lon: number, lat: number): Promise<void> {
  await page.mouse.click(...(await pixelOf(page, lon, lat)));
}

/** Moves the pointer in steps, as a hand does. */
async function movePointer(page: Page, lon: number, lat: number): Promise<void> {
  await page.mouse.move(...(await pixelOf(page, lon, lat)), { steps: 4 });
}

/** A line is dragged over another street, and the stop that this made is removed again. */
async function dragLine(page: Page): Promise<void> {
  const told = async (): Promise<string> => String(await page.textContent('#result h2'));
  const before = await told();
  const [lon, lat] = await page.evaluate<[number, number]>(`(() => {
    const [{ geometry }] = wayfield.map.querySourceFeatures('line');
    const { coordinates, type } = geometry;
    const line = type === 'LineString' ? coordinates : coordinates[0];
    const [a, b] = line.slice(Math.floor(line.length / 2) - 1);
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  })()`);
  await movePointer(page, lon, lat);
  await page.mouse.down();
  await movePointer(page, LON + 0.006, LAT + 0.0085);
  // the route follows the pointer before it is lifted
  await page.waitForFunction(`document.querySelector('#result h2').textContent !== '${before}'`);
  await page.mouse.up();
  assert.is(await page.locator('.maplibregl-marker').count(), 3);
  await page.waitForSelector('#result li');
  assert.is.not(await told(), before);
  await page.locator('.maplibregl-marker').last().dispatchEvent('dblclick');
  await page.waitForFunction(`document.querySelector('#result h2').textContent === '${before}'`);
  assert.is(await page.locator('.maplibregl-marker').count(), 2);
}

/** Areas follow the pointer, without a click, and the slider. */
async function moveReach(page: Page): Promise<void> {
  const areas =
    "JSON.stringify(wayfield.map.querySourceFeatures('areas').map((one) => one.geometry))";
  // in more minutes all of the village is reached from everywhere
  await page.locator('#result input').fill('3');
  await movePointer(page, LON + 0.002, LAT + 0.002);
  await featuresOf(page, 'areas');
  let shown = await page.evaluate<string>(areas);
  const changed = async (): Promise<void> => {
    await page.waitForFunction(`${areas} !== '[]' && ${areas} !== ${JSON.stringify(shown)}`);
    shown = await page.evaluate<string>(areas);
  };
  await movePointer(page, LON + 0.01, LAT + 0.006);
  await changed();
  await page.locator('#result input').fill('9');
  await changed();
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
  await dragLine(page);
  await page.click('text=Reach');
  await moveReach(page);
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

  test('draws no answer that comes after its mode was left', async () => {
    const { page, errors } = await openPage(server.url, { width: 1100, height: 700 });
    await page.waitForFunction('globalThis.wayfield?.ready');
    await page.evaluate(
      `wayfield.map.jumpTo({ center: [${LON + 0.005}, ${LAT + 0.004}], zoom: 14 })`,
    );
    const waiting: (() => void)[] = [];
    let answered = 0;
    await page.route(/\/(isochrone|route)\/v1\//, async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await route.continue();
      answered++;
    });
    const release = async (): Promise<void> => {
      const before = answered;
      for (const go of waiting.splice(0)) go();
      for (let i = 0; i < 200 && answered === before; i++) await page.waitForTimeout(20);
      await page.waitForTimeout(300);
    };
    const asked = async (most: number): Promise<void> => {
      for (let i = 0; i < 500 && waiting.length < most; i++) await page.waitForTimeout(20);
      assert.is(waiting.length, most);
    };
    // a third click begins another route before the first one is answered
    await clickPlace(page, LON + 0.004, LAT + 0.004);
    await clickPlace(page, LON + 0.01, LAT + 0.006);
    await asked(1);
    await clickPlace(page, LON + 0.006, LAT + 0.004);
    await release();
    assert.is(await page.evaluate(count('line')), 0);
    assert.is(await page.locator('#result h2').count(), 0);
    await page.click('text=Reach');
    await clickPlace(page, LON + 0.006, LAT + 0.004);
    await asked(1);
    await page.click('text=Matrix');
    await release();
    assert.is(await page.evaluate(count('areas')), 0);
    assert.is(await page.locator('#result button').count(), 1);
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
