export { reallocate } from '@wayfield/wasm/assembly/env';
