/** npm start: installs what is missing, builds what is stale, serves the site. */
import { ensureBuilt, ensureInstalled } from './lib/ensure.mjs';
import { runNode } from './lib/node.mjs';
import { serverArguments, serverEnvironment } from './lib/serve.mjs';

await ensureInstalled();
await ensureBuilt();
runNode([...serverArguments, ...process.argv.slice(2)], { env: serverEnvironment });
