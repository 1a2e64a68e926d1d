import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY } from '#platform/text/time-units.ts';
import { noticeViolations, violationsOf } from './conformance.ts';
import { type ApiCall, apiCall, PEER_KEYS } from './paypal-peer-api.ts';
import { PeerBooks } from './paypal-peer-books.ts';
import { makeCertificate } from './paypal-peer-certificate.ts';
import { PeerNotices } from './paypal-peer-notices.ts';
import { PEER_SCRIPT } from './paypal-peer-script.ts';
import type { PeerAccount, PeerAnswer, PeerCall } from './peer-call.ts';
import { type Fault, type PlannedFault, takeFault } from './peer-faults.ts';
import { refusal } from './refusals.ts';

export type { Fault };

/*
 * Implements PayPal's documented API over real HTTP: OAuth, catalog, plans, webhooks, subscriptions, signed
 * webhook events, and the browser script. Its settings simulate payers, banks and networks.
 */

export type CallKind = ApiCall | 'certificate' | 'script' | 'person';

/**
 * The payer's action at the button. `no-id`: approves, but the page does not get the id. `closed`: approves,
 * but the page gets no event, as when the tab is closed.
 */
export type Person = 'approve' | 'cancel' | 'error' | 'closed' | 'no-id';

export interface PayPalPeer {
  url: string;
  /** The site's configuration variables. */
  keys: { apiUrl: string; clientId: string; clientSecret: string; planId: string; webhookId: string };
  books: PeerBooks;
  notices: PeerNotices;
  /** Kinds of all calls, in order. */
  calls: CallKind[];
  person: Person;
  /** Time in APPROVAL_PENDING after approval, in ms of the peer's clock. Default 0. */
  approvalTakes: number;
  /** Whether banks refuse the payments that `advance` takes. */
  refusesPayments: boolean;
  /** Makes `times` calls of a kind fail, from the `nth` on (1 is the next). */
  fault(kind: CallKind, fault: Fault, options?: { nth?: number; times?: number }): void;
  /** Called when a call gets no response. Default: nothing, and the caller waits until its timeout. */
  onSilence: () => void;
  /** Clears unused faults. */
  heal(): void;
  /** Approves a subscription. The first payment is taken at once, or after `approvalTakes`. */
  approve(id: string): void;
  /** Advances the peer's clock: completes approvals and takes due payments. */
  advance(ms: number): void;
  /** A `fetch` that reaches the peer without a network, for tests with very many calls. */
  fetch: typeof fetch;
  /** Accepted secrets. */
  secrets: Set<string>;
  /** Revokes all access tokens, as PayPal may at any time. */
  forgetTokens(): void;
  /** Violations of PayPal's own descriptions in requests, responses and notices. */
  violations: Set<string>;
  /** Stops the peer. Throws when there were violations of PayPal's own descriptions. */
  stop(): Promise<void>;
}

type RawAnswer =
  | { status: number; headers: Record<string, string>; body?: string }
  /** `broken`: the connection breaks. `silent`: nothing arrives. */
  | 'broken'
  | 'silent';

/** Shared by all peers of a process: creating a key takes half a second. */
const certificate = makeCertificate(new Date(Date.now() - DAY), new Date(Date.now() + 3650 * DAY));

/** Starts a peer with product, plan and a webhook for `https://learn.example`; with `empty`, without them. */
export async function startPayPalPeer({ empty = false, port = 0 } = {}): Promise<PayPalPeer> {
  const faults: PlannedFault<CallKind>[] = [];
  const tokens = new Set<string>();
  const answered = new Map<string, PeerAnswer>();
  /** When approvals complete, by subscription, in ms of the peer's clock. */
  const approvals = new Map<string, number>();
  const server = createServer((request, response) => void handle(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const books: PeerBooks = new PeerBooks((type, resource) => notices.announce(type, resource));
  books.url = url;
  const notices = new PeerNotices(books, certificate, url);
  const secrets = new Set([PEER_KEYS.clientSecret]);
  const account = { url, books, secrets, tokens, answered };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    const call = { url: new URL(request.url ?? '/', url), headers: request.headers, body };
    const answer = await respond({ peer, account, faults }, request.method ?? '', call);
    if (answer === 'broken') return void request.socket.destroy();
    if (answer === 'silent') peer.onSilence();
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  const peer: PayPalPeer = {
    url,
    keys: { apiUrl: url, ...PEER_KEYS, planId: '', webhookId: '' },
    books,
    notices,
    calls: [],
    person: 'approve',
    approvalTakes: 0,
    refusesPayments: false,
    fault(kind, fault, { nth = 1, times = 1 } = {}) {
      faults.push({ kind, fault, skip: nth - 1, times });
    },
    onSilence: () => {},
    heal: () => void faults.splice(0),
    approve: (id) => approve(peer, approvals, id),
    advance: (ms) => advance(peer, approvals, ms),
    secrets,
    forgetTokens: () => tokens.clear(),
    async fetch(address, { method = 'GET', headers, body } = {}) {
      const call = {
        url: new URL(String(address)),
        headers: headers as Record<string, string>,
        body: String(body ?? ''),
      };
      const answer = await respond({ peer, account, faults }, method, call);
      if (typeof answer === 'string') throw new TypeError('fetch failed');
      return new Response(answer.body ?? null, answer);
    },
    violations: new Set(),
    async stop() {
      server.closeAllConnections();
      server.close();
      refuseViolations(peer);
    },
  };
  if (!empty) Object.assign(peer.keys, makeAccount(books));
  return peer;
}

function approve(peer: PayPalPeer, approvals: Map<string, number>, id: string): void {
  const { books, approvalTakes } = peer;
  if (books.get(id).status !== 'APPROVAL_PENDING') return;
  if (approvalTakes === 0) books.activate(id);
  else approvals.set(id, books.now() + approvalTakes);
}

function advance({ books, refusesPayments }: PayPalPeer, approvals: Map<string, number>, ms: number): void {
  books.ahead += ms;
  for (const [id, at] of approvals) {
    if (at > books.now()) continue;
    approvals.delete(id);
    books.activate(id);
  }
  for (const subscription of books.subscriptions.values()) {
    if ((books.dueAt(subscription) ?? Number.POSITIVE_INFINITY) > books.now()) continue;
    if (refusesPayments) books.failPayment(subscription.id);
    else books.charge(subscription.id);
  }
}

interface Peer {
  peer: PayPalPeer;
  account: PeerAccount;
  faults: PlannedFault<CallKind>[];
}

/** Responds to a call, with its planned fault, and validates both against PayPal's schemas. */
async function respond({ peer, account, faults }: Peer, method: string, call: PeerCall): Promise<RawAnswer> {
  const found = apiCall(method, call) ?? otherCall(peer, call.url.pathname);
  if (!found) return { status: 404, headers: {} };
  peer.calls.push(found.kind);
  const fault = takeFault(faults, found.kind);
  if (fault === 'reset') return 'broken';
  if (fault === 'no answer') return 'silent';
  if (typeof fault === 'object' && 'slowMs' in fault) await sleep(fault.slowMs);
  const headers = { 'content-type': 'text/html', 'access-control-allow-origin': '*' };
  const failure = typeof fault === 'object' && 'status' in fault ? fault : undefined;
  if (failure?.retryAfter) Object.assign(headers, { 'retry-after': failure.retryAfter });
  if (failure && !failure.issue) return { status: failure.status, headers, body: 'Not now' };
  if (fault === 'garbage') return { status: 200, headers, body: '<html>We are sorry</html>' };
  const { status, content } = failure
    ? refusal(failure.status, failure.issue, call.url.pathname.split('/').at(-1))
    : found.answer(account);
  if (isApiCall(found.kind))
    for (const violation of violationsOf({ ...call, method, status, answer: content }))
      peer.violations.add(violation);
  if (fault === 'lost') return 'broken';
  const type = typeof content === 'string' ? 'text/javascript' : 'application/json';
  Object.assign(headers, { 'content-type': type });
  const sent = typeof fault === 'object' && 'rewrite' in fault ? fault.rewrite(content as never) : content;
  if (sent === undefined) return { status, headers };
  return { status, headers, body: typeof sent === 'string' ? sent : JSON.stringify(sent) };
}

/** Finds the calls outside of PayPal's API descriptions: certificate, script and the payer's choice. */
function otherCall(peer: PayPalPeer, path: string): { kind: CallKind; answer: () => PeerAnswer } | undefined {
  if (path.startsWith('/v1/notifications/certs/'))
    return { kind: 'certificate', answer: () => ({ status: 200, content: certificate.pem }) };
  if (path === '/sdk/js') return { kind: 'script', answer: () => ({ status: 200, content: PEER_SCRIPT }) };
  const id = /^\/peer\/person\/([^/]+)$/.exec(path)?.[1];
  if (id === undefined) return undefined;
  return {
    kind: 'person',
    answer() {
      if (peer.person !== 'cancel' && peer.person !== 'error') peer.approve(id);
      return { status: 200, content: { outcome: peer.person } };
    },
  };
}

function refuseViolations({ notices, violations }: PayPalPeer): void {
  for (const { body } of notices.all)
    for (const violation of noticeViolations(body)) violations.add(violation);
  if (violations.size > 0)
    throw new Error(`These calls or events violate PayPal's API description:\n${[...violations].join('\n')}`);
}

const isApiCall = (kind: CallKind) => kind !== 'certificate' && kind !== 'script' && kind !== 'person';

function makeAccount(books: PeerBooks): { planId: string; webhookId: string } {
  const frequency = { interval_unit: 'MONTH', interval_count: 1 };
  const pricing_scheme = { fixed_price: { value: '20.00', currency_code: 'USD' } };
  books.products.push({ id: 'PROD-OF-THE-TESTS', name: 'Stillwater' });
  books.plans.push({
    id: 'P-OF-THE-TESTS',
    product_id: 'PROD-OF-THE-TESTS',
    status: 'ACTIVE',
    billing_cycles: [{ frequency, tenure_type: 'REGULAR', sequence: 1, total_cycles: 0, pricing_scheme }],
    payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: 1 },
  });
  books.webhooks.push({
    id: 'WEBHOOKOFTHETESTS',
    url: 'https://learn.example/api/webhooks/paypal',
    event_types: [{ name: '*' }],
  });
  return { planId: 'P-OF-THE-TESTS', webhookId: 'WEBHOOKOFTHETESTS' };
}
