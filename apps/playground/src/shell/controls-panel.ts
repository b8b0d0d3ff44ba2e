// The panel with the controls of a scene, made from their descriptions (settings.ts).
import { element } from '../common/element.ts';
import type { Choice, Control, Range, Settings, Text, Toggle, Value } from '../common/settings.ts';

export interface ControlsPanel {
  readonly root: HTMLElement;
  /** Shows these values, without calling `changed`. */
  show(settings: Settings): void;
}

/** `changed` is called with every new value, also while a slider is dragged (`done` false). */
export function createControlsPanel(
  controls: readonly Control[],
  changed: (control: Control, value: Value, done: boolean) => void,
): ControlsPanel {
  const shows: ((settings: Settings) => void)[] = [];
  const root = element('div', { class: 'controls' });
  for (const control of controls) {
    const { row, show } = rowOf(control, (value, done) => changed(control, value, done));
    root.append(row);
    shows.push(show);
  }
  return { root, show: (settings) => shows.forEach((show) => show(settings)) };
}

interface Row {
  readonly row: HTMLElement;
  show(settings: Settings): void;
}

type Changed = (value: Value, done: boolean) => void;

function rowOf(control: Control, changed: Changed): Row {
  switch (control.kind) {
    case 'range':
      return rangeRow(control, changed);
    case 'choice':
      return control.inline ? inlineRow(control, changed) : listRow(control, changed);
    case 'toggle':
      return toggleRow(control, changed);
    case 'text':
      return textRow(control, changed);
    case 'press':
      return {
        row: element(
          'div',
          { class: 'row' },
          element(
            'button',
            { type: 'button', class: 'wide', onclick: () => changed(true, true) },
            control.label,
          ),
        ),
        show() {},
      };
  }
}

function rangeRow(control: Range, changed: Changed): Row {
  const { name, label, unit, steps } = control;
  const id = `control-${name}`;
  const output = element('output', { for: id });
  const scale = steps
    ? { min: 0, max: steps.length - 1, step: 1 }
    : { min: control.min, max: control.max, step: control.step ?? 'any' };
  const read = (): number => (steps ? steps[Number(input.value)] : Number(input.value));
  const write = (value: number): void => {
    output.textContent = `${value.toLocaleString('en')}${unit ? ` ${unit}` : ''}`;
    input.setAttribute('aria-valuetext', output.textContent);
  };
  const input = element('input', {
    id,
    type: 'range',
    ...scale,
    oninput: () => {
      write(read());
      changed(read(), false);
    },
    onchange: () => changed(read(), true),
  });
  const heading = element('div', { class: 'label' }, element('label', { for: id }, label), output);
  return {
    row: element('div', { class: 'row' }, heading, input, ...hintOf(control)),
    show(settings) {
      const value = Number(settings[name]);
      input.value = String(steps ? steps.indexOf(value) : value);
      write(value);
    },
  };
}

function listRow(control: Choice, changed: Changed): Row {
  const id = `control-${control.name}`;
  const select = element(
    'select',
    { id, onchange: () => changed(select.value, true) },
    ...control.options.map(([value, label]) => {
      const disabled = control.disabled?.[value] !== undefined;
      return element('option', { value, disabled }, label);
    }),
  );
  return {
    row: element(
      'div',
      { class: 'row across' },
      element('label', { for: id }, control.label),
      select,
      ...hintOf(control),
    ),
    show(settings) {
      select.value = String(settings[control.name]);
    },
  };
}

function inlineRow(control: Choice, changed: Changed): Row {
  const inputs = control.options.map(([value]) =>
    element('input', {
      type: 'radio',
      name: `control-${control.name}`,
      value,
      disabled: control.disabled?.[value] !== undefined,
      onchange: () => changed(value, true),
    }),
  );
  const choices = control.options.map(([, label], i) =>
    element('label', { class: 'segment' }, inputs[i], element('span', {}, label)),
  );
  return {
    row: element(
      'fieldset',
      { class: 'row' },
      element('legend', {}, control.label),
      element('div', { class: 'segments' }, ...choices),
      ...hintOf(control),
    ),
    show(settings) {
      for (const input of inputs) input.checked = input.value === settings[control.name];
    },
  };
}

function toggleRow(control: Toggle, changed: Changed): Row {
  const input = element('input', {
    type: 'checkbox',
    role: 'switch',
    disabled: control.disabled !== undefined,
    onchange: () => changed(input.checked, true),
  });
  return {
    row: element(
      'div',
      { class: 'row' },
      element('label', { class: 'toggle' }, element('span', {}, control.label), input),
      ...hintOf(control),
    ),
    show(settings) {
      input.checked = settings[control.name] === true;
    },
  };
}

function textRow(control: Text, changed: Changed): Row {
  const id = `control-${control.name}`;
  const input = element('input', {
    id,
    type: 'text',
    placeholder: control.example,
    spellcheck: 'false',
    onchange: () => changed(input.value, true),
  });
  return {
    row: element(
      'div',
      { class: 'row' },
      element('label', { for: id }, control.label),
      input,
      ...hintOf(control),
    ),
    show(settings) {
      input.value = String(settings[control.name]);
    },
  };
}

/** The hint of a control, and why a part of the control cannot work here. */
function hintOf(control: Control): HTMLElement[] {
  const hints = [control.hint, ...reasonsOf(control)].filter((text) => text !== undefined);
  return hints.map((text) => element('p', { class: 'hint' }, text));
}

function reasonsOf(control: Control): string[] {
  if (control.kind === 'toggle' && control.disabled !== undefined) {
    return [`Not here: ${control.disabled}.`];
  }
  if (control.kind !== 'choice' || !control.disabled) return [];
  const { options, disabled } = control;
  return options
    .filter(([value]) => disabled[value] !== undefined)
    .map(([value, label]) => `No ${label} here: ${disabled[value]}.`);
}
