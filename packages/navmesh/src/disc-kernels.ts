/** The exports of assembly/discs/index.ts. Addresses are bytes. */
export interface DiscKernels {
  funnelBind(funnel: number, bytes: number, roots: number, rootRoom: number): void;
  pointsBind(points: number, room: number): void;
  funnelToPoint(
    portals: number,
    count: number,
    sx: number,
    sy: number,
    tx: number,
    ty: number,
    radius: number,
  ): number;
  funnelPoints(): number;
  funnelPointCount(): number;
}
