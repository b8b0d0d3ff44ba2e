import '@wayfield/cpu-wasm/pool-worker';
