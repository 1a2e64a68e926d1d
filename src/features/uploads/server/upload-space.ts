import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { diskStore } from './disk-store.ts';
import { type S3Setup, s3Store } from './s3-store.ts';
import type { UploadSpace } from './store.ts';

/**
 * Opens the local folder of uploads, or the S3-compatible store when one is configured. With `accelPath` the
 * proxy in front serves the folder at this internal address.
 */
export function uploadSpace(folder: string, s3?: S3Setup, accelPath?: string): UploadSpace {
  const incoming = join(folder, 'incoming');
  return {
    store: s3 ? s3Store(s3) : diskStore(folder, accelPath),
    incoming,
    mediaOrigin: s3?.publicEndpoint && new URL(s3.publicEndpoint).origin,
    directAddress:
      s3?.publicEndpoint && s3.directUploads ? `${s3.publicEndpoint}/${s3.bucket}/uploads/` : undefined,
    async freeBytes() {
      await mkdir(incoming, { recursive: true });
      const { bavail, bsize } = await statfs(incoming);
      return bavail * bsize;
    },
    copies: s3 ? 1 : 2,
  };
}
