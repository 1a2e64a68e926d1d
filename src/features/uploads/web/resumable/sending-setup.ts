import type { Api } from '#platform/web/api-client.ts';
import type { Resumable } from '../../contract/resumable-endpoints.ts';
import type { Upload } from '../../contract/schemas.ts';
import type { UploadKind } from '../../shared/upload-kinds.ts';

export interface SendingState {
  /** `lost`: connection or server are unavailable; the upload resumes by itself. */
  phase: 'sending' | 'paused' | 'lost' | 'checking';
  /** Bytes that have been sent. */
  sent: number;
}

export interface SendingSetup {
  api: Api;
  file: File;
  kind: UploadKind;
  /** Finds the upload that began with this file, to resume it. Never rejects. */
  find(): Promise<Resumable | undefined>;
  onState(state: SendingState): void;
  onDone(upload: Upload): void;
  onFailed(message: string): void;
}
