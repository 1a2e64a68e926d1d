/** How the site's own process is started, wherever it is: by `npm start`, in the tests, the benchmarks and the faults. */
import { join } from 'node:path';
import { projectRoot } from './node.mjs';

/**
 * The space for what is young (MB), and by how many percent the rest may grow before it is looked through. What a request
 * leaves behind is little: with Node's own values, made for machines with gigabytes to spare, the same work takes 50 MB
 * more. deploy/Dockerfile repeats them.
 */
export const serverFlags = ['--max-semi-space-size=2', '--heap-growing-percent=20'];

/** Arguments for Node. */
export const serverArguments = [...serverFlags, 'src/app/main.ts'];

/** What Node has made of the sources is read from here again: a start is quicker, and 25 MB smaller. */
export const serverEnvironment = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(projectRoot, '.cache/compiled'),
};
