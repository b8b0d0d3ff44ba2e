import { callback, flag } from '@wayfield/check';
import { useEffect, useRef } from 'react';

/**
 * Calls `draw` before each frame of the page with the seconds since the last call, 0 at first,
 * while `running` and mounted. The latest `draw` is called: it need not be memoized. Does not
 * render the component.
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
