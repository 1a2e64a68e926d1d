/**
 * node scripts/run.mjs [--tools | --build] <file.ts> [args…]: runs a program of the project, with the tools
 * for development if asked, and with the pages built as well.
 */
import { ensureBuilt, ensureInstalled } from './lib/ensure.mjs';
import { fail, runNode } from './lib/node.mjs';

const args = process.argv.slice(2);
const option = ['--tools', '--build'].includes(args[0]) ? args.shift() : undefined;
if (!args[0]) fail('Usage: node scripts/run.mjs [--tools | --build] <file.ts> [args…]');

// Commands that need the built pages measure or test them, with the tools for development.
await ensureInstalled({ tools: option !== undefined });
if (option === '--build') await ensureBuilt();
runNode(args);
