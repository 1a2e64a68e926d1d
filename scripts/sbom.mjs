/**
 * npm run -s sbom: prints the software bill of materials of production, as CycloneDX. It reads only the lock
 * file, so nothing needs to be installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, projectRoot } from './lib/node.mjs';

const read = (name) => JSON.parse(readFileSync(join(projectRoot, name), 'utf8'));
const withoutTools = ({ devDependencies: _, ...rest }) => rest;

const manifest = withoutTools(read('package.json'));
const lock = read('package-lock.json');
// `npm sbom --omit dev` also omits production packages that a tool needs too, such as zod. Therefore npm
// reads a lock file without the tools.
lock.packages = Object.fromEntries(
  Object.entries(lock.packages)
    .filter(([, { dev }]) => !dev)
    .map(([path, entry]) => [path, path === '' ? withoutTools(entry) : entry]),
);

const folder = mkdtempSync(join(tmpdir(), 'stillwater-sbom-'));
// npm names the component after the folder.
const project = join(folder, manifest.name);
try {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock));
  const onWindows = process.platform === 'win32';
  const { status, stdout, stderr } = spawnSync(
    onWindows ? 'npm.cmd' : 'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    { cwd: project, encoding: 'utf8', shell: onWindows, maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) fail(`npm could not list the components:\n${stderr}`);
  process.stdout.write(stdout);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
