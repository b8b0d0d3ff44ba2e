import { callback, flag } from '@wayfield/check';
import { useEffect, useRef } from 'react';

/**
 * Calls `draw` before each frame of the page while `running` is true and the component is mounted,
 * with the seconds since the frame before. The first call, also after `running` was false, gets 0.
 * The `draw` of the latest render is called, so it need not be memoized. Does not render the
 * component.
 *
 * @throws TypeError for wrong arguments.
 *
 * @example
 * function Clock() {
 *   const [seconds, setSeconds] = useState(0);
 *   useFrame((passed) => setSeconds((before) => before + passed));
 *   return seconds.toFixed(1);
 * }
 * show(Clock);
 */
export function useFrame(draw: (seconds: number) => void, running = true): void {
  callback(draw, 'draw');
  flag(running, 'running');
  const latest = useRef(draw);
  useEffect(() => {
    latest.current = draw;
  });
  useEffect(() => {
    if (!running) return undefined;
    let last: number | undefined;
    let asked = requestAnimationFrame(function frame(now: number) {
      asked = requestAnimationFrame(frame);
      const seconds = last === undefined ? 0 : Math.max(0, now - last) / 1000;
      last = now;
      latest.current(seconds);
    });
    return () => cancelAnimationFrame(asked);
  }, [running]);
}
