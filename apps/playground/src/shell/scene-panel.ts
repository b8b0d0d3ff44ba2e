// The panel beside the picture: controls and facts of the scene that was chosen.
import type { Control, Value } from '../common/settings.ts';
import { element } from '../common/element.ts';
import { themeOf } from '../draw/colours.ts';
import { type ControlsPanel, createControlsPanel } from './controls-panel.ts';
import { showLegend } from './legend.ts';
import { ORIGINS, readmeOf, REPORT, type SceneOrigin } from '../scenes/code.ts';
import type { Scene } from '../scenes/scene.ts';
import type { Page, ScenePanel } from './page.ts';

export function createScenePanel(page: Page): ScenePanel {
  let controls: ControlsPanel;

  function controlChanged(control: Control, value: Value, done: boolean): void {
    const { session, address, view } = page;
    if (control.kind !== 'press') session.settings[control.name] = value;
    if (!control.again) session.scene?.set(control.name, value);
    else if (done) {
      const work = control.keepsWork ? session.work() : undefined;
      void session.start({ keepView: true, work });
    }
    if (done) address.changed();
    view.redraw();
  }

  return {
    chosen() {
      const { frame, notices } = page;
      const { entry, kind, settings } = page.session;
      notices.clear();
      for (const [id, tab] of frame.tabs) {
        if (id === entry.id) {
          tab.setAttribute('aria-current', 'page');
          tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        } else tab.removeAttribute('aria-current');
      }
      document.title = `${entry.title} · Wayfield playground`;
      frame.stage.dataset['drop'] = `Drop a file here: ${[...kind.files, '.json'].join(', ')}`;
      frame.summary.textContent = kind.summary;
      const code = kind.code ?? ORIGINS[entry.id]?.code;
      frame.code.hidden = code === undefined;
      frame.codeText.textContent = code ?? '';
      showOrigin(frame.origin, ORIGINS[entry.id]);
      controls = createControlsPanel(kind.controls, controlChanged);
      controls.show(settings);
      frame.controls.replaceChildren(controls.root);
    },
    chooseTool(which) {
      const tool = page.session.kind.controls.find(({ name }) => name === 'tool');
      if (tool?.kind !== 'choice' || which >= tool.options.length) return;
      controlChanged(tool, tool.options[which][0], true);
      controls.show(page.session.settings);
    },
    showFacts() {
      const { frame, surface, player, look } = page;
      const { scene } = page.session;
      const rows = [...(scene?.facts() ?? [])];
      rows.push(['Solver', scene?.backend ?? '–']);
      rows.push(['Drawn by', surface.surface.kind === 'webgpu' ? 'WebGPU' : '2-D canvas']);
      rows.push(['Tick', player.ticks.toLocaleString('en')]);
      showLegend(frame.legend, scene?.legend?.(themeOf(look.isDark)) ?? []);
      frame.facts.replaceChildren(
        ...rows.map(([label, value]) =>
          element('div', {}, element('dt', {}, label), element('dd', {}, value)),
        ),
      );
      showList(frame.list, scene?.list?.());
      frame.noGpu.hidden = surface.reason === undefined;
      frame.noGpuReason.textContent = surface.reason ?? '';
    },
  };
}

/** Shows a list of a scene. Elements are replaced only if the list changes. */
function showList(
  place: HTMLDetailsElement,
  list: ReturnType<NonNullable<Scene['list']>> | undefined,
) {
  const { title = '', items = [] } = list ?? {};
  const key = JSON.stringify([title, items]);
  if (place.dataset['shown'] === key) return;
  place.dataset['shown'] = key;
  place.hidden = items.length === 0;
  const lines = items.map((text) => element('li', {}, text));
  const heading = element('summary', {}, `${title}: ${items.length}`);
  place.replaceChildren(heading, element('ol', {}, ...lines));
}

/** Shows links to the study of a scene and to the README of its package. */
function showOrigin(place: HTMLElement, origin: SceneOrigin | undefined): void {
  place.hidden = origin === undefined;
  if (!origin) return;
  const { study, package: name } = origin;
  const readme = element('a', { href: readmeOf(name) }, `@wayfield/${name}`);
  const report = element('a', { href: REPORT }, `the report on ${study}`);
  place.replaceChildren(...(study === undefined ? [] : ['The study: ', report, '. ']));
  place.append('The package: ', readme, '.');
}
