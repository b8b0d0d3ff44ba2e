// First step of every package's build: what an earlier build left of files that were renamed or
// removed since must not be packed, nor kept by turbo's cache.
import { rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
