import { text as textRule } from '@wayfield/check';

/** The arguments of `triangulate`. */
export interface CdtInput {
  /** x, y, x, y, … */
  readonly points: Float64Array;
  /** Pairs of point numbers. */
  readonly edges: Uint32Array;
}

/**
 * Reads points and constrained edges in the format of the CDT library's tests: the number of
 * points, the number of edges, then x and y per point and two point numbers, from 0, per edge,
 * separated by blanks or line ends.
 *
 * @throws RangeError for any other text, with the number of the word, from 0.
 */
export function loadCdt(text: string): CdtInput {
  textRule(text, 'text');
  const words = text.split(/\s+/).filter((word) => word !== '');
  const number = (
    at: number,
    what: string,
    low: number,
    high: number,
    isWhole: boolean,
  ): number => {
    const value = Number(words[at] ?? Number.NaN);
    if (!(value >= low && value <= high) || (isWhole && !Number.isInteger(value)))
      throw new RangeError(
        `word ${at} of the points and edges is ` +
          `${words[at] === undefined ? 'missing' : `'${words[at]}'`}, expected ${what}`,
      );
    return value;
  };
  const most = words.length;
  const pointCount = number(0, `a number of points up to ${most}`, 0, most, true);
  const edgeCount = number(1, `a number of edges up to ${most}`, 0, most, true);
  const expected = 2 + 2 * pointCount + 2 * edgeCount;
  if (words.length > expected)
    throw new RangeError(
      `${pointCount} points and ${edgeCount} edges are ${expected} words, there are ` +
        `${words.length}`,
    );
  const points = new Float64Array(2 * pointCount);
  for (let i = 0; i < points.length; i++)
    points[i] = number(2 + i, 'a coordinate', -Number.MAX_VALUE, Number.MAX_VALUE, false);
  const edges = new Uint32Array(2 * edgeCount);
  for (let i = 0; i < edges.length; i++)
    edges[i] = number(
      2 + points.length + i,
      `a point from 0 to ${pointCount - 1}`,
      0,
      pointCount - 1,
      true,
    );
  return { points, edges };
}
