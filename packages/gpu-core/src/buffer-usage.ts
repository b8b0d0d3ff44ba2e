// GPUBufferUsage and GPUMapMode by value: in Node these globals exist only after the caller put
// them there, and a library should not need globals. The values are fixed by the WebGPU
// specification.

/** GPUBufferUsage.MAP_READ */
export const MAP_READ = 0x0001;
/** GPUBufferUsage.COPY_SRC */
export const COPY_SRC = 0x0004;
/** GPUBufferUsage.COPY_DST */
export const COPY_DST = 0x0008;
/** GPUBufferUsage.UNIFORM */
export const UNIFORM = 0x0040;
/** GPUBufferUsage.STORAGE */
export const STORAGE = 0x0080;
/** GPUBufferUsage.QUERY_RESOLVE */
export const QUERY_RESOLVE = 0x0200;
/** GPUMapMode.READ */
export const MAP_MODE_READ = 0x0001;
