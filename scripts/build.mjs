/**
 * npm run build: installs and builds what is missing or stale, without starting; the folder may be read-only
 * after.
 */
import { ensureBuilt, ensureInstalled } from './lib/ensure.mjs';

await ensureInstalled();
await ensureBuilt();
console.log('Everything is installed and built.');
