declare module '@mapbox/polyline' {
  const polyline: {
    decode(text: string, precision?: number): [lat: number, lon: number][];
    encode(places: readonly [lat: number, lon: number][], precision?: number): string;
  };
  export default polyline;
}
