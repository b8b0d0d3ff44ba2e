import type { LegendEntry } from '../scenes/scene.ts';
import { element } from '../common/element.ts';

/** Shows the meaning of colours. Elements are replaced only if the legend changes. */
export function showLegend(list: HTMLElement, entries: readonly LegendEntry[]): void {
  const key = JSON.stringify(entries);
  if (list.dataset['shown'] === key) return;
  list.dataset['shown'] = key;
  list.hidden = entries.length === 0;
  list.replaceChildren(
    ...entries.map(({ colours, text }) => {
      const swatches = colours.map((colour) => {
        const swatch = element('i');
        swatch.style.background = colour;
        return swatch;
      });
      return element('li', {}, element('span', { class: 'swatches' }, ...swatches), text);
    }),
  );
}
