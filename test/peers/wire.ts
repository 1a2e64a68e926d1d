import { type IncomingHttpHeaders, request } from 'node:http';
import type { TestApi } from '../test-api.ts';

interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The raw body, possibly compressed. */
  bytes: Buffer;
  text: string;
}

/** Sends a request over a real connection with exactly these headers. Does not decode the response. */
export type Wire = (path: string, headers?: Record<string, string>, method?: string) => Promise<WireAnswer>;

/** Starts listening until the application is stopped. */
export async function listen({ app }: TestApi): Promise<Wire> {
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return (path, headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      const call = request(url + path, { headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text: bytes.toString(),
          });
        });
      });
      call.on('error', reject);
      call.end();
    });
}
