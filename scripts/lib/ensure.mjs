/** Prepares a fresh clone. Needs only Node and npm, because it runs before the installation. */
import { accessSync, constants, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withLock } from './lock.mjs';
import { childEnvironment, commandFile, fail, nodeBinary, projectRoot, requireUsableNode } from './node.mjs';
import {
  buildHash,
  clearBuildStamp,
  installedByHand,
  isBuilt,
  isInstalled,
  writeBuildStamp,
  writeInstallStamp,
} from './stamps.mjs';
import { gist, runStep } from './step.mjs';

const lockFile = (root, name) => join(root, '.cache', `${name}.lock`);

/** Returns npm's command line. Prefers the npm that started this program, with the Node that runs it. */
function npmCommand() {
  const beside = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js');
  const given = process.env.npm_execpath;
  if (given && basename(given) === 'npm-cli.js') {
    return { command: process.env.npm_node_execpath ?? process.execPath, args: [given], shell: false };
  }
  if (existsSync(beside)) return { command: process.execPath, args: [beside], shell: false };
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

/** Fails with advice if the folder is not writable, because of another owner or a read-only mount. */
function requireWritable(root, what) {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    fail(`${what}, and ${root} cannot be written. Run "npm run build" there as its owner, then start again.`);
  }
}

async function install(root, tools) {
  const onTerminal = Boolean(process.stderr.isTTY);
  const first = !existsSync(join(root, 'node_modules'));
  console.log(first ? 'Installing dependencies (first start, about a minute)…' : 'Updating dependencies…');
  const npm = npmCommand();
  // Windows cannot delete the running Node, and `npm ci` deletes all packages first.
  const replacesItself =
    process.platform === 'win32' && process.execPath.startsWith(join(root, 'node_modules'));
  const { code, output, seconds } = await runStep(
    npm.command,
    [
      ...npm.args,
      ...(replacesItself ? ['install', '--no-save'] : ['ci']),
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      // No package needs its install scripts here.
      '--ignore-scripts',
      tools ? '--include=dev' : '--omit=dev',
      // npm's warnings, for example about its own older Node, would confuse users.
      '--loglevel=error',
    ],
    { cwd: root, env: process.env, inherit: onTerminal, shell: npm.shell },
  );
  if (code !== 0) {
    if (output) console.error(gist(output));
    fail('The dependencies could not be installed, for the reason above.');
  }
  writeInstallStamp(root, { dev: tools });
  console.log(`Dependencies installed in ${seconds} s.`);
}

/**
 * Installs the locked dependencies if they are missing or out of date. `tools`: development dependencies are
 * needed, too. Without `tools` a production installation is enough, because a command on a server must not
 * replace the packages of running nodes.
 */
export async function ensureInstalled({ root = projectRoot, tools = false } = {}) {
  requireUsableNode(root);
  if (isInstalled(root, { dev: tools })) return;
  if (installedByHand(root, { dev: tools })) {
    try {
      writeInstallStamp(root, { dev: tools });
    } catch {
      // The folder is not writable, as in an image built by another user. The installation is still valid.
    }
    return;
  }
  requireWritable(root, 'The dependencies are not installed, or are out of date');
  await withLock(
    lockFile(root, 'install'),
    async () => {
      if (!isInstalled(root, { dev: tools }))
        await install(root, tools || process.env.NODE_ENV !== 'production');
    },
    () => console.log('Waiting for another start that is installing the dependencies…'),
  );
}

async function build(root, hash) {
  console.log('Building the pages…');
  clearBuildStamp(root);
  const { code, output, seconds } = await runStep(
    nodeBinary(root),
    [commandFile('vite', 'vite', root), 'build', '--app'],
    // The pages need React's production build, regardless of the outer NODE_ENV.
    { cwd: root, env: childEnvironment({ NODE_ENV: 'production' }, root) },
  );
  if (code !== 0) {
    console.error(gist(output));
    fail('The pages could not be built.');
  }
  writeBuildStamp(root, hash);
  console.log(`Pages built in ${seconds} s.`);
}

/** Builds the pages if they are missing or older than their sources. */
export async function ensureBuilt({ root = projectRoot } = {}) {
  if (isBuilt(root, buildHash(root))) return;
  requireWritable(root, 'The pages are not built, or are out of date');
  await withLock(
    lockFile(root, 'build'),
    async () => {
      // Hashed before the build, so that edits during the build cause another one.
      const hash = buildHash(root);
      if (!isBuilt(root, hash)) await build(root, hash);
    },
    () => console.log('Waiting for another start that is building the pages…'),
  );
}
