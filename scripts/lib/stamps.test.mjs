import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  buildHash,
  clearBuildStamp,
  installedByHand,
  isBuilt,
  isInstalled,
  writeBuildStamp,
  writeInstallStamp,
} from './stamps.mjs';

let root;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stillwater-stamps-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path, content) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

describe('installation', () => {
  const dependencies = { kept: '1.0.0' };
  const devDependencies = { tool: '1.0.0' };
  const kept = { version: '1.0.0', integrity: 'sha512-kept' };
  const tool = { version: '1.0.0', integrity: 'sha512-tool', dev: true };
  const elsewhere = { version: '1.0.0', integrity: 'sha512-other', optional: true, os: ['plan9'] };
  const servesElsewhere = { version: '1.0.0', optional: true };

  function clone(packages = {}) {
    write('package.json', { dependencies, devDependencies });
    write('package-lock.json', {
      packages: {
        '': { dependencies, devDependencies },
        'node_modules/kept': kept,
        'node_modules/tool': tool,
        'node_modules/elsewhere': elsewhere,
        'node_modules/serves-elsewhere': servesElsewhere,
        ...packages,
      },
    });
  }

  function npmInstalled(packages) {
    write('node_modules/.package-lock.json', { packages });
    for (const path of Object.keys(packages)) mkdirSync(join(root, path), { recursive: true });
  }

  test('nothing is installed in a fresh clone', () => {
    clone();
    expect(isInstalled(root, { dev: false })).toBe(false);
    expect(installedByHand(root, { dev: false })).toBe(false);
  });

  test('a recorded install is up to date, also after a change of scripts', () => {
    clone();
    mkdirSync(join(root, 'node_modules'));
    writeInstallStamp(root, { dev: true });
    expect(isInstalled(root, { dev: true })).toBe(true);
    write('package.json', { dependencies, devDependencies, scripts: { start: 'node x.mjs' } });
    expect(isInstalled(root, { dev: true })).toBe(true);
  });

  test('a changed lock file or dependency makes it stale', () => {
    clone();
    mkdirSync(join(root, 'node_modules'));
    writeInstallStamp(root, { dev: true });
    write('package.json', { dependencies: { kept: '2.0.0' }, devDependencies });
    expect(isInstalled(root, { dev: true })).toBe(false);
    clone({ 'node_modules/added': { version: '1.0.0' } });
    expect(isInstalled(root, { dev: true })).toBe(false);
  });

  test('a production install is enough to serve, but not to develop', () => {
    clone();
    mkdirSync(join(root, 'node_modules'));
    writeInstallStamp(root, { dev: false });
    expect(isInstalled(root, { dev: false })).toBe(true);
    expect(isInstalled(root, { dev: true })).toBe(false);
  });

  test('a damaged stamp counts as missing', () => {
    clone();
    write('node_modules/.stillwater-install', '{"hash":');
    expect(isInstalled(root, { dev: false })).toBe(false);
  });

  test('an install by hand is recognized, without packages for other platforms', () => {
    clone();
    npmInstalled({ 'node_modules/kept': kept, 'node_modules/tool': tool });
    expect(installedByHand(root, { dev: true })).toBe(true);
  });

  test('an install by hand without this platform’s binaries is not accepted', () => {
    clone({ 'node_modules/here': { optional: true, os: [process.platform], cpu: [process.arch] } });
    npmInstalled({ 'node_modules/kept': kept, 'node_modules/tool': tool });
    expect(installedByHand(root, { dev: true })).toBe(false);
  });

  test('an install by hand without development tools is enough to serve only', () => {
    clone();
    npmInstalled({ 'node_modules/kept': kept });
    expect(installedByHand(root, { dev: false })).toBe(true);
    expect(installedByHand(root, { dev: true })).toBe(false);
  });

  test('an install by hand with other versions or a missing folder is not accepted', () => {
    clone();
    npmInstalled({ 'node_modules/kept': { ...kept, version: '0.9.0' }, 'node_modules/tool': tool });
    expect(installedByHand(root, { dev: true })).toBe(false);
    npmInstalled({ 'node_modules/kept': kept, 'node_modules/tool': tool });
    rmSync(join(root, 'node_modules/kept'), { recursive: true });
    expect(installedByHand(root, { dev: true })).toBe(false);
  });
});

describe('build', () => {
  function build() {
    write('vite.config.ts', 'export default {}');
    write('src/app/page.tsx', 'one');
    mkdirSync(join(root, 'dist/client'), { recursive: true });
    mkdirSync(join(root, 'dist/server'), { recursive: true });
    writeBuildStamp(root, buildHash(root));
  }
  const fresh = () => isBuilt(root, buildHash(root));

  test('a build is fresh until one of its inputs changes', () => {
    build();
    expect(fresh()).toBe(true);
    write('src/app/page.tsx', 'two');
    expect(fresh()).toBe(false);
    write('src/app/page.tsx', 'one');
    expect(fresh()).toBe(true);
    write('vite.config.ts', 'export default { base: "/" }');
    expect(fresh()).toBe(false);
    write('vite.config.ts', 'export default {}');
    expect(fresh()).toBe(true);
    write('scripts/build/chunks.ts', 'export const CHUNKS = [];');
    expect(fresh()).toBe(false);
  });

  test('a new, renamed or removed file makes the build stale', () => {
    build();
    write('src/app/other.tsx', '');
    expect(fresh()).toBe(false);
    rmSync(join(root, 'src/app/other.tsx'));
    expect(fresh()).toBe(true);
    rmSync(join(root, 'src/app/page.tsx'));
    write('src/app/renamed.tsx', 'one');
    expect(fresh()).toBe(false);
  });

  test('new file times and changed tests keep the build fresh', () => {
    build();
    utimesSync(join(root, 'src/app/page.tsx'), new Date(), new Date());
    write('src/app/page.test.tsx', 'test');
    write('src/app/.page.tsx.swp', 'an editor at work');
    expect(fresh()).toBe(true);
  });

  test('content that moves from one file to the next makes the build stale', () => {
    build();
    write('src/a.ts', 'xy');
    write('src/b.ts', 'z');
    const before = buildHash(root);
    write('src/a.ts', 'x');
    write('src/b.ts', 'yz');
    expect(buildHash(root)).not.toBe(before);
  });

  test('a build with a cleared stamp or a missing half is stale', () => {
    build();
    rmSync(join(root, 'dist/server'), { recursive: true });
    expect(fresh()).toBe(false);
    build();
    clearBuildStamp(root);
    expect(fresh()).toBe(false);
  });
});
