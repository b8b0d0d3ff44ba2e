/** The vertices and faces of a Wavefront `.obj` file. */
export interface ObjFaces {
  /** Three per vertex. */
  readonly position: Float64Array;
  /** Vertices, from 0, face by face; and faceCount + 1 entries, where each face begins. */
  readonly corner: readonly number[];
  readonly firstCorner: readonly number[];
  /** One per face: its line in the file, from 1. */
  readonly line: readonly number[];
  /** How many lines of each other kind there were, by keyword. */
  readonly others: Readonly<Record<string, number>>;
}

/**
 * Reads vertices and faces. Indices below 0 count from the last vertex. Texture and normal indices
 * are ignored; all other lines are counted.
 *
 * @throws RangeError, with the line, for a coordinate that is no number, a face of fewer than three
 *   corners, and a vertex that does not exist.
 */
export function parseObj(text: string): ObjFaces {
  const position: number[] = [];
  const corner: number[] = [];
  const firstCorner = [0];
  const line: number[] = [];
  const others = new Map<string, number>();
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const number = at + 1;
    let whole = lines[at];
    // a backslash at the end of a line joins it with the next line
    while (whole.endsWith('\\') && at + 1 < lines.length)
      whole = `${whole.slice(0, -1)} ${lines[++at]}`;
    const words = whole.split('#', 1)[0].trim().split(/\s+/);
    const keyword = words[0];
    if (keyword === '') continue;
    if (keyword === 'v') {
      for (let k = 1; k <= 3; k++) {
        const value = Number(words[k] ?? Number.NaN);
        if (!Number.isFinite(value))
          throw new RangeError(
            `line ${number} of the .obj: coordinate ${k} is ` +
              `${words[k] === undefined ? 'missing' : `'${words[k]}'`}, expected a number`,
          );
        position.push(value);
      }
    } else if (keyword === 'f') {
      const count = position.length / 3;
      if (words.length < 4)
        throw new RangeError(
          `line ${number} of the .obj: a face of ${words.length - 1} corners, it takes 3`,
        );
      for (let k = 1; k < words.length; k++) {
        const index = Number(words[k].split('/', 1)[0]);
        const vertex = index < 0 ? count + index : index - 1;
        if (!Number.isInteger(vertex) || index === 0 || vertex < 0 || vertex >= count)
          throw new RangeError(
            `line ${number} of the .obj: corner ${k} is '${words[k]}', there are ${count} ` +
              'vertices so far',
          );
        corner.push(vertex);
      }
      firstCorner.push(corner.length);
      line.push(number);
    } else others.set(keyword, (others.get(keyword) ?? 0) + 1);
  }
  return {
    position: Float64Array.from(position),
    corner,
    firstCorner,
    line,
    others: Object.fromEntries(others),
  };
}
