import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiCall, apiCall, PEER_KEYS, type PeerAnswer } from './paypal-peer-api.ts';
import { PeerBooks } from './paypal-peer-books.ts';
import { makeCertificate } from './paypal-peer-certificate.ts';
import { PeerNotices } from './paypal-peer-notices.ts';
import { PEER_SCRIPT } from './paypal-peer-script.ts';

/* Speaks PayPal's documented interface over real HTTP: OAuth, catalog, plans, webhooks, subscriptions, notices signed
   with a certificate of its own, and the browser's script. Its knobs do what people, banks and networks do. */

export type CallKind = ApiCall | 'certificate' | 'script' | 'person';

/**
 * What goes wrong with a call: a status without a reason, no answer at all, one that is no JSON, a connection that
 * breaks before anything is done (`reset`) or after it was done (`lost`), or an answer that comes late.
 */
export type Fault = { status: number } | 'no answer' | 'garbage' | 'reset' | 'lost' | { slowMs: number };

/**
 * What the person does at the browser's button. `no-id` approves, and the page is not told what; `closed` approves and
 * the page hears nothing, as when its tab is closed.
 */
export type Person = 'approve' | 'cancel' | 'error' | 'closed' | 'no-id';

export interface PayPalPeer {
  url: string;
  /** As the site's configuration names them. */
  keys: { apiUrl: string; clientId: string; clientSecret: string; planId: string; webhookId: string };
  books: PeerBooks;
  notices: PeerNotices;
  /** The kind of every call, in order. */
  calls: CallKind[];
  person: Person;
  /** How long a subscription stays APPROVAL_PENDING after its approval, in ms of the peer's clock; 0 unless set. */
  approvalTakes: number;
  /** The payers' banks refuse when `advance` takes payments. */
  refusesPayments: boolean;
  /** The next calls of a kind, from the `nth` (1 is the next), go wrong, `times` times. */
  fault(kind: CallKind, fault: Fault, options?: { nth?: number; times?: number }): void;
  /** Faults that were not used up are forgotten. */
  heal(): void;
  /** The person agrees; the first payment is taken, at once or when `approvalTakes` is over. */
  approve(id: string): void;
  /** Lets the peer's time pass: approvals come through, and payments fall due. */
  advance(ms: number): void;
  /** Ends the tokens that were given out, as PayPal may at any time. */
  forgetTokens(): void;
  stop(): Promise<void>;
}

const DAY = 24 * 60 * 60_000;
/** One for all peers of a process: a key takes half a second to make. */
const certificate = makeCertificate(new Date(Date.now() - DAY), new Date(Date.now() + 3650 * DAY));

/** Starts with an account that has a product, a plan and a webhook for `https://learn.example`; `empty`: without. */
export async function startPayPalPeer({ empty = false, port = 0 } = {}): Promise<PayPalPeer> {
  const faults: { kind: CallKind; fault: Fault; skip: number; times: number }[] = [];
  const tokens = new Set<string>();
  const answered = new Map<string, PeerAnswer>();
  const approvals = new Map<string, number>();
  const server = createServer((request, response) => void handle(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const books: PeerBooks = new PeerBooks((type, resource) => notices.announce(type, resource));
  const notices = new PeerNotices(books, certificate, url);
  const account = { url, books, tokens, answered };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    const call = { url: new URL(request.url ?? '/', url), headers: request.headers, body };
    const found = apiCall(request.method ?? '', call) ?? otherCall(call.url.pathname);
    if (!found) return void response.writeHead(404).end();
    peer.calls.push(found.kind);
    const fault = takeFault(found.kind);
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === 'no answer') return;
    if (typeof fault === 'object' && 'slowMs' in fault) await pause(fault.slowMs);
    const plain = { 'content-type': 'text/html', 'access-control-allow-origin': '*' };
    if (typeof fault === 'object' && 'status' in fault)
      return void response.writeHead(fault.status, plain).end('Not now');
    if (fault === 'garbage') return void response.writeHead(200, plain).end('<html>We are sorry</html>');
    const { status, content } = found.answer(account);
    if (fault === 'lost') return void request.socket.destroy();
    const isText = typeof content === 'string';
    response.writeHead(status, {
      'content-type': isText ? 'text/javascript' : 'application/json',
      'access-control-allow-origin': '*',
    });
    response.end(content === undefined || isText ? content : JSON.stringify(content));
  }

  function otherCall(path: string): { kind: CallKind; answer: () => PeerAnswer } | undefined {
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

  function takeFault(kind: CallKind): Fault | undefined {
    const planned = faults.find((candidate) => candidate.kind === kind);
    if (!planned) return undefined;
    if (planned.skip > 0) {
      planned.skip -= 1;
      return undefined;
    }
    planned.times -= 1;
    if (planned.times <= 0) faults.splice(faults.indexOf(planned), 1);
    return planned.fault;
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
    heal: () => void faults.splice(0),
    approve(id) {
      if (books.get(id).status !== 'APPROVAL_PENDING') return;
      if (peer.approvalTakes === 0) books.activate(id);
      else approvals.set(id, books.now() + peer.approvalTakes);
    },
    advance(ms) {
      books.ahead += ms;
      for (const [id, at] of approvals) {
        if (at > books.now()) continue;
        approvals.delete(id);
        books.activate(id);
      }
      for (const { id, status, nextBillingAt = Number.POSITIVE_INFINITY } of books.subscriptions.values()) {
        if (status !== 'ACTIVE' || nextBillingAt > books.now()) continue;
        if (peer.refusesPayments) books.failPayment(id);
        else books.charge(id);
      }
    },
    forgetTokens: () => tokens.clear(),
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  if (!empty) Object.assign(peer.keys, makeAccount(books));
  return peer;
}

function makeAccount(books: PeerBooks): { planId: string; webhookId: string } {
  const frequency = { interval_unit: 'MONTH', interval_count: 1 };
  const pricing_scheme = { fixed_price: { value: '20.00', currency_code: 'USD' } };
  books.products.push({ id: 'PROD-OF-THE-TESTS', name: 'Stillwater' });
  books.plans.push({
    id: 'P-OF-THE-TESTS',
    product_id: 'PROD-OF-THE-TESTS',
    status: 'ACTIVE',
    billing_cycles: [{ frequency, tenure_type: 'REGULAR', sequence: 1, total_cycles: 0, pricing_scheme }],
  });
  books.webhooks.push({
    id: 'WEBHOOKOFTHETESTS',
    url: 'https://learn.example/api/webhooks/paypal',
    event_types: [{ name: '*' }],
  });
  return { planId: 'P-OF-THE-TESTS', webhookId: 'WEBHOOKOFTHETESTS' };
}
