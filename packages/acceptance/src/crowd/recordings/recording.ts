// People who were recorded or moved by a crowd: their places, frame by frame.
/** A person: places from frame `from` on, one a frame, in metres. */
export interface Person {
  readonly from: number;
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export interface Recording {
  /** Frames a second. */
  readonly rate: number;
  readonly people: readonly Person[];
}

/**
 * Parses rows `id frame x y …` of the archive of pedestrian dynamics of Jülich, whose comments say
 * the frames a second and whether places are in centimetres. Throws RangeError for any other row,
 * and for people without a place in some frame between their first and last one.
 */
export function parseRecording(text: string): Recording {
  const rate = Number(/framerate: *(\d+)/.exec(text)?.[1]);
  if (!(rate > 0)) throw new RangeError('the comments name no frames a second');
  const scale = /x\/cm/.test(text) ? 0.01 : 1;
  const people = new Map<number, { from: number; x: number[]; y: number[] }>();
  for (const [i, line] of text.split('\n').entries()) {
    if (line.startsWith('#') || line.trim() === '') continue;
    const [id, frame, x, y] = line.trim().split(/\s+/).map(Number);
    if (!(Number.isInteger(id) && Number.isInteger(frame) && Number.isFinite(x + y)))
      throw new RangeError(`line ${i + 1} is '${line}', expected id, frame, x, y`);
    let person = people.get(id);
    if (!person) people.set(id, (person = { from: frame, x: [], y: [] }));
    if (frame !== person.from + person.x.length)
      throw new RangeError(`line ${i + 1}: frame ${frame} of person ${id} does not follow`);
    person.x.push(x * scale);
    person.y.push(y * scale);
  }
  return { rate, people: [...people.values()].sort((a, b) => a.from - b.from) };
}

/** Seconds at which `isPast` first holds, ascending. People for whom it never does are left out. */
export function timesPast(
  { rate, people }: Recording,
  isPast: (x: number, y: number) => boolean,
): number[] {
  const times: number[] = [];
  for (const { from, x, y } of people) {
    const k = x.findIndex((at, i) => isPast(at, y[i]));
    if (k >= 0) times.push((from + k) / rate);
  }
  return times.sort((a, b) => a - b);
}

/** A rectangle in which people are counted, in metres. */
export interface Area {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Mean speed of people while the density of an area lies in one bin. */
export interface DensityBin {
  /** The middle of the bin, in people per m². */
  readonly density: number;
  readonly speed: number;
  /** People times frames. */
  readonly samples: number;
}

/** The width of a bin, in people per m². */
export const BIN = 0.25;
/** The speed at a frame is measured from this number of frames before it to as many after it. */
const HALF = 5;

/** Speed over density, from all frames of all people in an area. */
export function speedOverDensity({ rate, people }: Recording, area: Area): DensityBin[] {
  const { minX, minY, maxX, maxY } = area;
  const inside = new Map<number, { count: number; speeds: number[] }>();
  for (const { from, x, y } of people)
    for (let k = 0; k < x.length; k++) {
      if (!(x[k] >= minX && x[k] < maxX && y[k] >= minY && y[k] < maxY)) continue;
      let frame = inside.get(from + k);
      if (!frame) inside.set(from + k, (frame = { count: 0, speeds: [] }));
      frame.count++;
      const [a, b] = [Math.max(0, k - HALF), Math.min(x.length - 1, k + HALF)];
      if (b > a) frame.speeds.push((Math.hypot(x[b] - x[a], y[b] - y[a]) * rate) / (b - a));
    }
  const size = (maxX - minX) * (maxY - minY);
  const bins = new Map<number, { sum: number; samples: number }>();
  for (const { count, speeds } of inside.values()) {
    const bin = Math.floor(count / size / BIN);
    const found = bins.get(bin) ?? { sum: 0, samples: 0 };
    for (const speed of speeds) found.sum += speed;
    found.samples += speeds.length;
    bins.set(bin, found);
  }
  return [...bins]
    .sort(([a], [b]) => a - b)
    .map(([bin, { sum, samples }]) => ({
      density: (bin + 0.5) * BIN,
      speed: sum / samples,
      samples,
    }));
}
