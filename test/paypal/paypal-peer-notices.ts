import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { iso, newId, type PeerBooks } from './paypal-peer-books.ts';
import type { PeerCertificate } from './paypal-peer-certificate.ts';

/** A webhook event. A test may send it repeatedly and in any order. */
export interface Notice {
  id: string;
  type: string;
  /** Subscription to which the event's body refers, if any. */
  subscriptionId: string | undefined;
  body: string;
}

/** The peer's webhook events and their delivery. */
export class PeerNotices {
  /** All events, in order. */
  readonly all: Notice[] = [];
  /** The site's actual URL, such as `http://127.0.0.1:3000`. The registered URL is public. */
  site = '';
  /** Whether events are delivered immediately. {@link settle} awaits the responses. */
  immediate = false;
  readonly #books: PeerBooks;
  readonly #certificate: PeerCertificate;
  readonly #url: string;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(books: PeerBooks, certificate: PeerCertificate, url: string) {
    this.#books = books;
    this.#certificate = certificate;
    this.#url = url;
  }

  announce(type: string, resource: Record<string, unknown>): void {
    const id = `WH-${newId(17)}-${newId(17)}`;
    const content = {
      id,
      event_version: '1.0',
      create_time: iso(this.#books.now()),
      resource_type: type.startsWith('PAYMENT')
        ? 'sale'
        : type.startsWith('CUSTOMER')
          ? 'dispute'
          : 'subscription',
      event_type: type,
      summary: 'Something happened – «as told»',
      resource,
    };
    // The format differs from the program's serializer, because the signature covers the raw bytes.
    const body = JSON.stringify(content, null, 3).replaceAll('/', '\\/');
    const subscriptionId =
      resource.billing_agreement_id ?? (type.startsWith('BILLING') ? resource.id : undefined);
    const notice = { id, type, subscriptionId: subscriptionId as string | undefined, body };
    this.all.push(notice);
    if (!this.immediate) return;
    const sending = this.send(notice).finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
    // A site that is down misses the event.
    sending.catch(() => {});
  }

  /**
   * Returns events of these types (default: all) about one subscription, oldest first. Throws when there are
   * none, because a test's loop over them would then check nothing.
   */
  about(subscriptionId: string, ...types: string[]): Notice[] {
    const found = this.all.filter(
      (notice) =>
        (notice.subscriptionId === subscriptionId || notice.body.includes(subscriptionId)) &&
        (types.length === 0 || types.includes(notice.type)),
    );
    if (found.length === 0) throw new Error(`The PayPal peer has no event about ${subscriptionId}.`);
    return found;
  }

  /** Returns the signed headers of one delivery. */
  sign(body: string, webhookId = this.#books.webhooks[0]?.id ?? ''): Record<string, string> {
    const id = randomUUID();
    const time = iso(Date.now());
    return {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': this.#certificate.sign(`${id}|${time}|${webhookId}|${crc32(body)}`),
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${this.#url}/v1/notifications/certs/CERT-1`,
    };
  }

  /** Delivers an event to every webhook registered for its type and returns the statuses. */
  async send({ type, body }: Notice): Promise<number[]> {
    const subscribed = this.#books.webhooks.filter(({ event_types }) =>
      event_types.some(({ name }) => name === type || name === '*'),
    );
    return Promise.all(
      subscribed.map(async ({ id, url }) => {
        const where = this.site ? this.site + new URL(url).pathname : url;
        const response = await fetch(where, { method: 'POST', headers: this.sign(body, id), body });
        await response.body?.cancel();
        return response.status;
      }),
    );
  }

  /** Resolves when every immediate delivery was answered or lost. */
  async settle(): Promise<void> {
    await Promise.allSettled([...this.#underWay]);
  }
}
