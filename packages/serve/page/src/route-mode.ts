// Routes: two clicks, then stops and the line itself can be dragged.
import { type LngLat, type Map as GlMap, Marker } from 'maplibre-gl';
import {
  element,
  lineFeature,
  metresText,
  type Mode,
  newest,
  type Place,
  secondsText,
  type ShownRoute,
  type Stage,
  written,
} from './mode.ts';

interface Answer {
  readonly routes?: readonly (ShownRoute & {
    readonly legs: readonly { readonly steps: readonly Step[] }[];
  })[];
}

interface Step {
  readonly name: string;
  readonly distance: number;
  readonly maneuver: { readonly type: string; readonly modifier?: string };
}

const COLOURS = { start: '#0b8f5a', between: '#1463d8', end: '#d3312b' } as const;

const placeOf = (marker: Marker): Place => marker.getLngLat().toArray();

/** Moves a marker with the pointer until the pointer is lifted. */
function followPointer(map: GlMap, marker: Marker, update: (isDragged: boolean) => void): void {
  const move = ({ lngLat }: { readonly lngLat: LngLat }): void => {
    marker.setLngLat(lngLat);
    update(true);
  };
  const end = (): void => {
    map.off('mousemove', move);
    map.off('touchmove', move);
    map.dragPan.enable();
    update(false);
  };
  map.dragPan.disable();
  map.on('mousemove', move);
  map.on('touchmove', move);
  window.addEventListener('mouseup', end, { once: true });
  window.addEventListener('touchend', end, { once: true });
}

/** The index at which a new place goes into the list: where it lengthens the route least. */
function between(places: readonly Place[], place: Place): number {
  const distance = (a: Place, b: Place): number =>
    Math.hypot((a[0] - b[0]) * Math.cos((a[1] * Math.PI) / 180), a[1] - b[1]);
  let [found, least] = [1, Infinity];
  for (let i = 1; i < places.length; i++) {
    const [a, b] = [places[i - 1], places[i]];
    const more = distance(a, place) + distance(place, b) - distance(a, b);
    if (more < least) [found, least] = [i, more];
  }
  return found;
}

/** The mode of routes. */
export function routeMode({ services, map, draw, result }: Stage): Mode {
  let stops: Marker[] = [];

  const update = newest(async (isDragged: boolean) => {
    if (stops.length < 2) return;
    const asked = stops;
    const places = stops.map((marker) => written(placeOf(marker))).join(';');
    const more = isDragged || stops.length > 2 ? '' : '&alternatives=2';
    const lines = 'geometries=geojson&overview=full&generate_hints=false';
    const query = `${lines}&steps=${!isDragged}${more}`;
    const answer = await services.ask<Answer>(`/route/v1/any/${places}?${query}`);
    // the answer is late: another route was begun, or a stop removed, which asks again
    if (asked !== stops) return;
    const [best, ...others] = answer.routes ?? [];
    draw('line', best ? [lineFeature(best)] : []);
    draw('others', others.map(lineFeature));
    if (!best) result.replaceChildren(element('p', answer.message ?? answer.code));
    else if (!isDragged) show(result, [best, ...others]);
    else head(result, best);
  });

  function addStop(place: Place, at: number): Marker {
    const colour = stops.length === 0 ? COLOURS.start : COLOURS.end;
    const isBetween = at < stops.length;
    const marker = new Marker({
      draggable: true,
      color: isBetween ? COLOURS.between : colour,
      scale: isBetween ? 0.8 : 1,
    });
    marker.setLngLat([...place]).addTo(map);
    marker.on('drag', () => update(true));
    marker.on('dragend', () => update(false));
    if (isBetween) {
      marker.getElement().addEventListener('dblclick', (event) => {
        event.stopPropagation();
        stops = stops.filter((stop) => stop !== marker);
        marker.remove();
        update(false);
      });
    }
    stops.splice(at, 0, marker);
    return marker;
  }

  function leave(): void {
    for (const marker of stops) marker.remove();
    stops = [];
    draw('line', []);
    draw('others', []);
    result.replaceChildren();
  }

  return {
    title: 'Route',
    hint: 'Click two places. Drag them, or the line; double-click a stop to remove it.',
    click(at) {
      if (stops.length >= 2) leave();
      addStop(at, stops.length);
      update(false);
    },
    grab(event) {
      const place = event.lngLat.toArray();
      const marker = addStop(place, between(stops.map(placeOf), place));
      followPointer(map, marker, update);
      return true;
    },
    leave,
  };
}

function head(result: HTMLElement, { distance, duration }: ShownRoute): void {
  const text = `${metresText(distance)}, ${secondsText(duration)}`;
  const title = result.querySelector('h2');
  if (title) title.textContent = text;
  else result.replaceChildren(element('h2', text));
}

function show(result: HTMLElement, routes: NonNullable<Answer['routes']>): void {
  result.replaceChildren();
  head(result, routes[0]);
  const others = routes
    .slice(1)
    .map(({ distance, duration }) => `${metresText(distance)}, ${secondsText(duration)}`);
  if (others.length > 0) result.append(element('p', `or ${others.join('; or ')}`));
  const list = element('ol');
  for (const { name, distance, maneuver } of routes[0].legs.flatMap(({ steps }) => steps)) {
    const item = element('li');
    item.append(element('span', sentence(maneuver, name)));
    if (distance > 0) item.append(element('span', metresText(distance)));
    list.append(item);
  }
  result.append(list);
}

const ACTIONS: Readonly<Record<string, string>> = {
  depart: 'set off',
  arrive: 'you are there',
  'new name': 'go on',
  continue: 'go on',
  'end of road': 'at the end of the road, turn',
  notification: 'go on',
};

/** What to do, in words. */
function sentence({ type, modifier }: Step['maneuver'], name: string): string {
  const action = ACTIONS[type] ?? type;
  const isTold = type !== 'arrive' && modifier !== undefined && modifier !== 'straight';
  const turn = isTold ? ` ${modifier === 'uturn' ? 'round' : modifier}` : '';
  if (type === 'arrive') return modifier ? `${action}, on the ${modifier}` : action;
  return `${action}${turn}${name === '' ? '' : `: ${name}`}`;
}
