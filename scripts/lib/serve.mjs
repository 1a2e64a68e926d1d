/** Options for starting the site's process, shared by `npm start`, tests, benchmarks and fault scripts. */
import { join } from 'node:path';
import { projectRoot } from './node.mjs';

/** Arguments for Node. */
export const serverArguments = ['src/app/main.ts'];

/**
 * Heap limits in MB: young generation (Node's default uses 35 MB more for the same work) and total. Near its
 * limit V8 collects more often: without a limit a node uses 60 MB more. NODE_OPTIONS overrides them.
 */
const HEAP = ['--max-semi-space-size=4', '--max-old-space-size=512'];

/** Environment of the server. deploy/Dockerfile repeats it except for the compile cache. */
export const serverEnvironment = {
  NODE_OPTIONS: [...HEAP, process.env.NODE_OPTIONS ?? ''].join(' ').trim(),
  // One malloc arena, trimmed as memory is freed, because glibc uses one per thread by default. With
  // thresholds below a megabyte, a compressor's tables would be allocated from the kernel at each use: 3 KB
  // would take ten times as long.
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  /** Node's compile cache, which saves start time and 25 MB of memory. */
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(projectRoot, '.cache/compiled'),
};
