// All that searches over areas need beside A*, compiled to walks.wasm: walks of points on the mesh,
// the area at a place, the cost of a line, whether links are open, and the nearest place.
//
// map.ts       the areas, their borders, and the area at a place
// cuts.ts      where a line crosses borders
// beside.ts    which part of a line has the mesh beside it
// integral.ts  the cost of a line
// ends.ts      the ends of links
// nearest.ts   the nearest place that a search may enter
// opening.ts   whether there is open ground beside a place
// rows.ts      batches

export * from '../corridors/walks';
export { cut, cutBorder, cutShare } from './cuts';
export { endsReject, endsAddress, endsCreate, endsFind, isOpen, triangleOfEnd } from './ends';
export { costMatrix, costOf, lineCost } from './integral';
export { areaAt, BOX, chooseAll, costAt, mapCreate, SHAPE } from './map';
export { nearestBind, nearestPlace, nearestX, nearestY, stampSet } from './nearest';
export { areaRows, costRows, openRows } from './rows';
