/**
 * npm run dev: the site with hot reload. Vite swaps the pages; Node restarts for files that the server
 * imports.
 */
import { ensureInstalled } from './lib/ensure.mjs';
import { runNode } from './lib/node.mjs';

await ensureInstalled({ tools: true });
runNode(['--watch', '--watch-preserve-output', 'src/app/main.ts', ...process.argv.slice(2)], {
  env: { STILLWATER_DEV: '1' },
});
