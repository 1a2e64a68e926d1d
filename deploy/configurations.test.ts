import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { readConfig } from '#app/config.ts';

/* Parses the files of this folder with the programs that read them, where those are installed. */

const HERE = import.meta.dirname;
const read = (name: string) => readFileSync(join(HERE, name), 'utf8');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillwater-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program. Without the program the test is skipped, with the reason. */
function run(
  context: TestContext,
  program: string,
  args: string[],
  env = {},
): { code: number; said: string } {
  const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH, HOME: folder, ...env },
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    context.skip(`${program} is not installed here`);
  return { code: status ?? -1, said: `${stdout}${stderr}` };
}

/** Parses `NAME=value` or `NAME="value"` lines, including commented ones. */
function variablesOf(text: string): Map<string, string> {
  const lines = text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)="?(.*?)"?$/gm);
  return new Map([...lines].map(([, name = '', value = '']) => [name, value]));
}

/** Every variable that the program reads, except those for development. */
const known = [
  ...readFileSync(join(HERE, '../src/app/config.ts'), 'utf8').matchAll(/^ {4}([A-Z][A-Z0-9_]+): /gm),
]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'STILLWATER_DEV');

test('.env.example names existing variables only, and is accepted when filled in', () => {
  const example = variablesOf(read('.env.example'));
  const ofCompose = ['SITE_ADDRESS', 'POSTGRES_PASSWORD'];
  expect([...example.keys()].filter((name) => !known.includes(name) && !ofCompose.includes(name))).toEqual(
    [],
  );
  expect(readConfig({ NODE_ENV: 'production', ...Object.fromEntries(example) })).toMatchObject({
    publicUrl: 'https://learn.example.org',
    mail: { from: 'Stillwater <hello@learn.example.org>' },
    shutdownDelay: 3000,
  });
});

test('the README names every variable', () => {
  const readme = readFileSync(join(HERE, '../README.md'), 'utf8');
  expect(known.length).toBeGreaterThan(20);
  expect(known.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test('every variable of the compose file is in .env.example', () => {
  const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  const example = variablesOf(read('.env.example'));
  expect(asked.filter((name) => !example.has(name))).toEqual([]);
});

test('the compose file’s nodes connect as the owner of their database, not as a superuser', () => {
  const compose = read('compose.yaml');
  const role = /DATABASE_URL: postgres:\/\/(\w+):/.exec(compose)?.[1];
  expect(compose).not.toContain('POSTGRES_USER');
  expect(compose).toContain('./create-role.sh:/docker-entrypoint-initdb.d/');
  expect(read('create-role.sh')).toContain(`create role ${role} login password :'password';`);
  expect(read('create-role.sh')).not.toMatch(/superuser;|createrole|createdb/);
});

test('the guide verifies the certificate of a database that is elsewhere', () => {
  const guide = readFileSync(join(HERE, '../docs/operations.md'), 'utf8');
  expect(guide).toContain('sslmode=verify-full');
  expect(guide).not.toMatch(/sslmode=no-verify`/);
});

test('the compose file is valid', (context) => {
  for (const name of ['compose.yaml', 'Dockerfile']) copyFileSync(join(HERE, name), join(folder, name));
  writeFileSync(join(folder, '.env'), read('.env.example').replace('POSTGRES_PASSWORD=', '$&secret'));
  // Docker's compose plugin, or else the older docker-compose program.
  const plugin = run(context, 'docker', ['compose', 'config', '--quiet']);
  const { code, said } =
    plugin.code === 0
      ? plugin
      : run(context, 'docker-compose', ['--file', 'compose.yaml', 'config', '--quiet']);
  expect(said).toBe('');
  expect(code).toBe(0);
});

test('the Caddyfile is valid and formatted', (context) => {
  const file = join(HERE, 'Caddyfile');
  const { code, said } = run(context, 'caddy', ['validate', '--adapter', 'caddyfile', '--config', file]);
  expect(code, said).toBe(0);
  copyFileSync(file, join(folder, 'Caddyfile'));
  run(context, 'caddy', ['fmt', '--overwrite', 'Caddyfile']);
  expect(read('Caddyfile')).toBe(readFileSync(join(folder, 'Caddyfile'), 'utf8'));
});

test('the nginx configurations of the proxy and of the shared cache are valid together', (context) => {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const made = run(context, 'openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=learn.example.org', '-out', certificate, '-keyout', key],
  ]);
  expect(made.code, made.said).toBe(0);
  const server = (read('nginx.conf') + read('nginx-cache.conf'))
    .replace('/etc/ssl/stillwater/fullchain.pem', certificate)
    .replace('/etc/ssl/stillwater/privkey.pem', key)
    .replaceAll('/etc/nginx/stillwater-nodes.conf', join(HERE, 'nginx-nodes.conf'))
    // nginx creates only the last folder of a path. Debian has no /var/cache/nginx.
    .replace('/var/cache/', `${folder}/`)
    // The syntax check opens the ports, and these need root rights.
    .replace(
      /listen ([\w[\]:.]+)/g,
      (_, address) => `listen unix:${join(folder, address.replace(/\W/g, '-'))}`,
    );
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${join(folder, 'nginx.pid')}; error_log stderr; events {} http { access_log off; ` +
      `${folders.join(' ')}\n${server}\n}`,
  );
  const { code, said } = run(context, 'nginx', ['-t', '-c', join(folder, 'nginx.conf'), '-e', 'stderr']);
  expect(code, said).toBe(0);
});

test('systemd accepts the unit and rates it as hardened', (context) => {
  const file = join(HERE, 'stillwater@.service');
  const { code, said } = run(context, 'systemd-analyze', ['verify', file]);
  expect(said).toBe('');
  expect(code).toBe(0);
  // Score out of 10.0, in tenths. systemd rates up to 2.0 as "OK".
  const exposure = run(context, 'systemd-analyze', ['security', '--offline=yes', '--threshold=20', file]);
  expect(exposure.code, exposure.said).toBe(0);
});
