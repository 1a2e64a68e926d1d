/** Start of the site's process: by `npm start`, tests, benchmarks and faults. */
import { join } from 'node:path';
import { projectRoot } from './node.mjs';

/** Arguments for Node. */
export const serverArguments = ['src/app/main.ts'];

/**
 * Heap limits in MB: young generation (Node's default takes 35 MB more for the same work) and total. Near its
 * limit V8 lets a heap grow less between collections: without a limit a node takes 60 MB more. NODE_OPTIONS
 * overrides.
 */
const HEAP = ['--max-semi-space-size=4', '--max-old-space-size=512'];

/** deploy/Dockerfile repeats these except the compile cache. */
export const serverEnvironment = {
  NODE_OPTIONS: [...HEAP, process.env.NODE_OPTIONS ?? ''].join(' ').trim(),
  // One malloc arena, trimmed as memory is freed: glibc keeps one per thread otherwise. With thresholds
  // below a megabyte a compressor's tables come from the kernel at each use: 3 KB take ten times as long.
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  /** Node's compile cache: faster starts and 25 MB less memory. */
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(projectRoot, '.cache/compiled'),
};
