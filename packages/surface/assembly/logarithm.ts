// exp and log for `slideAround` of arc.ts, after fdlibm (Sun Microsystems 1993), within one unit in
// the last place. The standard library's functions keep tables in static memory, and these kernels
// have no static memory.

const LN2_HIGH: f64 = 6.9314718036912381649e-1;
const LN2_LOW: f64 = 1.90821492927058770002e-10;
const INVERSE_LN2: f64 = 1.442695040888963387;

/** 2^k for k from -1022 to 1023. */
function power(k: i32): f64 {
  return reinterpret<f64>((<u64>(k + 1023)) << 52);
}

/** e^x for x <= 0; 0 below -708. */
export function exp(x: f64): f64 {
  if (x < -708) return 0;
  const k = <i32>nearest(x * INVERSE_LN2);
  const high = x - <f64>k * LN2_HIGH;
  const low = <f64>k * LN2_LOW;
  const r = high - low;
  const square = r * r;
  const c =
    r -
    square *
      (1.66666666666666019037e-1 +
        square *
          (-2.77777777770155933842e-3 +
            square *
              (6.61375632143793436117e-5 +
                square * (-1.6533902205465251539e-6 + square * 4.13813679705723846039e-8))));
  return (1 + ((r * c) / (2 - c) - low + high)) * power(k);
}

/** The natural logarithm of x, a number that is not below 2^-1022. */
export function log(x: f64): f64 {
  const bits = reinterpret<u64>(x);
  let k = <i32>(bits >> 52) - 1023;
  let m = reinterpret<f64>((bits & 0xfffffffffffff) | 0x3ff0000000000000);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    k++;
  }
  const f = m - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even =
    w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const odd =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  const half = 0.5 * f * f;
  return <f64>k * LN2_HIGH - (half - (s * (half + even + odd) + <f64>k * LN2_LOW) - f);
}
