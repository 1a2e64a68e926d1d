import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { S3_KEYS } from '#test/peers/s3-peer.ts';
import { untilServed } from '../../faults/load.ts';
import { startProxy } from '../../faults/proxy.ts';
import { type SiteNode, startNode } from '../../faults/site-node.ts';
import { type RunningPostgres, startPostgres } from '../database/postgres.ts';
import { freePort } from '../free-port.ts';
import { type PayPalPeer, startPayPalPeer } from '../paypal/paypal-peer.ts';
import { type S3Peer, startS3Peer } from '../peers/s3-peer.ts';
import { type SmtpPeer, startSmtpPeer } from '../peers/smtp-peer.ts';
import { newDataDir, removeDataDir } from '../site-process.ts';
import { NodeBrowser } from './node-browser.ts';

/* Two real nodes behind a proxy, with every outside service and its password, under load. */

/** Environment variables. */
export type Settings = Record<string, string>;

/** Time in ms in which the proxy learns that a node is not ready. */
const SHUTDOWN_DELAY = 1500;
/** Timeout in ms, for a busy machine. */
const READY_WITHIN = 60_000;

export class RollingSite {
  readonly postgres: RunningPostgres;
  readonly smtp: SmtpPeer;
  readonly paypal: PayPalPeer;
  readonly s3: S3Peer;
  readonly #folder: string;
  readonly #nodes: { port: number; node?: SiteNode }[];
  #proxy: Awaited<ReturnType<typeof startProxy>> | undefined;
  /** Acknowledged sign-ups. */
  readonly #signedUp: string[] = [];

  private constructor(
    folder: string,
    services: readonly [RunningPostgres, SmtpPeer, PayPalPeer, S3Peer],
    ports: readonly number[],
  ) {
    this.#folder = folder;
    [this.postgres, this.smtp, this.paypal, this.s3] = services;
    this.#nodes = ports.map((port) => ({ port }));
  }

  /** Starts the services without the nodes. */
  static async open(): Promise<RollingSite> {
    const services = [startPostgres(), startSmtpPeer(), startPayPalPeer(), startS3Peer()] as const;
    return new RollingSite(await newDataDir(), await Promise.all(services), [
      await freePort(),
      await freePort(),
    ]);
  }

  /** Lists the URLs of the nodes. */
  get nodes(): string[] {
    return this.#nodes.map(({ port }) => `http://127.0.0.1:${port}`);
  }

  /** Returns a node's variables: these secrets, and all other variables. */
  settings(secrets: Settings): Settings {
    return {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      SHUTDOWN_DELAY: String(SHUTDOWN_DELAY),
      PAYMENTS: 'paypal',
      PAYPAL_API_URL: this.paypal.url,
      PAYPAL_CLIENT_ID: this.paypal.keys.clientId,
      PAYPAL_PLAN_ID: this.paypal.keys.planId,
      S3_ENDPOINT: this.s3.endpoint,
      S3_REGION: S3_KEYS.region,
      S3_BUCKET: S3_KEYS.bucket,
      ...secrets,
    };
  }

  /** Starts both nodes and the proxy. */
  async start(secrets: Settings): Promise<void> {
    for (const index of this.#nodes.keys()) await this.startNode(index, secrets);
    this.#proxy = await startProxy(
      this.#folder,
      this.#nodes.map(({ port }) => `127.0.0.1:${port}`),
      'node',
    );
  }

  /** Starts or restarts one node with other secrets. */
  async startNode(index: number, secrets: Settings): Promise<void> {
    const at = this.#nodes[index];
    if (!at) throw new Error(`There is no node ${index}.`);
    await at.node?.stop();
    const dataDir = join(this.#folder, `node-${index}`);
    await mkdir(dataDir, { recursive: true });
    const { DATABASE_URL: databaseUrl = '', ...environment } = this.settings(secrets);
    at.node = await startNode({ port: at.port, dataDir, databaseUrl, environment });
    await untilServed(at.node.url, READY_WITHIN);
  }

  /**
   * Runs `work` while visitors search and sign up through the proxy. Returns one line for each failure that
   * they noticed.
   */
  async under(work: () => Promise<void>): Promise<string[]> {
    const noticed: string[] = [];
    let [going, done] = [true, 0];
    const visit = async () => {
      const browser = new NodeBrowser();
      const email = `reader-${this.#signedUp.length}@example.org`;
      this.#signedUp.push(email);
      const signUp = await browser.send('POST', `${this.#proxy?.url}/api/email-signup`, { email });
      // Each search is different, so no response is cached.
      const search = await browser.get(`${this.#proxy?.url}/api/explore/droplets?search=${email}`);
      return `${signUp.status} ${search.status}`;
    };
    const people = [visit, visit].map(async () => {
      while (going) {
        const seen = await visit().catch((error) => String(error.cause ?? error));
        done += 1;
        if (seen !== '201 200') noticed.push(seen);
      }
    });
    try {
      await work();
    } finally {
      going = false;
      await Promise.all(people);
    }
    if (done < 10) noticed.push(`only ${done} visits`);
    const stored = await this.asSuperuser('select email from email_signups');
    const emails = stored.map(({ email }) => email);
    for (const email of this.#signedUp)
      if (emails.filter((one) => one === email).length !== 1) noticed.push(`${email} is not stored once`);
    return noticed;
  }

  /** Runs SQL as the superuser in the site's database, or before its creation in the maintenance database. */
  async asSuperuser(...statements: string[]): Promise<Record<string, unknown>[]> {
    const url = new URL(this.postgres.url);
    if (this.#proxy) url.pathname = '/stillwater';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const sql of statements) ({ rows } = await client.query(sql));
      return rows;
    } finally {
      await client.end();
    }
  }

  /** Requires a password of every role but the superuser from now on, with these rules. */
  async demandPasswords(rules: string): Promise<void> {
    const [row] = await this.asSuperuser('show hba_file');
    await writeFile(String(row?.hba_file), `host all postgres 127.0.0.1/32 trust\n${rules}\n`);
    await this.asSuperuser('select pg_reload_conf()');
  }

  async stop(): Promise<void> {
    await this.#proxy?.stop();
    await Promise.all(this.#nodes.map(({ node }) => node?.stop()));
    await Promise.all([this.postgres.stop(), this.smtp.stop(), this.paypal.stop(), this.s3.stop()]);
    await removeDataDir(this.#folder);
  }
}
