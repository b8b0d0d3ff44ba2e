import { refuse } from '@wayfield/check';

/** Throws RangeError unless `to` is an angle in 2D, or a quaternion in 3D. */
export function checkPose(dimensions: 2 | 3, to: unknown): void {
  if (dimensions === 2) {
    // as an f32, in which angles are stored
    const isAngle = typeof to === 'number' && Number.isFinite(Math.fround(to));
    if (!isAngle) refuse('to', to, 'an angle in radians, finite as f32');
    return;
  }
  if (!Array.isArray(to)) refuse('to', to, 'a quaternion of 4 numbers');
  checkTurn(to as readonly number[]);
}

/** Throws RangeError for a quaternion that has no direction. */
export function checkTurn(turn: readonly number[]): void {
  const length = Math.hypot(...turn.map(Math.fround));
  if (turn.length !== 4 || !(length > 0 && length < Infinity)) {
    refuse('turn', turn, 'a quaternion of 4 numbers, not all 0');
  }
}
