// A registry on this machine for the rehearsal of a release: verdaccio, which is installed when it
// is needed first, from the registry that npm is configured with.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npmInstall } from '../pack/install.mjs';
import { root } from '../packages.mjs';

const VERSION = '6.8.0'; // 6.9 and later need Node 22
/** An audit plugin, which is not used here, asks for an old version that not every mirror has. */
const OVERRIDES = { 'node-fetch': '2.7.0' };

/**
 * Starts an empty registry in this process, on a free loopback port; its files are in `storage`.
 * Whoever asks may read and publish. It knows no other registry. Gives its address and its end.
 */
export async function startRegistry(storage) {
  const tool = await installVerdaccio();
  const { runServer } = createRequire(join(tool, 'package.json'))('verdaccio');
  const { address, server } = await listen(runServer, {
    storage,
    // where verdaccio looks for what a configuration names; it must be given
    self_path: storage,
    configPath: join(storage, 'config.yaml'),
    packages: { '**': { access: '$all', publish: '$all' } },
    max_body_size: '200mb',
    web: { enable: false },
    log: { type: 'stdout', format: 'pretty', level: 'error' },
  });
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return { address, close };
}

async function listen(runServer, configuration) {
  const server = await runServer(configuration);
  await new Promise((done, fail) => {
    server.once('error', fail).listen(0, '127.0.0.1', done);
  });
  return { address: `http://127.0.0.1:${server.address().port}/`, server };
}

/** The folder that verdaccio is installed in. Git ignores it, and a later rehearsal uses it. */
async function installVerdaccio() {
  const folder = join(root, 'node_modules', '.cache', `verdaccio-${VERSION}`);
  if (isInstalled(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  const manifest = { private: true, dependencies: { verdaccio: VERSION }, overrides: OVERRIDES };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await npmInstall(['--prefer-offline'], folder);
  return folder;
}

function isInstalled(folder) {
  try {
    // npm writes this list when all is there
    const list = readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8');
    return JSON.parse(list).packages['node_modules/verdaccio'].version === VERSION;
  } catch {
    return false;
  }
}
