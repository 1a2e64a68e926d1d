import { spawnSync } from 'node:child_process';
import { chownSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { ask } from '#test/database/ask.ts';
import { type RunningPostgres, startPostgres } from '#test/database/postgres.ts';
import { postgresUser } from '#test/database/postgres-binaries.ts';

/* Runs the commands of the guide and of the compose file against a real PostgreSQL. */

const HERE = import.meta.dirname;
const GUIDE = readFileSync(join(HERE, '../docs/operations.md'), 'utf8');
const PASSWORD = 'letters0and1digits2';

let postgres: RunningPostgres;
let folder: string;
beforeAll(async () => {
  postgres = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), 'stillwater-database-'));
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

/** Runs shell commands as the database's superuser. Skips the test where psql or openssl is missing. */
function run(context: TestContext, commands: string, env = {}): string {
  for (const program of ['psql', 'createdb', 'openssl'])
    if (spawnSync(program, ['--version']).error) context.skip(`${program} is not installed here`);
  const { hostname, port } = new URL(postgres.url);
  // Stubs replace the change of the user and the service manager. The other commands are the guide's.
  const shell = 'set -eu; runuser() { shift 3; "$@"; }; systemctl() { :; }; chown() { :; };';
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `${shell}\n${commands}`], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PGHOST: hostname, PGPORT: port, PGUSER: 'postgres', HOME: folder, ...env },
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** Finds the guide's code block that contains a text. */
function blockWith(text: string): string {
  const block = [...GUIDE.matchAll(/```sh\n(.*?)```/gs)].find(([, commands = '']) => commands.includes(text));
  if (!block?.[1]) throw new Error(`The guide has no commands with ${text}.`);
  return block[1];
}

/** Returns the URL of a database on the test's server. */
function urlOf(user: string, password: string, database: string, query = ''): string {
  const url = new URL(postgres.url);
  return `postgres://${user}:${password}@${url.host}/${database}${query}`;
}

const RIGHTS = `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolcanlogin,
  rolpassword like 'SCRAM-SHA-256$%' as scram from pg_authid where rolname = 'stillwater'`;
const PLAIN = {
  rolsuper: false,
  rolcreaterole: false,
  rolcreatedb: false,
  rolreplication: false,
  rolbypassrls: false,
  rolcanlogin: true,
  scram: true,
};

/** Removes database and role of an earlier test, because tests share the server. */
const removeRole = async () => {
  await ask(postgres.url, 'drop database if exists stillwater');
  await ask(postgres.url, 'drop role if exists stillwater');
};

/** Expects that the program can migrate and read the database. */
async function expectProgramWorks(url: string): Promise<void> {
  const database = await openDatabase(url);
  await migrate(database.db);
  expect(await database.db.selectFrom('oceans').selectAll().execute()).toEqual([]);
  await database.close();
}

test('the compose file’s script creates a role that owns its database and nothing else', async (context) => {
  await removeRole();
  await ask(postgres.url, "alter role postgres password 'until-the-script'");
  run(context, `sh ${join(HERE, 'create-role.sh')}`, { STILLWATER_PASSWORD: PASSWORD });
  expect(await ask(postgres.url, RIGHTS)).toEqual([PLAIN]);
  const superuser = "select rolpassword from pg_authid where rolname = 'postgres'";
  expect(await ask(postgres.url, superuser)).toEqual([{ rolpassword: null }]);
  await expectProgramWorks(urlOf('stillwater', PASSWORD, 'stillwater'));
});

test('a password with quotes is stored unchanged', async (context) => {
  await removeRole();
  const password = `a'b"c; drop role postgres`;
  run(context, `sh ${join(HERE, 'create-role.sh')}`, { STILLWATER_PASSWORD: password });
  expect(await ask(postgres.url, RIGHTS)).toEqual([PLAIN]);
});

test('the guide’s commands create a role, a database and a verifiable certificate', async (context) => {
  await removeRole();
  const made = run(context, `${blockWith('create role stillwater')}\necho "password:$password"`);
  const password = /password:(\w{48})/.exec(made)?.[1] ?? '';
  expect(await ask(postgres.url, RIGHTS)).toEqual([PLAIN]);

  const [{ data_directory: data = '' } = {}] = (await ask(postgres.url, 'show data_directory')) as {
    data_directory?: string;
  }[];
  const commands = blockWith('openssl req')
    .replace('/etc/postgresql/*/main', data)
    .replaceAll(/10\.0\.0\.[12]/g, '127.0.0.1');
  expect(commands).not.toContain('/etc/');
  // From now on, the role needs a password and TLS.
  const rules = 'local all postgres trust\nhost all postgres 127.0.0.1/32 trust';
  run(context, `printf '${rules}\\n' > ${data}/pg_hba.conf\n${commands}`);
  const { uid, gid } = postgresUser;
  if (uid !== undefined && gid !== undefined)
    for (const file of ['server.key', 'server.crt', 'pg_hba.conf']) chownSync(join(data, file), uid, gid);
  await postgres.pause();
  await postgres.resume();

  const certificate = join(folder, 'stillwater-database.crt');
  copyFileSync(join(data, 'server.crt'), certificate);
  const verified = `?sslmode=verify-full&sslrootcert=${certificate}`;
  await expectProgramWorks(urlOf('stillwater', password, 'stillwater', verified));
  const open = urlOf('stillwater', password, 'stillwater', '?sslmode=disable');
  await expect(ask(open, 'select 1')).rejects.toThrow(/no pg_hba.conf entry|no encryption/);
  const wrong = urlOf('stillwater', 'wrong', 'stillwater', verified);
  await expect(ask(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);

  // The client must refuse another server's certificate.
  const foreign = join(folder, 'foreign.crt');
  run(
    context,
    `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=x \
      -out ${foreign} -keyout ${folder}/foreign.key 2>/dev/null`,
  );
  const other = urlOf('stillwater', password, 'stillwater', `?sslmode=verify-full&sslrootcert=${foreign}`);
  await expect(ask(other, 'select 1')).rejects.toThrow(/certificate/);
});
