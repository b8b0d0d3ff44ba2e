// The elements of the page: heading, scenes, stage, transport, panel. They have no behaviour here.
import type { SceneEntry } from '../scenes/scene.ts';
import { element } from '../common/element.ts';
import { icon, type IconName } from './icons.ts';

export interface PageFrame {
  readonly stage: HTMLElement;
  /** On the stage: play, step and so on. */
  readonly transport: HTMLElement;
  readonly tabs: ReadonlyMap<string, HTMLAnchorElement>;
  readonly panel: HTMLElement;
  readonly summary: HTMLElement;
  readonly controls: HTMLElement;
  /** Where a scene's own view goes. */
  readonly view: HTMLElement;
  readonly legend: HTMLElement;
  readonly timing: HTMLElement;
  readonly facts: HTMLElement;
  /** A list of the scene, where it has one. */
  readonly list: HTMLDetailsElement;
  /** Shown where there is no WebGPU, and why. */
  readonly noGpu: HTMLElement;
  readonly noGpuReason: HTMLElement;
  /** The code of the scene, where it shows any. */
  readonly code: HTMLDetailsElement;
  readonly codeText: HTMLElement;
  /** The study that the scene comes from, and where to read on. */
  readonly origin: HTMLElement;
  readonly busy: HTMLElement;
  /** On the stage: the owner of the data shown. */
  readonly credit: HTMLAnchorElement;
  readonly play: HTMLButtonElement;
  readonly speed: HTMLSelectElement;
  button(name: ButtonName): HTMLButtonElement;
}

/** Icon, label and visible word of each button. */
const BUTTONS = {
  step: ['step', 'One step (full stop)', 'Step'],
  again: ['again', 'Start again (R)', 'Again'],
  undo: ['undo', 'Undo (Ctrl+Z)', 'Undo'],
  redo: ['redo', 'Redo (Ctrl+Y)', 'Redo'],
  fit: ['fit', 'Show all (0)', 'Show all'],
  help: ['help', 'Keys and help (?)', 'Help'],
  theme: ['theme', 'Colours: light or dark', 'Colours'],
  link: ['link', 'Copy a link to this state', 'Link'],
  picture: ['picture', 'Save a picture (PNG)', 'Picture'],
  geojson: ['paths', 'GeoJSON: save paths', 'GeoJSON'],
  csv: ['table', 'CSV: save paths', 'CSV'],
  save: ['save', 'Save settings and work (JSON)', 'Save'],
  open: ['open', 'Open a file', 'Open'],
  controls: ['controls', 'Controls', 'Controls'],
} as const satisfies Record<string, readonly [IconName, string, string]>;

export type ButtonName = keyof typeof BUTTONS;

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

type ButtonOf = (name: ButtonName) => HTMLButtonElement;

export function buildFrame(app: HTMLElement, scenes: readonly SceneEntry[]): PageFrame {
  const button = createButtons();
  const tabs = new Map(
    scenes.map(({ id, title }) => [id, element('a', { href: `#${id}` }, title)] as const),
  );
  const panel = buildPanel(button);
  const stage = buildStage(button);
  const main = element('main', {}, stage.stage, panel.panel);
  app.replaceChildren(header(tabs.values(), button), main);
  return { tabs, button, ...panel, ...stage };
}

/** Each button is made when it is first asked for. */
function createButtons(): ButtonOf {
  const buttons = new Map<ButtonName, HTMLButtonElement>();
  return (name) => {
    const [picture, label, word] = BUTTONS[name];
    let made = buttons.get(name);
    if (!made) {
      const look = { type: 'button', class: `plain ${name}`, title: label, 'aria-label': label };
      made = element('button', look, icon(picture), wordOf(word));
      buttons.set(name, made);
    }
    return made;
  };
}

/** The visible word below an icon. The label of the button says what it does. */
export const wordOf = (word: string): HTMLElement =>
  element('span', { class: 'word', 'aria-hidden': 'true' }, word);

type StagePart = 'stage' | 'transport' | 'view' | 'busy' | 'credit' | 'play' | 'speed';

/** The stage: the picture with the transport over it. */
function buildStage(button: ButtonOf): Pick<PageFrame, StagePart> {
  const stage = element('div', {
    class: 'stage',
    tabindex: 0,
    role: 'application',
    'aria-label':
      'Scene. Arrow keys move, plus and minus zoom, 0 shows all, space plays and pauses, ' +
      'Enter shows a cursor, question mark lists all keys.',
  });
  const play = element('button', { type: 'button', class: 'plain play' });
  const speed = element(
    'select',
    { 'aria-label': 'Speed', title: 'Speed' },
    ...SPEEDS.map((value) => element('option', { value }, `${value}×`)),
  );
  const busy = element('div', { class: 'busy', role: 'status', hidden: true });
  const credit = element('a', {
    class: 'credit',
    target: '_blank',
    rel: 'noopener',
    hidden: true,
    // a press on the link is not one on the scene
    onpointerdown: (event) => event.stopPropagation(),
  });
  const view = element('div', { class: 'view', hidden: true });
  const transport = element(
    'div',
    { class: 'transport', role: 'toolbar', 'aria-label': 'Time' },
    play,
    button('step'),
    button('again'),
    speed,
    button('undo'),
    button('redo'),
    button('fit'),
  );
  stage.append(view, busy, transport, credit);
  return { stage, transport, view, busy, credit, play, speed };
}

type PanelPart =
  | 'panel'
  | 'summary'
  | 'controls'
  | 'legend'
  | 'timing'
  | 'facts'
  | 'list'
  | 'noGpu'
  | 'noGpuReason'
  | 'code'
  | 'codeText'
  | 'origin';

/** The panel: what the scene is, its controls, facts and files. */
function buildPanel(button: ButtonOf): Pick<PageFrame, PanelPart> {
  const summary = element('p', { class: 'summary' });
  const controls = element('div');
  const legend = element('ul', { class: 'colours', 'aria-label': 'Colours', hidden: true });
  const timing = element('section', { 'aria-label': 'Timing' });
  const facts = element('dl', { class: 'facts' });
  const list = element('details', { class: 'list', hidden: true });
  const noGpuReason = element('span');
  const noGpu = element(
    'details',
    { class: 'no-gpu', hidden: true },
    element('summary', {}, 'Works without WebGPU here'),
    element(
      'p',
      {},
      'WebAssembly solves and a 2-D canvas draws: all of it works, with fewer agents at a time. ' +
        'Browsers with WebGPU: Chrome and Edge, Safari from 26, Firefox from 141 on Windows. ' +
        'Why it is not used: ',
      noGpuReason,
    ),
  );
  const codeText = element('pre', { tabindex: 0, role: 'region', 'aria-label': 'The code' });
  const code = element('details', { class: 'code', hidden: true });
  const copy = element('button', { type: 'button' }, 'Copy the code');
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(codeText.textContent).then(
      () => (copy.textContent = 'Copied'),
      () => (copy.textContent = 'The browser does not allow copying'),
    );
  });
  code.addEventListener('toggle', () => (copy.textContent = 'Copy the code'));
  code.append(element('summary', {}, 'The code'), codeText, copy);
  const origin = element('p', { class: 'origin', hidden: true });
  const files = (['open', 'save', 'picture', 'geojson', 'csv', 'link'] as const).map(button);
  const toolbar = { class: 'files', role: 'toolbar', 'aria-label': 'Files' };
  const panel = element(
    'aside',
    { class: 'panel', 'aria-label': 'Controls' },
    summary,
    controls,
    legend,
    timing,
    facts,
    list,
    noGpu,
    code,
    origin,
    element('div', toolbar, ...files),
  );
  return {
    panel,
    summary,
    controls,
    legend,
    timing,
    facts,
    list,
    noGpu,
    noGpuReason,
    code,
    codeText,
    origin,
  };
}

/** As in style.css: on such pages the scenes have a row of their own. */
const NARROW = '(max-width: 760px)';

/**
 * Keeps the order of elements, and so of the Tab key, equal to the visible order, also if the
 * scenes are below the buttons.
 */
function header(tabs: Iterable<HTMLElement>, button: ButtonOf): HTMLElement {
  const nav = element('nav', { 'aria-label': 'Scenes' }, ...tabs);
  const buttons = [button('help'), button('theme'), button('controls')];
  const actions = element('div', { class: 'actions' }, ...buttons);
  const root = element('header', {}, element('h1', {}, 'Wayfield'), nav, actions);
  const narrow = matchMedia(NARROW);
  const arrange = (): void => {
    const focused = document.activeElement;
    if (narrow.matches) nav.before(actions);
    else nav.after(actions);
    // moving an element takes its focus away
    if (focused instanceof HTMLElement && actions.contains(focused)) focused.focus();
  };
  narrow.addEventListener('change', arrange);
  arrange();
  return root;
}
