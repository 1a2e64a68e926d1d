import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUpAccount } from '#features/subscriptions/server/paypal/paypal-account.ts';
import { PayPalClient } from '#features/subscriptions/server/paypal/paypal-client.ts';
import { ProviderKeysRefused } from '#features/subscriptions/server/provider.ts';
import { s3Store } from '#features/uploads/server/s3-store.ts';
import { smtpTransport } from '#platform/mail/transport.ts';
import { S3_KEYS } from '#test/peers/s3-peer.ts';
import { NodeBrowser } from '#test/rotation/node-browser.ts';
import { RollingSite, type Settings } from '#test/rotation/rolling-site.ts';
import { formOf } from '#test/upload-fixture.ts';
import { ADMIN } from '../faults/site-node.ts';

/*
 * Rotates the secrets of the outside services by the steps of docs/security.md: two real nodes restart one
 * after the other while people read and write. No request fails, and the old secrets become invalid.
 */

const GUIDE = readFileSync(join(import.meta.dirname, '../docs/security.md'), 'utf8');
const PUBLIC_URL = 'https://learn.example';
const OLD = { database: 'old0password', mail: 'old-mail-password', metrics: 'old-token-of-metrics' };
const NEW = { database: 'new1password', mail: 'new-mail-password', metrics: 'new-token-of-metrics' };
const NEW_PAYPAL = 'a second secret of the app';
const NEW_S3 = { accessKeyId: 'AKIDROTATED', secretAccessKey: 'another secret of this test' };
const NEW_ADMIN_PASSWORD = 'Calmer-Harbour-2027';
/** Timeout in ms. A refused mail is retried after 10 s, then after a minute. */
const MAIL_WITHIN = 150_000;
const TEST_WITHIN = 300_000;

let site: RollingSite;
let secrets: Settings;

const databaseUrl = (role: string, password: string) =>
  `postgres://${role}:${password}@${new URL(site.postgres.url).host}/stillwater`;
const mailUrl = (password: string) => site.smtp.url.replace('//', `//stillwater:${password}@`);

beforeAll(async () => {
  site = await RollingSite.open();
  await site.asSuperuser(
    `create role stillwater login password '${OLD.database}'`,
    'create database stillwater owner stillwater template template0',
  );
  // The rule of the guide (operations.md), without TLS.
  await site.demandPasswords('host stillwater +stillwater 127.0.0.1/32 scram-sha-256');
  site.smtp.passwords = new Set([OLD.mail]);
  secrets = {
    DATABASE_URL: databaseUrl('stillwater', OLD.database),
    SMTP_URL: mailUrl(OLD.mail),
    MAIL_FROM: 'hello@learn.example',
    PAYPAL_CLIENT_SECRET: site.paypal.keys.clientSecret,
    PAYPAL_WEBHOOK_ID: site.paypal.keys.webhookId,
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    METRICS_TOKEN: OLD.metrics,
  };
  await site.start(secrets);
}, TEST_WITHIN);
afterAll(() => site.stop());

/**
 * Restarts the nodes in turn. Runs `between` while one node has the old secrets and the other the new ones.
 */
async function roll(between: () => Promise<void> = async () => {}): Promise<void> {
  await site.startNode(0, secrets);
  await between();
  await site.startNode(1, secrets);
}

let people = 0;
const newName = (what: string) => {
  people += 1;
  return `${what}-${people}`;
};

/** Requests a sign-in link for a returning visitor at a node. Returns the address. */
async function askForLink(node: string): Promise<string> {
  const email = `${newName('visitor')}@example.org`;
  for (const status of [201, 200])
    expect((await new NodeBrowser().send('POST', `${node}/api/email-signup`, { email })).status).toBe(status);
  return email;
}

async function expectOneMail(email: string): Promise<void> {
  const isTheirs = ({ to }: { to: string[] }) => to.includes(email);
  await site.smtp.waitFor(isTheirs, MAIL_WITHIN);
  expect(site.smtp.messages.filter(isTheirs)).toHaveLength(1);
}

/** Subscribes a member at one node, and expects a subscriber at the other. */
async function pay(node: string, other: string): Promise<void> {
  const member = new NodeBrowser();
  const username = newName('payer');
  const account = { username, email: `${username}@example.org`, password: 'Quiet-Harbour-27' };
  expect((await member.send('POST', `${node}/api/register`, account)).status).toBe(201);
  const begun = await member.change('POST', `${node}/api/subscription/checkout`);
  expect(begun.status, JSON.stringify(begun.body)).toBe(201);
  const { subscriptionId } = begun.body;
  site.paypal.approve(subscriptionId);
  expect((await member.change('POST', `${node}/api/subscribe`, { subscriptionId })).status).toBe(200);
  expect((await member.get(`${other}/api/user`)).body.role).toBe('subscriber');
}

/** Sends PayPal's events to a node, signed for this webhook, and returns the statuses. */
async function tell(node: string, webhookId: string): Promise<number> {
  const notice = site.paypal.notices.all.at(-1);
  if (!notice) throw new Error('The PayPal peer has no event to send.');
  const headers = site.paypal.notices.sign(notice.body, webhookId);
  const answer = await fetch(`${node}/api/webhooks/paypal`, { method: 'POST', headers, body: notice.body });
  return answer.status;
}

let admin: NodeBrowser;
async function logIn(node: string, password: string): Promise<number> {
  const browser = new NodeBrowser();
  const { status } = await browser.send('POST', `${node}/api/login`, { username: ADMIN.username, password });
  if (status === 200) admin = browser;
  return status;
}

/** Uploads a file to one node, and returns its address after the other node serves it completely. */
async function uploadAt(node: string, other: string): Promise<string> {
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  const picture = sharp({ create: { width: 320, height: 200, channels: 3, background: { r, g, b } } });
  const sent = await admin.change(
    'POST',
    `${node}/api/uploads?kind=image`,
    formOf(await picture.png().toBuffer()),
  );
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  const read = await admin.get(`${other}${sent.body.url}`);
  expect([read.status, read.body.length]).toEqual([200, sent.body.bytes]);
  return sent.body.url;
}

const metricsWith = (node: string, token: string) =>
  fetch(`${node}/metrics`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status);

/** Returns which administrator's passwords, old and new, each node accepts. */
const passwordsTaken = () =>
  Promise.all(
    site.nodes.map(async (node) => [
      await logIn(node, ADMIN.password),
      await logIn(node, NEW_ADMIN_PASSWORD),
    ]),
  );

test(
  'all services work while their secrets change, and the old secrets become invalid',
  async () => {
    const [a = '', b = ''] = site.nodes;
    expect(await logIn(a, ADMIN.password)).toBe(200);
    await pay(a, b);
    const [oldWebhook = ''] = site.paypal.books.webhooks.map(({ id }) => id);
    expect([await tell(a, oldWebhook), await tell(b, oldWebhook)]).toEqual([200, 200]);
    const file = await uploadAt(b, a);
    const [password, confirmPassword] = [NEW_ADMIN_PASSWORD, NEW_ADMIN_PASSWORD];
    const passwords = { currentPassword: ADMIN.password, password, confirmPassword };
    expect((await admin.change('PUT', `${b}/api/user/password`, passwords)).status).toBeLessThan(300);

    // The mail service accepts one password, so the nodes are refused until their restart. Other services
    // accept two secrets.
    site.smtp.passwords = new Set([NEW.mail]);
    site.paypal.secrets.add(NEW_PAYPAL);
    site.s3.keys.set(NEW_S3.accessKeyId, NEW_S3.secretAccessKey);
    // PayPal refuses a second webhook with the same URL.
    site.paypal.books.webhooks.splice(0);
    const keys = { ...site.paypal.keys, clientSecret: NEW_PAYPAL };
    const ids = { planId: site.paypal.keys.planId, webhookId: oldWebhook };
    const { webhookId } = await setUpAccount(new PayPalClient(keys), PUBLIC_URL, ids, () => {});
    expect(webhookId).not.toBe(oldWebhook);
    // PayPal retries refused events for three days.
    expect(await tell(a, webhookId)).toBe(400);

    const waiting = [await askForLink(a), await askForLink(b)];
    Object.assign(secrets, {
      SMTP_URL: mailUrl(NEW.mail),
      PAYPAL_CLIENT_SECRET: NEW_PAYPAL,
      PAYPAL_WEBHOOK_ID: webhookId,
      S3_ACCESS_KEY_ID: NEW_S3.accessKeyId,
      S3_SECRET_ACCESS_KEY: NEW_S3.secretAccessKey,
      METRICS_TOKEN: NEW.metrics,
    });
    const noticed = await site.under(() =>
      roll(async () => {
        await Promise.all([pay(a, b), pay(b, a)]);
        await uploadAt(a, b);
        await uploadAt(b, a);
        waiting.push(await askForLink(a), await askForLink(b));
        const seen = [metricsWith(a, NEW.metrics), metricsWith(b, OLD.metrics)];
        expect(await Promise.all(seen)).toEqual([200, 200]);
        expect([await tell(a, webhookId), await tell(b, webhookId)]).toEqual([200, 400]);
      }),
    );
    expect(noticed).toEqual([]);

    // The old secrets become invalid.
    site.paypal.secrets.delete(site.paypal.keys.clientSecret);
    site.paypal.forgetTokens();
    site.s3.keys.delete(S3_KEYS.accessKeyId);
    await Promise.all([pay(a, b), pay(b, a)]);
    await uploadAt(a, b);
    await uploadAt(b, a);
    for (const node of site.nodes) {
      expect((await admin.get(node + file)).status).toBe(200);
      expect([await metricsWith(node, NEW.metrics), await metricsWith(node, OLD.metrics)]).toEqual([
        200, 401,
      ]);
      expect([await tell(node, webhookId), await tell(node, oldWebhook)]).toEqual([200, 400]);
    }
    for (const email of waiting) await expectOneMail(email);
    // The nodes were started with the old password in ADMIN_PASSWORD.
    expect(await passwordsTaken()).toEqual([
      [401, 200],
      [401, 200],
    ]);

    const old = new PayPalClient(site.paypal.keys);
    await expect(setUpAccount(old, PUBLIC_URL, ids, () => {})).rejects.toThrow(ProviderKeysRefused);
    await expect(s3Store({ ...S3_KEYS, endpoint: site.s3.endpoint }).size('x')).rejects.toThrow('403');
    const send = smtpTransport(mailUrl(OLD.mail), 'hello@learn.example');
    await expect(send({ to: 'x@example.org', subject: 'x', text: 'x', html: 'x' })).rejects.toThrow(
      'Refused',
    );
  },
  TEST_WITHIN,
);

describe('the password of the database', () => {
  /** Returns the guide's SQL commands under a heading, in order. */
  const commands = (heading: string): string[] => {
    const section = GUIDE.split(/^#+ /m).find((part) => part.startsWith(heading)) ?? '';
    const found = [...section.matchAll(/-c "([^"]+)"/g)].map(([, sql = '']) => sql);
    expect(found.length, heading).toBeGreaterThan(2);
    return found;
  };
  const ask = async (role: string, password: string, sql = 'select 1') => {
    const client = new pg.Client({ connectionString: databaseUrl(role, password) });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };

  test(
    'changes and changes back without a failed request, and the old one is refused',
    async () => {
      for (const { heading, from, to, password } of [
        { heading: 'The first time', from: 'stillwater', to: 'stillwater_2', password: NEW.database },
        { heading: 'The next time', from: 'stillwater_2', to: 'stillwater', password: 'third2password' },
      ]) {
        const [make = '', ...rest] = commands(heading);
        const before = rest.filter((sql) => sql.startsWith('alter role stillwater_2 set'));
        const after = rest.filter((sql) => !before.includes(sql));
        const oldPassword = new URL(secrets.DATABASE_URL ?? '').password;
        const noticed = await site.under(async () => {
          await site.asSuperuser(make.replace('$password', password), ...before);
          await ask(from, oldPassword);
          Object.assign(secrets, { DATABASE_URL: databaseUrl(to, password), ADMIN_PASSWORD: '' });
          await roll();
          await site.asSuperuser(...after);
        });
        expect(noticed, heading).toEqual([]);
        await expect(ask(from, oldPassword)).rejects.toThrow(/not permitted to log in|no pg_hba.conf entry/);
        // Tables created by the new role belong to the old one, so that the roles can be swapped again.
        await ask(to, password, 'create table made_now ()');
        const owners = `select distinct tableowner from pg_tables where schemaname = 'public'`;
        expect(await ask(to, password, owners)).toEqual([{ tableowner: 'stillwater' }]);
        await ask(to, password, 'drop table made_now');
      }
      expect(await passwordsTaken()).toEqual([
        [401, 200],
        [401, 200],
      ]);
    },
    TEST_WITHIN,
  );
});
