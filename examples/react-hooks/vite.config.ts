// pages with these headers have shared memory, which the pool of workers needs
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
export default { server: { headers } };
