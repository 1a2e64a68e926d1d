import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ResponseReader } from './response-reader.ts';

/** A request as sent. */
export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Returns the bytes of a request to a port of this machine. */
export function textOf(port: number, { method, path, headers, body = '' }: SentRequest): Buffer {
  const all = {
    host: `127.0.0.1:${port}`,
    ...headers,
    ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

export const firstLine = (text: Buffer) => text.toString('latin1', 0, text.indexOf('\r\n'));

/** Keep-alive connection with one request at a time. */
export class Connection {
  /** Whether the connection is closed. The server may close it between two requests. */
  isClosed = false;
  /** Whether the last request's response has begun. The request must then not be sent again. */
  hasBegun = false;
  readonly #socket: Socket;
  readonly #reader = new ResponseReader();
  #settle: { resolve(status: number): void; reject(error: unknown): void } | undefined;

  /** `localAddress`: one of 127.0.0.0/8, for different IP addresses of callers (Linux). */
  static async open(port: number, localAddress?: string): Promise<Connection> {
    const from = localAddress === undefined ? {} : { localAddress };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...from });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.hasBegun = true;
      try {
        if (this.#reader.take(bytes)) this.#settle?.resolve(this.#reader.status);
      } catch (error) {
        this.#settle?.reject(error);
      }
    });
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => {
      this.isClosed = true;
      this.#settle?.reject(new Error('The connection was closed.'));
    });
  }

  /** Sends a request, and resolves with the status when the response is complete. */
  ask(text: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.hasBegun = false;
      this.#socket.write(text);
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}
