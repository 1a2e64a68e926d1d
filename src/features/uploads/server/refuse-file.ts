import { badRequest, HttpError } from '#platform/http/errors.ts';
import { tooLarge, type UploadKind } from '../shared/upload-kinds.ts';

/** Every refusal stands beside the one field there is. */
export const refuseFile = (message: string) => badRequest(message, [{ path: 'file', message }]);

export function refuseSize(kind: UploadKind): HttpError {
  const message = tooLarge(kind);
  return new HttpError(413, message, { issues: [{ path: 'file', message }] });
}
