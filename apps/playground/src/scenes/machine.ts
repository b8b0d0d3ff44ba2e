// Estimates how many agents this machine can hold, and how many are likely to run smoothly, so that
// a person is told before too many are asked for.
import type { Control, Load, Need, Range, Values } from '../common/settings.ts';
import type { SceneHost } from './scene.ts';

export interface Machine {
  /** Bytes that the page and its workers may use. */
  readonly memory: number;
  /** Threads that may share memory; 1 if the page may not share memory. */
  readonly threads: number;
  /**
   * Limits of the WebGPU device: bytes of one binding and of one buffer; whether it is software.
   */
  readonly gpu?: {
    readonly binding: number;
    readonly buffer: number;
    readonly isSoftware: boolean;
  };
  /** What the machine lacks, with the reason; absent if nothing is missing. */
  readonly lacks?: Partial<Readonly<Record<Need, string>>>;
}

const NO_WEBGPU = 'there is no WebGPU in this browser, or it is turned off';

/** What this browser lacks, with the reason. */
function lacksOf({ device, softwareDevice }: Pick<SceneHost, 'device' | 'softwareDevice'>) {
  const hasWebGpu = 'gpu' in navigator && navigator.gpu !== undefined;
  return {
    ...(!hasWebGpu && { webgpu: NO_WEBGPU }),
    ...(!device && {
      device: softwareDevice ? 'WebGPU is only a program on this machine, and slower' : NO_WEBGPU,
    }),
  };
}

/** Bytes assumed if the browser does not tell its memory: most machines have at least this. */
const MEMORY = 4 * 2 ** 30;
/** The limit of a WebAssembly memory. */
const WASM_MEMORY = 4 * 2 ** 30;
/** The share of the memory that a page should use. */
const SHARE = 0.5;
const MOST_THREADS = 8;

export function thisMachine({
  device,
  softwareDevice,
}: Pick<SceneHost, 'device' | 'softwareDevice'>): Machine {
  // in GiB, in some browsers only
  const { deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number };
  const threads = Math.min(MOST_THREADS, navigator.hardwareConcurrency - 1);
  return {
    memory: SHARE * (deviceMemory === undefined ? MEMORY : deviceMemory * 2 ** 30),
    threads: crossOriginIsolated ? Math.max(1, threads) : 1,
    lacks: lacksOf({ device, softwareDevice }),
    ...(device && {
      gpu: {
        binding: device.limits.maxStorageBufferBindingSize,
        buffer: device.limits.maxBufferSize,
        isSoftware: softwareDevice,
      },
    }),
  };
}

/** A number rounded down to two significant figures. */
function rounded(value: number): number {
  const scale = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.floor(value / scale) * scale;
}

/** How many fit into the memory of the solver: of the GPU if `onGpu`. */
export function mostOf(machine: Machine, { wasm, gpu }: Load, onGpu: boolean): number {
  const limit = machine.gpu;
  if (!onGpu || !gpu || !limit) return rounded(Math.min(machine.memory, WASM_MEMORY) / wasm.bytes);
  return rounded(Math.min(limit.binding / gpu.binding, limit.buffer / gpu.bytes));
}

/** How many are likely to run smoothly; Infinity for a hardware GPU, whose speed is unknown. */
export function smoothOf(
  { gpu: limit, threads }: Machine,
  { wasm, gpu }: Load,
  onGpu: boolean,
): number {
  if (!onGpu || !gpu || !limit) return threads * wasm.smooth;
  return limit.isSoftware ? gpu.smooth : Infinity;
}

const grouped = (count: number): string => count.toLocaleString('en');

/** The lesser of `asked` and the number that fits. Adds a notice if that is less, or slow. */
export function fitting(host: SceneHost, load: Load, asked: number, onGpu: boolean): number {
  const machine = thisMachine(host);
  const [most, smooth] = [mostOf, smoothOf].map((of) => of(machine, load, onGpu));
  const count = Math.min(asked, most);
  const { what } = load;
  const where = onGpu ? 'the buffers of this GPU hold' : 'the memory of this machine holds';
  if (count < asked) {
    host.notice({
      kind: 'warning',
      text: `${grouped(asked)} ${what} are more than ${where}. These are ${grouped(count)}.`,
    });
  } else if (count > smooth) {
    host.notice({
      kind: 'warning',
      text:
        `${grouped(count)} ${what} are likely to be slow on this machine: up to about ` +
        `${grouped(rounded(smooth))} should run smoothly.`,
    });
  }
  return count;
}

/** A scale that ends at the limit of the machine. */
function fitRange(range: Range, load: Load, machine: Machine): Range {
  const most = Math.max(mostOf(machine, load, false), mostOf(machine, load, true));
  if (most >= range.max) return range;
  const max = Math.max(range.min, most);
  const steps = range.steps && [...range.steps.filter((value) => value < max), max];
  return { ...range, max, value: Math.min(range.value, max), ...(steps && { steps }) };
}

/** A message for each number in `asked` that is above the end of its fitted scale. */
export function tooMany(controls: readonly Control[], asked: Values): string[] {
  return controls.flatMap((control) => {
    if (control.kind !== 'range' || !control.load) return [];
    const many = Number(asked.get(control.name));
    if (!(many > control.max)) return [];
    const wanted = `${grouped(many)} ${control.load.what}`;
    const most = grouped(control.max);
    return `${wanted} are more than this machine or this scene can have. These are ${most}.`;
  });
}

/** Disables options and switches that need what the machine lacks, with the reason. */
function disable(control: Control, { lacks = {} }: Machine): Control {
  if (control.kind === 'toggle' && control.needs) {
    const reason = lacks[control.needs];
    return reason === undefined ? control : { ...control, disabled: reason };
  }
  if (control.kind !== 'choice' || !control.needs) return control;
  const reasons = Object.entries(control.needs).flatMap(([value, need]) => {
    const reason = lacks[need];
    return reason === undefined ? [] : [[value, reason] as const];
  });
  return reasons.length === 0 ? control : { ...control, disabled: Object.fromEntries(reasons) };
}

/** Controls with the scales and disabled options of this machine. */
export const fitControls = (controls: readonly Control[], machine: Machine): readonly Control[] =>
  controls.map((control) =>
    control.kind === 'range' && control.load
      ? fitRange(control, control.load, machine)
      : disable(control, machine),
  );
