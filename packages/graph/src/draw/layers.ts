// What pictures of grids and of road networks consist of, and the colours that both have.

/** A mark: a green dot, a red one, a crossed dark one. */
export type Mark = 'start' | 'goal' | 'blocked';

/** Lines of one colour, width and opacity. */
export interface Layer {
  /** '#rrggbb'. */
  readonly colour: string;
  /** Pixels. */
  readonly width: number;
  readonly opacity: number;
  /** Calls `line` with the first and the last of the frame's points of each line, both included. */
  eachLine(line: (first: number, last: number) => void): void;
}

/** A dot, in pixels from the top left. */
export interface Dot {
  readonly mark: Mark;
  readonly x: number;
  readonly y: number;
}

/** A picture ready to be drawn from the first layer to the last, then the dots. */
export interface Layers {
  /** The picture's size and the points of its lines, in pixels from the top left. */
  readonly frame: {
    readonly width: number;
    readonly height: number;
    readonly x: ArrayLike<number>;
    readonly y: ArrayLike<number>;
  };
  /** '#rrggbb'. */
  readonly background: string;
  readonly layers: readonly Layer[];
  readonly dots: readonly Dot[];
  /** Radius of dots in pixels. */
  readonly dotRadius: number;
}

/** How each mark is filled. */
export const MARK_COLOURS: Readonly<Record<Mark, string>> = {
  start: '#1a9850',
  goal: '#d7191c',
  blocked: '#202124',
};
/**
 * Colours from small to large values: the sequence YlOrRd of Brewer from its third colour on, and a
 * darker one at the end.
 */
export const HEAT_COLOURS: readonly string[] = [
  '#fed976',
  '#feb24c',
  '#fd8d3c',
  '#fc4e2a',
  '#e31a1c',
  '#b10026',
  '#6a0022',
];
/**
 * Colours that people with colour blindness can distinguish too: six of the eight of Okabe and Ito
 * (2008), without yellow and black, then a dark violet.
 */
export const PATH_COLOURS: readonly string[] = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#56b4e9',
  '#e69f00',
  '#5b3a8c',
];
