/** npm start: installs what is missing, builds what is stale, serves the site. */
import { ensureBuilt, ensureInstalled } from './lib/ensure.mjs';
import { runNode } from './lib/node.mjs';

await ensureInstalled();
await ensureBuilt();
runNode(['src/app/main.ts', ...process.argv.slice(2)]);
