import type { IncomingHttpHeaders } from 'node:http';
import type { PeerBooks } from './paypal-peer-books.ts';

/* Input and result of the handlers of the peer's calls. */

export interface PeerCall {
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface PeerAnswer {
  status: number;
  content?: unknown;
}

export interface PeerAccount {
  url: string;
  books: PeerBooks;
  /** The secrets of the app, of which PayPal allows two at a time. */
  secrets: Set<string>;
  tokens: Set<string>;
  /** Responses to creations, by PayPal-Request-Id. */
  answered: Map<string, PeerAnswer>;
}

export type Handler = (account: PeerAccount, call: PeerCall, id: string) => PeerAnswer;

export const json = ({ body }: PeerCall) => JSON.parse(body) as Record<string, unknown>;
