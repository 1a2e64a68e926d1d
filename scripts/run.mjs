/** node scripts/run.mjs [--build] <file.ts> [args…]: runs a program of the project, with the pages built if asked. */
import { ensureBuilt, ensureInstalled } from './lib/ensure.mjs';
import { fail, runNode } from './lib/node.mjs';

const args = process.argv.slice(2);
const needsBuild = args[0] === '--build';
if (needsBuild) args.shift();
if (!args[0]) fail('Usage: node scripts/run.mjs [--build] <file.ts> [args…]');

// What needs the built pages measures or tests them, with the tools for development.
await ensureInstalled(needsBuild ? { dev: true } : {});
if (needsBuild) await ensureBuilt();
runNode(args);
