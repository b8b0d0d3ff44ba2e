// Isochrones that follow the pointer.
import type { Feature } from './map.ts';
import { element, type Mode, newest, type Place, type Stage, written } from './mode.ts';

interface Answer {
  readonly features?: readonly (Feature & { readonly properties: { readonly limit: number } })[];
}

/** From the nearest area to the farthest. */
const SHADES = ['#0b8f5a', '#e0a800', '#d3312b'] as const;
const MOST_MINUTES = 60;

/** The mode of isochrones. */
export function reachMode({ services, draw, result }: Stage): Mode {
  const slider = element('input');
  Object.assign(slider, { type: 'range', min: '3', max: String(MOST_MINUTES), value: '9' });
  const label = element('label');
  let last: Place | undefined;

  const update = newest(async (at: Place) => {
    last = at;
    const most = Number(slider.value);
    const limits = [most / 3, (2 * most) / 3, most];
    const query = `contours_minutes=${limits.join()}&generate_hints=false`;
    const answer = await services.ask<Answer>(`/isochrone/v1/any/${written(at)}?${query}`);
    const areas = answer.features ?? [];
    // the largest area first, so that smaller ones lie on it
    const shaded = areas.map((area, i) => ({ ...area, properties: { shade: SHADES[i] } }));
    draw('areas', shaded.reverse());
  });

  function say(): void {
    label.firstChild!.textContent = `within ${slider.value} minutes, in thirds`;
  }

  label.append('', slider);
  slider.addEventListener('input', () => {
    say();
    if (last) update(last);
  });
  say();
  queueMicrotask(() => result.replaceChildren(label));
  return {
    title: 'Reach',
    hint: 'Move over the map, or touch it. Green, yellow, red: thirds of the time.',
    click: update,
    move: update,
    leave() {
      draw('areas', []);
      result.replaceChildren();
    },
  };
}
