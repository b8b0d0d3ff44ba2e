import { readBuffer, storageBuffer, uploadWords } from '@wayfield/gpu-core';
import { requestDevice } from '@wayfield/gpu-core/node';
const device = await requestDevice();
const encoder = device.createCommandEncoder();
const length = 8;
const keys = uploadWords(device, 'keys', Uint32Array.of(5, 3, 9, 1, 7, 3, 2, 8));
const values = uploadWords(device, 'values', Uint32Array.of(10, 11, 12, 13, 14, 15, 16, 17));
const flags = uploadWords(device, 'flags', Uint32Array.of(1, 0, 0, 1, 1, 0, 0, 0));
const input = keys;
const counts = values;
const tail = uploadWords(device, 'tail', Uint32Array.of(0, 0, 1, 1, 1, 2, 3, 3));
const nodeCount = 4;
const output = storageBuffer(device, 'output', length);
const offsets = storageBuffer(device, 'offsets', length);
const count = storageBuffer(device, 'count', 4);
const read = async (buffer: GPUBuffer, words: number) =>
  (await readBuffer(device, buffer, new Uint32Array(words))).join(' ');
