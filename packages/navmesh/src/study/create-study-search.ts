import { check } from '../common/rules.ts';
import { checkMeshArrays } from '@wayfield/triangulation/internal/checks';
import { searchTriangles } from '../channels/create-triangle-search.ts';
import type { TriangleSearch, TriangleSearchOptions } from '../channels/triangle-search.ts';
import type { PolygonMesh } from '@wayfield/triangulation';

/** Options of `createStudySearch`. */
export interface StudySearchOptions extends Omit<TriangleSearchOptions, 'algorithm'> {
  /**
   * 'ta*' (TA*, Demyen and Buro 2006) searches the triangles instead of the reduction. 'fringe' is
   * Fringe search (Björnsson, Enzenberger, Holte and Schaeffer 2005) on the reduction: it sorts
   * nothing, is slower than TRA*, and can take very long for single queries. The others are those
   * of `createTriangleSearch`. Default 'auto'.
   */
  readonly algorithm?: TriangleSearchOptions['algorithm'] | 'ta*' | 'fringe';
}

/**
 * Creates `createTriangleSearch` with the further algorithms that Klaffenböck (2014) compares. All
 * algorithms find paths of the same lengths; for use, `createTriangleSearch` is faster.
 *
 * @example
 * const polygons = buildPolygonMesh(mesh.triangulation, { merge: false });
 * const search = createStudySearch(polygons, { algorithm: 'ta*' });
 */
export function createStudySearch(
  mesh: PolygonMesh,
  options: StudySearchOptions = {},
): TriangleSearch {
  checkMeshArrays(mesh);
  check('createStudySearch', options);
  return searchTriangles(mesh, options);
}
