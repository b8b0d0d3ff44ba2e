// Sub-path ./replay: commands per tick and a hash of the world per tick, in a file.
export { openReplay, type Replay } from './replay/open-replay.ts';
export { playReplay, type PlayOptions, type PlayReport } from './replay/play-replay.ts';
export { recordCrowd, type RecordedWorld, type Recording } from './replay/record-crowd.ts';
