/**
 * node scripts/run.mjs [--tools
 * --build] <file.ts> [args…]: runs a program of the project. --tools installs the development tools first,
 * and --build also builds the pages.
 */
import { ensureBuilt, ensureInstalled } from './lib/ensure.mjs';
import { fail, runNode } from './lib/node.mjs';

const args = process.argv.slice(2);
const option = ['--tools', '--build'].includes(args[0]) ? args.shift() : undefined;
if (!args[0]) fail('Usage: node scripts/run.mjs [--tools | --build] <file.ts> [args…]');

// Commands that need the built pages measure or test them, and thus need the development tools.
await ensureInstalled({ tools: option !== undefined });
if (option === '--build') await ensureBuilt();
runNode(args);
