import type { IncomingHttpHeaders } from 'node:http';
import type { PeerBooks } from './paypal-peer-books.ts';

/* Input and result of the peer's call handlers. */

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
  /** Accepted secrets of the app. PayPal allows two at a time. */
  secrets: Set<string>;
  tokens: Set<string>;
  /** Responses to creating calls, by PayPal-Request-Id. */
  answered: Map<string, PeerAnswer>;
}

export type Handler = (account: PeerAccount, call: PeerCall, id: string) => PeerAnswer;

export const json = ({ body }: PeerCall) => JSON.parse(body) as Record<string, unknown>;
