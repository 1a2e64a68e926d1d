import { get } from 'node:http';

/** A response of the site as sent, without the headers that every server adds. */
export interface Recorded {
  status: number;
  /** Alternating names and values, in sent order. */
  headers: string[];
  body: Buffer;
}

const ADDED_BY_SERVERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);

export function record(url: string, headers: Record<string, string>): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: pairs(response.rawHeaders)
            .filter(([name]) => !ADDED_BY_SERVERS.has(name.toLowerCase()))
            .flat(),
          body: Buffer.concat(chunks),
        }),
      );
    }).on('error', reject);
  });
}

export const pairs = (headers: readonly string[]): [name: string, value: string][] =>
  headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name, headers[index + 1] ?? ''] as [string, string]] : [],
  );

export const headerOf = ({ headers }: Recorded, header: string): string | undefined =>
  pairs(headers).find(([name]) => name.toLowerCase() === header)?.[1];
