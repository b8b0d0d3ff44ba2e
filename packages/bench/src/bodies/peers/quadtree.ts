// The quadtree of d3-quadtree, as a tree of boxes: the environment that MARS calls Tree ESC is an
// octree, in two dimensions a quadtree.
import type { BoxTree, BoxTreeClass } from '@wayfield/collision/reference';

/** The part of d3-quadtree that is used. */
interface Quadtree {
  addAll(points: number[]): Quadtree;
  visit(
    callback: (node: Node, x0: number, y0: number, x1: number, y1: number) => boolean | void,
  ): Quadtree;
}
/** A leaf has the number of a box and, of boxes with the same centre, a next leaf. */
interface Node {
  readonly length?: 4;
  readonly data?: number;
  readonly next?: Node;
}
type MakeQuadtree = (
  data: number[],
  x: (i: number) => number,
  y: (i: number) => number,
) => Quadtree;

/**
 * A class of trees for `createTreeSolver`. A tree holds the centres of boxes; a search widens its
 * box by the largest width and height of all boxes.
 */
export async function loadQuadtree(): Promise<BoxTreeClass> {
  // the package has no types of its own
  const name = 'd3-quadtree';
  const { quadtree } = (await import(name)) as { quadtree: MakeQuadtree };
  return class implements BoxTree {
    readonly #boxes: Float64Array;
    #count = 0;
    #wide = 0;
    #high = 0;
    #tree: Quadtree | undefined;

    constructor(count: number) {
      this.#boxes = new Float64Array(4 * count);
    }

    add(minX: number, minY: number, maxX: number, maxY: number): number {
      this.#boxes.set([minX, minY, maxX, maxY], 4 * this.#count);
      this.#wide = Math.max(this.#wide, maxX - minX);
      this.#high = Math.max(this.#high, maxY - minY);
      return this.#count++;
    }

    finish(): void {
      const boxes = this.#boxes;
      const numbers = Array.from({ length: this.#count }, (_, i) => i);
      const centre = (axis: number) => (i: number) =>
        (boxes[4 * i + axis] + boxes[4 * i + axis + 2]) / 2;
      this.#tree = quadtree(numbers, centre(0), centre(1));
    }

    search(minX: number, minY: number, maxX: number, maxY: number): number[] {
      const boxes = this.#boxes;
      const found: number[] = [];
      // half a box more would do; a whole one covers the rounding of centres
      const [left, right] = [minX - this.#wide, maxX + this.#wide];
      const [top, bottom] = [minY - this.#high, maxY + this.#high];
      this.#tree?.visit((node, x0, y0, x1, y1) => {
        if (x0 > right || y0 > bottom || x1 < left || y1 < top) return true;
        if (node.length) return false;
        for (let leaf: Node | undefined = node; leaf; leaf = leaf.next) {
          const i = leaf.data!;
          const at = 4 * i;
          if (boxes[at] > maxX || boxes[at + 2] < minX) continue;
          if (boxes[at + 1] > maxY || boxes[at + 3] < minY) continue;
          found.push(i);
        }
        return false;
      });
      return found;
    }
  };
}
