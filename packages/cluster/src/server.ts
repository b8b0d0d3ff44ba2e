export {
  type ClusterServer,
  type ServerOptions,
  startServer,
  whyNoServer,
} from './server/server.ts';
