import type { LegendEntry } from '../scenes/scene.ts';
import { element } from '../common/element.ts';

/** Shows what colours of the scene mean; elements stay while the legend stays the same. */
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
