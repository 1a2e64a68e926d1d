import { forbidden } from './errors.ts';
import type { Member } from './reader.ts';

/**
 * Throws 403 unless the call's `userId` is its reader's. When somebody else has logged in in another tab, the
 * page's data belongs to the former reader. Calls of earlier versions have no `userId`.
 */
export function assertOwn(reader: Member, { userId }: { userId?: number | undefined }): void {
  if (userId !== undefined && userId !== reader.userId) throw forbidden();
}
