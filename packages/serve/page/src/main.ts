import 'maplibre-gl/dist/maplibre-gl.css';
import './style.css';
import { fileServices, type Services, serverServices } from './ask.ts';
import { openMap } from './map.ts';
import { matchMode } from './match-mode.ts';
import { matrixMode } from './matrix-mode.ts';
import { createStages, element, type Mode, type Stage } from './mode.ts';
import { reachMode } from './reach-mode.ts';
import { routeMode } from './route-mode.ts';

const MODES: readonly ((stage: Stage) => Mode)[] = [routeMode, reachMode, matrixMode, matchMode];
const byId = (id: string): HTMLElement => document.getElementById(id)!;
/** Where a file that is dropped goes. */
let takeFile: (file: File) => void = () => undefined;

/** Waits for a map that is dropped or chosen, and reads it. */
async function droppedServices(): Promise<Services> {
  const input = element('input');
  Object.assign(input, { type: 'file', accept: '.pbf,.osm,.gz,.bz2,.wfg,.wfr,.geojson,.json' });
  byId('hint').textContent =
    'Drop an OpenStreetMap extract here, .osm.pbf say, or choose one. It stays on this machine.';
  byId('result').replaceChildren(input);
  for (;;) {
    const file = await new Promise<File>((resolve) => {
      takeFile = resolve;
      input.onchange = () => input.files?.[0] && resolve(input.files[0]);
    });
    try {
      return await fileServices(file, (what) => (byId('hint').textContent = `${what} …`));
    } catch (error) {
      byId('hint').textContent = `${file.name}: ${(error as Error).message}`;
    }
  }
}

async function start(): Promise<void> {
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) takeFile(file);
  });
  const services = (await serverServices()) ?? (await droppedServices());
  byId('result').replaceChildren();
  const { map, draw } = await openMap(byId('map'), services);
  const stages = createStages({ services, map, draw, result: byId('result') });
  let mode: Mode | undefined;
  const open = (number: number): void => {
    mode?.leave();
    stages.close();
    mode = MODES[number](stages.open());
    byId('hint').textContent = mode.hint;
    buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(i === number)));
  };
  const titles = ['Route', 'Reach', 'Matrix', 'Match'];
  const buttons = titles.map((title, i) => {
    const button = element('button', title);
    button.addEventListener('click', () => open(i));
    byId('modes').append(button);
    return button;
  });
  takeFile = (file) => {
    if (!mode?.drop) open(titles.indexOf('Match'));
    void mode?.drop?.(file);
  };
  let isGrabbed = false;
  map.on('click', ({ lngLat }) => {
    if (!isGrabbed) mode?.click?.(lngLat.toArray());
    isGrabbed = false;
  });
  map.on('mousemove', ({ lngLat }) => mode?.move?.(lngLat.toArray()));
  for (const kind of ['mousedown', 'touchstart'] as const) {
    map.on(kind, 'line-hit', (event) => {
      if (!mode?.grab) return;
      event.preventDefault();
      isGrabbed = mode.grab(event);
    });
  }
  map.on('mousedown', () => (isGrabbed = false));
  map.on('mouseenter', 'line-hit', () => (map.getCanvas().style.cursor = 'grab'));
  map.on('mouseleave', 'line-hit', () => (map.getCanvas().style.cursor = ''));
  open(0);
  // for tests, and for those who look into the page
  Object.assign(globalThis, { wayfield: { map, services, ready: true } });
}

start().catch((error: unknown) => {
  byId('hint').textContent = `The map cannot be shown: ${(error as Error).message}`;
});
