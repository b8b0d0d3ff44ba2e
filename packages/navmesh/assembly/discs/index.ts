export { funnelBind } from './funnel';
export { funnelPointCount, funnelPoints, funnelToPoint, pointsBind } from './arc-funnel';
