import { readdirSync, readFileSync } from 'node:fs';

/**
 * Loops whose form alone gives no bound: `loop`, `while`, and `for` without a condition.
 */
const OPEN_LOOP = /\b(?:loop\s*\{|while\s*\(|for\s*\([^;]*;\s*;)/;
/**
 * A `for` that counts: its condition has `<` or `>`, and its last part `++`, `--`, `+=` or `-=`.
 * That both are about the same variable is not checked.
 */
const COUNTED = /\bfor\s*\((?:var\s+(\w+)[^;]*)?;\s*[^;]*[<>][^;]*;[^)]*(?:\+\+|--|\+=|-=)/;

/** A loop of a kernel. */
export interface KernelLoop {
  /** File and line. */
  readonly place: string;
  /** The line on which the loop begins. */
  readonly text: string;
  /** The lines of comment in front of it; '' for none. */
  readonly comment: string;
}

/** Every loop of every WGSL kernel below the folder `source`, with the comment in front of it. */
export function kernelLoops(source: URL): KernelLoop[] {
  const names = readdirSync(source, { recursive: true }) as string[];
  const loops: KernelLoop[] = [];
  for (const name of names.filter((file) => file.endsWith('.ts')).sort()) {
    const lines = readFileSync(new URL(name, source), 'utf8').split('\n');
    const all = name.endsWith('.wgsl.ts');
    let kernel = false;
    lines.forEach((line, i) => {
      // only template strings are kernels: the code of the host around them has loops, too
      const ticks = line.split('`').length - 1;
      if (kernel && /\b(?:loop\s*\{|while\s*\(|for\s*\()/.test(line.replace(/\/\/.*/, ''))) {
        const comment: string[] = [];
        for (let k = i - 1; /^\s*\/\//.test(lines[k]); k--) comment.unshift(lines[k].trim());
        loops.push({
          place: `${name}:${i + 1}`,
          text: line.trim(),
          comment: comment.join(' '),
        });
      }
      if (ticks % 2 === 1) kernel = !kernel && (all || line.includes('/* wgsl */'));
    });
  }
  return loops;
}

/**
 * The loops without a bound. `loop`, `while` and a `for` without a condition need a comment
 * `Bound: …` in front; every other `for` must count. A kernel that never ends takes the device
 * down, so every loop must have a bound.
 */
export function unboundedLoops(loops: readonly KernelLoop[]): string[] {
  const bad = loops.filter(({ text, comment }) =>
    OPEN_LOOP.test(text) ? !/Bound: /.test(comment) : !COUNTED.test(text),
  );
  return bad.map(({ place, text }) => `${place} ${text}`);
}

/** The loops among these that only a comment `Bound: …` can bound. */
export function openLoops(loops: readonly KernelLoop[]): KernelLoop[] {
  return loops.filter(({ text }) => OPEN_LOOP.test(text));
}
