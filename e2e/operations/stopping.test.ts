import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { newDataDir, removeDataDir, startSiteProcess } from '#test/site-process.ts';

/** In ms: as with a proxy in front, and longer than a stop may take without the delay. */
const SHUTDOWN_DELAY = 4_000;
const SENT_AFTER = 11_000;

test('a request in progress has ten seconds after the shutdown delay', async () => {
  const dataDir = await newDataDir();
  const site = await startSiteProcess(dataDir, { SHUTDOWN_DELAY: String(SHUTDOWN_DELAY) });
  const body = JSON.stringify({ email: 'slow@example.org' });
  const call = request(`${site.url}/api/email-signup`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': String(body.length),
      expect: '100-continue',
    },
  });
  const status = new Promise((resolve, reject) => {
    call.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
  call.flushHeaders();
  // The site has received the beginning of the request, because it requests the body.
  await once(call, 'continue');
  call.write(body.slice(0, 5));
  setTimeout(() => call.end(body.slice(5)), SENT_AFTER);
  const stopped = site.stop();
  expect(await status).toBe(201);
  await stopped;
  await removeDataDir(dataDir);
});
