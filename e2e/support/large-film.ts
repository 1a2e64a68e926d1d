import { writeFile } from 'node:fs/promises';
import { mp4Head } from '#test/media/mp4-fixture.ts';
import type { WatchedPage } from './open-site.ts';

/** Writes a file of this size that browsers recognize as a film, with unique content. */
export async function writeFilm(path: string, bytes: number): Promise<void> {
  const head = mp4Head();
  const mdat = Buffer.alloc(8);
  mdat.writeUInt32BE(bytes - head.length);
  mdat.write('mdat', 4, 'latin1');
  const content = Buffer.alloc(bytes - head.length - 8, `still water ${path} ${Math.random()} `);
  await writeFile(path, Buffer.concat([head, mdat, content]));
}

/** Limits the page's network to this many bytes per second, so that a test has time during an upload. */
export async function throttled(
  page: WatchedPage,
  bytesPerSecond: number,
): Promise<{ cut(): Promise<void>; restore(): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const emulate = async (offline: boolean) => {
    await session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  };
  await emulate(false);
  return { cut: () => emulate(true), restore: () => emulate(false) };
}

/** Collects the offsets of a file's sent parts. */
export function watchOffsets(page: WatchedPage): number[] {
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  return offsets;
}
