import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { freePort } from '../free-port.ts';
import { endProcess } from '../site-process.ts';

/* OpenStack Swift with its S3 interface, a real object store from Debian's packages. */

export const SWIFT_PACKAGES = [
  'swift-proxy',
  'swift-account',
  'swift-container',
  'swift-object',
  'memcached',
];

const BIN = '/usr/bin';
const PROGRAMS = [
  ...['swift-ring-builder', 'swift-proxy-server', 'swift-account-server', 'swift-container-server'],
  ...['swift-object-server', 'memcached'],
];
const START_WITHIN = 120_000;

/**
 * Tells whether Swift is installed. Swift reads the secret of its rings from a fixed file of Debian's
 * package.
 */
export const findSwift = (): boolean =>
  existsSync('/etc/swift/swift.conf') && PROGRAMS.every((name) => existsSync(join(BIN, name)));

interface SwiftServer {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

const KEYS = { region: 'eu-test-1', accessKeyId: 'test:tester', secretAccessKey: 'testing' };
const BUCKET = 'stillwater-test';
/** Origin whose pages may send files to the store. */
export const SWIFT_ORIGIN = 'https://stillwater.example';
const KINDS = ['account', 'container', 'object'] as const;

/** Starts a store of one disk with one bucket. */
export async function startSwift(): Promise<SwiftServer> {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-swift-'));
  await mkdir(join(folder, 'disks', 'one'), { recursive: true });
  const common = `workers = 0\nuser = ${userInfo().username}\nswift_dir = ${folder}\nlog_address = /dev/null`;
  const server = (port: number) => `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\n${common}\n`;
  for (const kind of KINDS) {
    const port = await freePort();
    const ring = (...args: string[]) =>
      execFileSync(join(BIN, 'swift-ring-builder'), [`${kind}.builder`, ...args], { cwd: folder });
    ring('create', '4', '1', '1');
    ring('add', `r1z1-127.0.0.1:${port}/one`, '1');
    ring('rebalance');
    const disks = `devices = ${join(folder, 'disks')}\nmount_check = false\n`;
    const app = `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`;
    await writeFile(join(folder, `${kind}.conf`), server(port) + disks + app);
  }
  const [port, memory] = [await freePort(), await freePort()];
  await writeFile(join(folder, 'proxy.conf'), server(port) + proxyOf(memory));
  const memcached = ['-u', userInfo().username, '-l', '127.0.0.1', '-p', String(memory), '-m', '16'];
  const run = (program: string, args: string[]) => spawn(join(BIN, program), args, { stdio: 'ignore' });
  const children = [
    run('memcached', memcached),
    ...[...KINDS, 'proxy'].map((kind) => run(`swift-${kind}-server`, [join(folder, `${kind}.conf`)])),
  ];
  const stop = async () => {
    await Promise.all(children.map(endProcess));
    await rm(folder, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${port}`;
  await makeBucket(`${endpoint}/${BUCKET}`).catch(async (error) => {
    await stop();
    throw error;
  });
  return { endpoint, bucket: BUCKET, ...KEYS, stop };
}

const proxyOf = (memory: number) => `
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memory}
[filter:s3api]
use = egg:swift#s3api
cors_preflight_allow_origin = ${SWIFT_ORIGIN}
location = ${KEYS.region}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${KEYS.secretAccessKey} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`;

/** Creates the bucket. Swift's services take some seconds to start, in any order. */
async function makeBucket(address: string): Promise<void> {
  const client = new AwsClient({ ...KEYS, service: 's3', retries: 0 });
  let last: unknown;
  for (const until = performance.now() + START_WITHIN; performance.now() < until; await sleep(250)) {
    const answer = await client.fetch(address, { method: 'PUT' }).catch((error) => {
      last = error;
    });
    if (answer?.ok) return;
    if (answer) last = `${answer.status} ${await answer.text()}`;
  }
  throw new Error(`Swift did not start: ${last}`);
}
