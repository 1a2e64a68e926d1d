/** Stamps that record the inputs of the last installation and build. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const dependencyFields = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
];

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const installStampFile = (root) => join(root, 'node_modules', '.stillwater-install');
const buildStampFile = (root) => join(root, 'dist', '.stamp');

/** Hashes the inputs of an installation: lock file, package.json's dependencies, platform. */
function installHash(root) {
  const manifest = readJson(join(root, 'package.json')) ?? {};
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(JSON.stringify(dependencyFields.map((field) => manifest[field] ?? null)))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
}

/** Tells whether the recorded installation matches, with development tools if needed. */
export function isInstalled(root, { dev }) {
  const stamp = readJson(installStampFile(root));
  return stamp?.hash === installHash(root) && (stamp.dev === true || !dev);
}

export function writeInstallStamp(root, { dev }) {
  writeFileSync(installStampFile(root), JSON.stringify({ hash: installHash(root), dev }));
}

function sameDependencies(manifest, locked) {
  return ['dependencies', 'devDependencies', 'optionalDependencies'].every((field) => {
    const [asked, have] = [manifest[field] ?? {}, locked[field] ?? {}];
    const names = new Set([...Object.keys(asked), ...Object.keys(have)]);
    return [...names].every((name) => asked[name] === have[name]);
  });
}

/** Tells whether npm may omit an optional package because it, or its only user, is for another platform. */
function mayBeMissing({ optional, os, cpu, libc }) {
  if (!optional) return false;
  const forThisPlatform = os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined;
  return !forThisPlatform;
}

/** Tells whether an installation made by hand matches the lock file. */
export function installedByHand(root, { dev }) {
  const manifest = readJson(join(root, 'package.json'));
  const lock = readJson(join(root, 'package-lock.json'));
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!manifest || !lock || !installed) return false;
  const { '': self, ...locked } = lock.packages;
  if (!sameDependencies(manifest, self)) return false;
  for (const [path, entry] of Object.entries(installed)) {
    const expected = locked[path];
    if (expected?.version !== entry.version || expected.integrity !== entry.integrity) return false;
  }
  return Object.entries(locked).every(([path, entry]) => {
    if (installed[path]) return existsSync(join(root, path));
    if ((entry.dev || entry.devOptional) && !dev) return true;
    return mayBeMissing(entry);
  });
}

const isTest = (name) => /\.test\.(ts|tsx|mjs)$/.test(name);

function* filesUnder(folder, prefix) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'));
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isDirectory()) yield* filesUnder(join(folder, entry.name), `${prefix}${entry.name}/`);
    else if (entry.isFile() && !isTest(entry.name)) yield `${prefix}${entry.name}`;
  }
}

/**
 * Hashes the sources of the pages by content, because a fresh checkout gives every file a new time. Excludes
 * tests.
 */
export function buildHash(root) {
  const top = readdirSync(root).filter((name) =>
    /^(vite\.config\.\w+|tsconfig.*\.json|package(-lock)?\.json|index\.html)$/.test(name),
  );
  const files = top.sort();
  for (const folder of ['src', 'public', 'scripts/build']) {
    if (existsSync(join(root, folder))) files.push(...filesUnder(join(root, folder), `${folder}/`));
  }
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Tells whether the stamp has this hash and the built files still exist. */
export function isBuilt(root, hash) {
  const stamp = readJson(buildStampFile(root));
  return stamp?.hash === hash && ['client', 'server'].every((part) => existsSync(join(root, 'dist', part)));
}

export function clearBuildStamp(root) {
  rmSync(buildStampFile(root), { force: true });
}

export function writeBuildStamp(root, hash) {
  mkdirSync(dirname(buildStampFile(root)), { recursive: true });
  writeFileSync(buildStampFile(root), JSON.stringify({ hash }));
}
