import { HttpError } from '#platform/http/serve/errors.ts';
import { tooLarge, type UploadKind } from '../shared/upload-kinds.ts';

/** The form shows the message beside its only field. */
export const refuseFile = (message: string) => refuse('file-refused', message);

export function refuseSize(kind: UploadKind): HttpError {
  return refuse('too-large', tooLarge(kind));
}

const refuse = (code: 'file-refused' | 'too-large', message: string) =>
  new HttpError(code, message, { issues: [{ path: 'file', message }] });
