/**
 * npm run build: installs and builds everything that is missing or stale, without starting. Afterwards the
 * folder may be read-only.
 */
import { ensureBuilt, ensureInstalled } from './lib/ensure.mjs';

await ensureInstalled();
await ensureBuilt();
console.log('Everything is installed and built.');
