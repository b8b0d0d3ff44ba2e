// Controls as data: the panel, the address and the exported settings are all made from these.
export type Value = number | string | boolean;
export type Settings = Readonly<Record<string, Value>>;

interface Named {
  readonly name: string;
  readonly label: string;
  /** A sentence below the control. */
  readonly hint?: string;
  /** A change of this control restarts the scene. */
  readonly again?: boolean;
  /** With `again`: what was painted or placed stays, as the map is the same. */
  readonly keepsWork?: boolean;
}

/** What each of many takes. */
export interface Load {
  /** As in 'agents'. */
  readonly what: string;
  /**
   * In WebAssembly: bytes of each, with its copies on the page, and how many run smoothly on a
   * thread.
   */
  readonly wasm: { readonly bytes: number; readonly smooth: number };
  /**
   * On a GPU: bytes of each in the largest buffer and in all of them, and how many run smoothly on
   * a software device. Absent: a GPU is not asked.
   */
  readonly gpu?: { readonly binding: number; readonly bytes: number; readonly smooth: number };
}

/** A number on a scale; `steps`: the only values there are, for scales that are not even. */
export interface Range extends Named {
  readonly kind: 'range';
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly steps?: readonly number[];
  readonly unit?: string;
  /** What each of them takes: the scale ends where the machine does. */
  readonly load?: Load;
}

export interface Choice extends Named {
  readonly kind: 'choice';
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  /** Side by side instead of in a list. */
  readonly inline?: boolean;
  /** What an option cannot do without. */
  readonly needs?: Readonly<Record<string, Need>>;
  /** Options that cannot work on this machine, and why. */
  readonly disabled?: Readonly<Record<string, string>>;
}

export interface Toggle extends Named {
  readonly kind: 'toggle';
  readonly value: boolean;
  /** What the control cannot do without. */
  readonly needs?: Need;
  /** Why the control cannot work on this machine. */
  readonly disabled?: string;
}

/** WebGPU of any kind, or a device that also draws the page. */
export type Need = 'webgpu' | 'device';

/** A line of text. */
export interface Text extends Named {
  readonly kind: 'text';
  readonly value: string;
  /** Shown where the line is empty. */
  readonly example?: string;
}

/** Presses call `set(name, true)`; it has no state. */
export interface Press extends Named {
  readonly kind: 'press';
}

export type Control = Range | Choice | Toggle | Text | Press;

/** Characters of a line of text, at most. */
const MOST_TEXT = 500;

/** What all scenes have. */
export const SEED: Range = {
  kind: 'range',
  name: 'seed',
  label: 'Seed',
  value: 1,
  min: 1,
  max: 999,
  step: 1,
  again: true,
};

/** Scenes that search with WebAssembly can have the GPU search, too, and compare. */
export const ASK_GPU: Toggle = {
  kind: 'toggle',
  name: 'gpu',
  label: 'Also solve on WebGPU',
  value: false,
  needs: 'webgpu',
};

export function defaultsOf(controls: readonly Control[]): Record<string, Value> {
  const settings: Record<string, Value> = {};
  for (const control of controls)
    if (control.kind !== 'press') settings[control.name] = control.value;
  return settings;
}

/** The value a text stands for, or the default where it is none that the control can have. */
export function readValue(control: Control, text: Value): Value {
  switch (control.kind) {
    case 'range': {
      const value = Number(text);
      if (!Number.isFinite(value)) return control.value;
      const within = Math.min(control.max, Math.max(control.min, value));
      if (!control.steps) return within;
      return control.steps.reduce((a, b) => (Math.abs(b - within) < Math.abs(a - within) ? b : a));
    }
    case 'choice':
      return control.options.some(([value]) => value === text) ? text : control.value;
    case 'toggle':
      return text === true || text === '1';
    case 'text':
      return String(text).slice(0, MOST_TEXT);
    case 'press':
      return false;
  }
}

/** The page's state as an address shows it: `#crowd?map=maze&seed=4`. */
export interface Address {
  readonly scene: string;
  readonly values: ReadonlyMap<string, string>;
}

export function readAddress(hash: string): Address {
  const [scene = '', query = ''] = hash.replace(/^#/, '').split('?');
  return { scene, values: new Map(new URLSearchParams(query)) };
}

/** Only what differs from the defaults, so that addresses stay short. */
export function writeAddress(
  scene: string,
  controls: readonly Control[],
  settings: Settings,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams();
  for (const control of controls) {
    if (control.kind === 'press') continue;
    const value = settings[control.name];
    if (value === control.value || value === undefined) continue;
    query.set(control.name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value));
  }
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  const text = query.toString();
  return `#${scene}${text === '' ? '' : `?${text}`}`;
}

/** Values by name, as in an address or a settings file. */
export interface Values {
  get(name: string): Value | undefined;
}

/** The settings of a scene: what is not there, or what a control cannot have, is the default. */
export function readSettings(controls: readonly Control[], values: Values): Record<string, Value> {
  const settings = defaultsOf(controls);
  for (const control of controls) {
    const text = values.get(control.name);
    if (control.kind !== 'press' && text !== undefined)
      settings[control.name] = readValue(control, text);
  }
  return settings;
}
