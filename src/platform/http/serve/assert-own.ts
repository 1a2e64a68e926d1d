import { forbidden } from './errors.ts';
import type { Member } from './reader.ts';

/**
 * Throws 403 unless a call that names a user names its reader. In another tab somebody else may have logged
 * in: what the page knows belongs to the former reader. Calls of versions before name nobody.
 */
export function assertOwn(reader: Member, { userId }: { userId?: number | undefined }): void {
  if (userId !== undefined && userId !== reader.userId) throw forbidden();
}
