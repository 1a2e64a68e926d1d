import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/*
 * Measures the minimum cost of a response: node:http alone sends recorded bytes with their headers. Runs as
 * `node bare-server.ts FILE`. FILE is a JSON list of { status, headers, body in base64 }, served at /0, /1
 * and so on.
 */

interface Stored {
  status: number;
  headers: string[];
  body: string;
}

const [file = ''] = process.argv.slice(2);
const recordings = new Map(
  (JSON.parse(readFileSync(file, 'utf8')) as Stored[]).map(({ status, headers, body }, index) => {
    const bytes = Buffer.from(body, 'base64');
    const length = status === 304 ? [] : ['content-length', String(bytes.length)];
    return [`/${index}`, { status, headers: [...headers, ...length], bytes }];
  }),
);

const server = createServer((request, response) => {
  const recorded = recordings.get(request.url ?? '');
  if (recorded) response.writeHead(recorded.status, recorded.headers).end(recorded.bytes);
  else response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Stillwater is at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
process.on('SIGTERM', () => process.exit(0));
