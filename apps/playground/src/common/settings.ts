// Controls as data: the panel, the address and the settings file are made from these.
export type Value = number | string | boolean;
export type Settings = Readonly<Record<string, Value>>;

interface Named {
  readonly name: string;
  readonly label: string;
  /** A sentence below the control. */
  readonly hint?: string;
  /** A change of this control restarts the scene. */
  readonly again?: boolean;
  /** With `again`: the restart keeps what was painted or placed, because the map is the same. */
  readonly keepsWork?: boolean;
}

/** What each agent, body or the like costs. */
export interface Load {
  /** Their name in the plural: 'agents'. */
  readonly what: string;
  /**
   * In WebAssembly: bytes of each, including copies on the page, and how many run smoothly on one
   * thread.
   */
  readonly wasm: { readonly bytes: number; readonly smooth: number };
  /**
   * On a GPU: bytes of each in the largest binding and in all buffers together, and how many
   * run smoothly on a software device. Absent: the GPU sets no limit.
   */
  readonly gpu?: { readonly binding: number; readonly bytes: number; readonly smooth: number };
}

/** A number on a scale. `steps` lists all values of a scale whose steps differ. */
export interface Range extends Named {
  readonly kind: 'range';
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly steps?: readonly number[];
  readonly unit?: string;
  /** With this, the scale ends at the limit of the machine. */
  readonly load?: Load;
}

export interface Choice extends Named {
  readonly kind: 'choice';
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  /** Side by side instead of in a list. */
  readonly inline?: boolean;
  /** What options need, by their values. */
  readonly needs?: Readonly<Record<string, Need>>;
  /** Options that cannot work on this machine, and why. */
  readonly disabled?: Readonly<Record<string, string>>;
}

export interface Toggle extends Named {
  readonly kind: 'toggle';
  readonly value: boolean;
  /** What the control needs. */
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

/** A button without state: a press calls `set(name, true)`. */
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

/** For scenes that search by WebAssembly: the GPU searches, too, and the answers are compared. */
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

/** The value of a text: the nearest number on the scale; any other bad text gives the default. */
export function readValue(control: Control, text: Value): Value {
  switch (control.kind) {
    case 'range': {
      const { min, max, step, steps } = control;
      // `Number` reads empty text as 0
      const value = Number(String(text).trim() || NaN);
      if (!Number.isFinite(value)) return control.value;
      const within = Math.min(max, Math.max(min, value));
      if (steps)
        return steps.reduce((a, b) => (Math.abs(b - within) < Math.abs(a - within) ? b : a));
      if (step === undefined) return within;
      // twelve digits: 3 steps of 0.05 are 0.15
      const nearest = min + Math.round((within - min) / step) * step;
      return Math.min(max, Number(nearest.toPrecision(12)));
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

/** The settings of a scene. What `values` lacks is the default; see `readValue` for bad values. */
export function readSettings(controls: readonly Control[], values: Values): Record<string, Value> {
  const settings = defaultsOf(controls);
  for (const control of controls) {
    const text = values.get(control.name);
    if (control.kind !== 'press' && text !== undefined)
      settings[control.name] = readValue(control, text);
  }
  return settings;
}
