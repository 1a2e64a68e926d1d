import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { SENDER_HOST, SENDER_IP } from './sending-domain.ts';

/* Runs two common spam filters from Debian's packages, with no setting but the name server. */

interface Judgement {
  score: number;
  /** Names of the matching rules, with their scores. */
  rules: string[];
}

export interface Envelope {
  from: string;
  to: string;
}

/**
 * Checks a message with SpamAssassin, which reads the sender's address from the site server's `Received`
 * line.
 */
export async function judgeBySpamAssassin(
  message: string,
  { from }: Envelope,
  dnsPort: number,
): Promise<Judgement> {
  const now = new Date().toUTCString().replace('GMT', '+0000');
  const received =
    `Return-Path: <${from}>\r\nReceived: from ${SENDER_HOST} (${SENDER_HOST} [${SENDER_IP}])\r\n` +
    `\tby mx.reader.example (Postfix) with ESMTPS id 4Nq2; ${now}\r\n`;
  const report = await run(
    'spamassassin',
    ['--test-mode', '--cf', `dns_server 127.0.0.1:${dnsPort}`],
    received + message,
  );
  const status = /^X-Spam-Status: ([\s\S]*?)\n(?=\S)/m.exec(report)?.[1] ?? '';
  const score = Number(/score=(-?[\d.]+)/.exec(status)?.[1] ?? Number.NaN);
  const rules = /tests=([\s\S]*?)\s+\w+=/.exec(status)?.[1]?.replace(/\s/g, '').split(',') ?? [];
  return { score, rules };
}

/** Checks a message with Rspamd, in its own process with a new data folder. */
export async function judgeByRspamd(
  message: string,
  { from, to }: Envelope,
  dnsPort: number,
): Promise<Judgement> {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-rspamd-'));
  let server: ChildProcess | undefined;
  try {
    const port = await freePort();
    const local = join(folder, 'local.d');
    await mkdir(local);
    const files = {
      'options.inc': `dns { nameserver = ["127.0.0.1:${dnsPort}:1"]; timeout = 1s; }`,
      'worker-normal.inc': `bind_socket = "127.0.0.1:${port}"; count = 1;`,
      'worker-controller.inc': 'enabled = false;',
      'worker-proxy.inc': 'enabled = false;',
      'logging.inc': `type = "file"; filename = "${join(folder, 'rspamd.log')}";`,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(local, name), text);
    const variables = { LOCAL_CONFDIR: folder, DBDIR: folder, RUNDIR: folder, LOGDIR: folder };
    server = spawn(
      'rspamd',
      ['-f', '-i', ...Object.entries(variables).map(([name, value]) => `--var=${name}=${value}`)],
      { stdio: 'ignore' },
    );
    server.on('error', () => {});
    const answer = await askRspamd(port, message, { from, to });
    const symbols = Object.values(answer.symbols).filter(({ score }) => score !== 0);
    return { score: answer.score, rules: symbols.map(({ name, score }) => `${name} ${score}`) };
  } finally {
    if (server?.exitCode === null && server.kill()) await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

interface RspamdAnswer {
  score: number;
  symbols: Record<string, { name: string; score: number }>;
}

/** Calls Rspamd's protocol until it is ready. Its DNS queries time out while it loads its rules. */
async function askRspamd(port: number, message: string, { from, to }: Envelope): Promise<RspamdAnswer> {
  const headers = { from, rcpt: to, ip: SENDER_IP, helo: SENDER_HOST, hostname: SENDER_HOST };
  const request = { method: 'POST', body: message, headers };
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(500))
    try {
      const answer = (await (
        await fetch(`http://127.0.0.1:${port}/checkv2`, request)
      ).json()) as RspamdAnswer;
      if (!('R_DKIM_TEMPFAIL' in answer.symbols)) return answer;
    } catch {
      // Rspamd is not listening yet.
    }
  throw new Error('Rspamd was not ready after a minute. On Debian: apt-get install rspamd');
}

function run(program: string, args: string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { maxBuffer: 2 ** 24 }, (error, output) => {
      if (error)
        reject(new Error(`${program} failed. On Debian: apt-get install ${program}`, { cause: error }));
      else resolve(output);
    });
    child.stdin?.end(input);
  });
}
