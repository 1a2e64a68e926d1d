/** How the site's own process is started, wherever it is: by `npm start`, in the tests, the benchmarks and the faults. */
import { join } from 'node:path';
import { projectRoot } from './node.mjs';

/**
 * The space for what is young (MB). With Node's own value the same work takes 35 MB more; a smaller one, or a heap that
 * may grow less between two collections, doubles what rendering a page costs. deploy/Dockerfile repeats it.
 */
export const serverFlags = ['--max-semi-space-size=4'];

/** Arguments for Node. */
export const serverArguments = [...serverFlags, 'src/app/main.ts'];

/** What Node has made of the sources is read from here again: a start is quicker, and 25 MB smaller. */
export const serverEnvironment = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(projectRoot, '.cache/compiled'),
};
