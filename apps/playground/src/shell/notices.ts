// Messages to a person: errors and warnings, with a button for what may help.
import type { Notice } from '../scenes/scene.ts';
import { element } from '../common/element.ts';
import { icon } from './icons.ts';

export interface Notices {
  readonly root: HTMLElement;
  /** The newest texts, for tests. */
  readonly texts: readonly string[];
  add(notice: Notice): void;
  clear(): void;
}

export function createNotices(): Notices {
  // polite: read aloud when the screen reader has time
  const root = element('div', { class: 'notices', role: 'status', 'aria-live': 'polite' });
  const shown = new Map<string, HTMLElement>();
  return {
    root,
    get texts() {
      return [...shown.keys()];
    },
    add({ kind, text, action }) {
      shown.get(text)?.remove();
      const remove = (): void => {
        shown.delete(text);
        box.remove();
      };
      const buttons: HTMLElement[] = [];
      if (action) {
        const onclick = (): void => {
          remove();
          action.run();
        };
        buttons.push(element('button', { type: 'button', onclick }, action.label));
      }
      const close = { type: 'button', class: 'plain', 'aria-label': 'Close', onclick: remove };
      buttons.push(element('button', close, icon('close')));
      const box = element('div', { class: `notice ${kind}` }, element('p', {}, text), ...buttons);
      shown.set(text, box);
      root.append(box);
    },
    clear() {
      for (const box of shown.values()) box.remove();
      shown.clear();
    },
  };
}
