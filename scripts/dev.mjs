/**
 * npm run dev: starts the site with hot reload. Vite replaces changed pages, and Node restarts when a file of
 * the server changes.
 */
import { ensureInstalled } from './lib/ensure.mjs';
import { runNode } from './lib/node.mjs';

await ensureInstalled({ tools: true });
runNode(['--watch', '--watch-preserve-output', 'src/app/main.ts', ...process.argv.slice(2)], {
  env: { STILLWATER_DEV: '1' },
});
