/** npm start: installs what is missing, builds what is stale, serves the site. */
import { ensureBuilt, ensureInstalled } from './lib/ensure.mjs';
import { runNode } from './lib/node.mjs';

await ensureInstalled();
await ensureBuilt();
/**
 * The space (MB) for what is young. Node's usual 16 take 35 MB more of memory for nothing: what a request leaves behind
 * is little, and a small space stays in the processor's own memory.
 */
runNode(['--max-semi-space-size=4', 'src/app/main.ts', ...process.argv.slice(2)]);
