// A small chart of the last frames: time of each frame, time of the solver, and bytes between page,
// workers and GPU.
import { element } from '../common/element.ts';

const FRAMES = 150;
/** Milliseconds at the top of the chart, at least. */
const LEAST_TOP = 20;
/** Bytes at the top, at least. */
const LEAST_BYTES = 64 << 10;

export interface Chart {
  readonly root: HTMLElement;
  /** Milliseconds of a frame, and of the solver since the last one; bytes that were moved. */
  add(frame: number, solver: number, bytes: number): void;
  draw(): void;
}

export function createChart(): Chart {
  const frames = new Float32Array(FRAMES);
  const solvers = new Float32Array(FRAMES);
  const transfers = new Float32Array(FRAMES);
  let at = 0;
  let count = 0;
  const canvas = element('canvas', { class: 'chart', role: 'img' });
  const texts = { frame: element('b'), solver: element('b'), transfers: element('b') };
  const legend = element(
    'div',
    { class: 'legend' },
    element('span', { class: 'frame' }, 'Frame ', texts.frame),
    element('span', { class: 'solver' }, 'Solver, a tick ', texts.solver),
    element('span', { class: 'transfers' }, 'Transfers ', texts.transfers),
  );
  const mean = (values: Float32Array, among: (value: number) => boolean): number => {
    const kept = values.subarray(0, count).filter(among);
    return kept.length === 0 ? 0 : kept.reduce((a, b) => a + b, 0) / kept.length;
  };

  function tell(): void {
    const frame = mean(frames, () => true);
    const solver = mean(solvers, (ms) => ms > 0);
    const perSecond = frame > 0 ? (1000 / frame) * mean(transfers, () => true) : 0;
    texts.frame.textContent = `${frame.toFixed(1)} ms`;
    texts.solver.textContent = `${solver.toFixed(1)} ms`;
    texts.transfers.textContent = `${(perSecond / 1e6).toFixed(1)} MB/s`;
    canvas.setAttribute('aria-label', inWords(frame, solver, perSecond));
  }

  return {
    root: element('div', { class: 'timing' }, canvas, legend),
    add(frame, solver, bytes) {
      frames[at] = frame;
      solvers[at] = solver;
      transfers[at] = bytes;
      at = (at + 1) % FRAMES;
      count = Math.min(FRAMES, count + 1);
    },
    draw() {
      tell();
      const ratio = Math.min(2, devicePixelRatio);
      const width = Math.round(canvas.clientWidth * ratio);
      const height = Math.round(canvas.clientHeight * ratio);
      if (width === 0 || height === 0) return;
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      // a canvas on the CPU: on a busy or software GPU the page would wait for its turn
      const context = canvas.getContext('2d', { willReadFrequently: true })!;
      const style = getComputedStyle(canvas);
      const top = Math.max(LEAST_TOP, ...frames.subarray(0, count)) * 1.1;
      const mostBytes = Math.max(LEAST_BYTES, ...transfers.subarray(0, count)) * 2;
      const toX = (i: number): number => ((FRAMES - count + i) / (FRAMES - 1)) * width;
      const valueAt = (values: Float32Array, i: number): number =>
        values[(at - count + i + FRAMES) % FRAMES];
      context.clearRect(0, 0, width, height);

      // bars, because their scale differs from that of the lines
      context.fillStyle = style.getPropertyValue('--transfers');
      for (let i = 0; i < count; i++) {
        const tall = (valueAt(transfers, i) / mostBytes) * height;
        context.fillRect(toX(i) - ratio, height - tall, 2 * ratio, tall);
      }
      const line = (colour: string, thick: number, toY: (i: number) => number): void => {
        context.strokeStyle = style.getPropertyValue(colour);
        context.lineWidth = thick * ratio;
        context.beginPath();
        for (let i = 0; i < count; i++) context.lineTo(toX(i), toY(i));
        context.stroke();
      };
      const toY = (ms: number): number => height - (ms / top) * height;
      line('--line', 1, () => toY(1000 / 60));
      line('--muted', 1.5, (i) => toY(valueAt(solvers, i)));
      line('--accent', 1.5, (i) => toY(valueAt(frames, i)));
    },
  };
}

const inWords = (frame: number, solver: number, perSecond: number): string =>
  `Frame time ${frame.toFixed(1)} milliseconds, solver ${solver.toFixed(1)}, transfers ` +
  `${(perSecond / 1e6).toFixed(1)} megabytes a second`;
