export { validateRoutes, type ValidateRoutesOptions } from './check/routes.ts';
export { validateTree } from './check/tree.ts';
