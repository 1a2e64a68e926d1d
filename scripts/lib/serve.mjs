/** How the site's own process is started, wherever it is: by `npm start`, in the tests, the benchmarks and the faults. */
import { join } from 'node:path';
import { projectRoot } from './node.mjs';

/** Arguments for Node. */
export const serverArguments = ['src/app/main.ts'];

/**
 * How much the heap may hold (MB): the space for what is young, where Node's own value takes 35 MB more for the same work,
 * and all of it. The nearer a heap is to its limit, the less V8 lets it grow between two collections: with no limit a node
 * takes 60 MB more; over 100,000 droplets it holds 230 MB in all. Whoever says more in NODE_OPTIONS is heard.
 */
const HEAP = ['--max-semi-space-size=4', '--max-old-space-size=512'];

/** deploy/Dockerfile repeats all but the cache. */
export const serverEnvironment = {
  NODE_OPTIONS: [...HEAP, process.env.NODE_OPTIONS ?? ''].join(' ').trim(),
  // One place for what lies outside the heap, given back as it is freed: glibc keeps one for each thread otherwise, and
  // whatever passed through it.
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '65536',
  /** What Node has made of the sources is read from here again: a start is quicker, and 25 MB smaller. */
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(projectRoot, '.cache/compiled'),
};
