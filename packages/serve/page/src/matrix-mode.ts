// A matrix of places as a heat map.
import { Marker } from 'maplibre-gl';
import {
  element,
  lineFeature,
  type Mode,
  newest,
  type Place,
  type ShownRoute,
  type Stage,
  written,
} from './mode.ts';

interface Table {
  readonly durations?: readonly (readonly (number | null)[])[];
}

const MOST = 12;

/** The mode of matrices. */
export function matrixMode({ services, map, draw, result }: Stage): Mode {
  let markers: Marker[] = [];
  const places = (): Place[] => markers.map((marker) => marker.getLngLat().toArray());

  const update = newest(async () => {
    if (markers.length < 2) return;
    const asked = markers;
    const list = places().map(written).join(';');
    const { durations, message } = await services.ask<Table>(`/table/v1/any/${list}`);
    // the answer is late: the places were cleared
    if (asked !== markers) return;
    if (durations) result.replaceChildren(button, heat(durations, route));
    else result.replaceChildren(button, element('p', message));
  });
  const route = newest(async ([from, to]: readonly [number, number]) => {
    const asked = markers;
    const all = places();
    if (!all[from] || !all[to]) return;
    const query = 'geometries=geojson&overview=full&generate_hints=false';
    const pair = `${written(all[from])};${written(all[to])}`;
    const target = `/route/v1/any/${pair}?${query}`;
    const { routes } = await services.ask<{ routes?: ShownRoute[] }>(target);
    if (asked !== markers) return;
    draw('line', (routes ?? []).slice(0, 1).map(lineFeature));
  });

  function add(place: Place): void {
    if (markers.length >= MOST) return;
    const dot = element('div', String(markers.length + 1));
    dot.className = 'dot';
    const marker = new Marker({ element: dot, draggable: true });
    marker.setLngLat([...place]).addTo(map);
    marker.on('drag', () => update(undefined));
    markers.push(marker);
    update(undefined);
  }

  const button = element('button', 'Eight places at random');
  button.addEventListener('click', () => {
    clear();
    const bounds = map.getBounds();
    const [w, s, e, n] = [...bounds.getSouthWest().toArray(), ...bounds.getNorthEast().toArray()];
    for (let i = 0; i < 8; i++) {
      const [x, y] = [0.15 + 0.7 * Math.random(), 0.15 + 0.7 * Math.random()];
      add([w + x * (e - w), s + y * (n - s)]);
    }
  });

  function clear(): void {
    for (const marker of markers) marker.remove();
    markers = [];
    draw('line', []);
    result.replaceChildren(button);
  }

  queueMicrotask(() => result.replaceChildren(button));
  return {
    title: 'Matrix',
    hint: `Click up to ${MOST} places. Minutes from rows to columns; a cell shows its route.`,
    click: add,
    leave() {
      clear();
      result.replaceChildren();
    },
  };
}

/** A cell per pair, from green to red. */
function heat(
  durations: NonNullable<Table['durations']>,
  onEnter: (pair: readonly [number, number]) => void,
): HTMLTableElement {
  const table = element('table');
  const most = Math.max(1, ...durations.flat().map((value) => value ?? 0));
  durations.forEach((row, i) => {
    const line = table.insertRow();
    line.append(element('th', String(i + 1)));
    row.forEach((value, j) => {
      const cell = line.insertCell();
      cell.textContent = value === null ? '–' : String(Math.round(value / 60));
      const share = (value ?? most) / most;
      cell.style.background = `hsl(${150 - 150 * share} 70% ${72 - 14 * share}%)`;
      cell.title = `${i + 1} to ${j + 1}`;
      cell.addEventListener('pointerenter', () => onEnter([i, j]));
    });
  });
  const header = table.createTHead().insertRow();
  header.append(element('th', 'min'));
  durations[0].forEach((_, j) => header.append(element('th', String(j + 1))));
  return table;
}
