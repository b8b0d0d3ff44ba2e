// What can be done without a pointer, and with one.
import { element } from '../common/element.ts';
import { icon } from './icons.ts';

const KEYS: readonly (readonly [what: string, keys: readonly (readonly [string, string])[]])[] = [
  [
    'Time',
    [
      ['Space', 'play and pause'],
      ['.', 'one step'],
      ['R', 'start again'],
    ],
  ],
  [
    'View (when the scene has the focus)',
    [
      ['← ↑ → ↓', 'move'],
      ['+ −', 'zoom'],
      ['0', 'show all'],
    ],
  ],
  [
    'Goals, walls and blocks without a pointer',
    [
      ['Enter', 'a cursor; then pick up and put down, or begin and end a stroke'],
      ['← ↑ → ↓', 'move the cursor; with Shift farther'],
      ['Space', 'click where the cursor is'],
      ['G', 'go to the next goal, start or the like'],
      ['1 – 9', 'choose what the pointer does'],
      ['Esc', 'no cursor'],
      ['Ctrl Z', 'take a change back'],
      ['Ctrl Y', 'make it again; also Ctrl Shift Z'],
    ],
  ],
];

const POINTER =
  'With a pointer: drag to move, wheel or two fingers to zoom. Goals can be dragged; what else ' +
  'a pointer does is chosen in the controls. Files are dropped on the scene.';

export interface Help {
  readonly root: HTMLDialogElement;
  open(): void;
}

export function createHelp(): Help {
  const close = element(
    'button',
    { type: 'button', class: 'plain', 'aria-label': 'Close', onclick: () => root.close() },
    icon('close'),
  );
  const root = element(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-title' },
    element('div', { class: 'head' }, element('h2', { id: 'help-title' }, 'Keys'), close),
    ...KEYS.map(([what, keys]) =>
      element(
        'section',
        {},
        element('h3', {}, what),
        element(
          'dl',
          {},
          ...keys.map(([key, does]) =>
            element('div', {}, element('dt', {}, element('kbd', {}, key)), element('dd', {}, does)),
          ),
        ),
      ),
    ),
    element('p', {}, POINTER),
  );
  return { root, open: () => root.showModal() };
}
