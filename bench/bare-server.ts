import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/* What an answer costs at least: node:http alone, sending fixed bytes with the headers of the real answer.
   Run as a process of its own: node bare-server.ts FILE, where FILE is JSON of { path: { headers, body } }. */

const [file = ''] = process.argv.slice(2);
const answers = new Map(
  Object.entries(
    JSON.parse(readFileSync(file, 'utf8')) as Record<
      string,
      { headers: Record<string, string>; body: string }
    >,
  ).map(([path, { headers, body }]) => [path, { headers, body: Buffer.from(body, 'base64') }]),
);

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (!answer) return response.writeHead(404).end();
  response.writeHead(200, { ...answer.headers, 'content-length': answer.body.length });
  return response.end(answer.body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Stillwater is at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
process.on('SIGTERM', () => process.exit(0));
