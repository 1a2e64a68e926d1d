import type { Api } from '#platform/web/api-client.ts';
import type { Resumable } from '../../contract/resumable-endpoints.ts';
import type { Upload } from '../../contract/schemas.ts';
import type { UploadKind } from '../../shared/upload-kinds.ts';
import { FileSending } from '../resumable/file-sending.ts';
import type { SendingState } from '../resumable/sending-setup.ts';
import { findProblem } from '../use-upload.ts';

/** Maximum number of files sent at the same time. */
const AT_ONCE = 3;

export type QueuedState =
  | { is: 'waiting' }
  | ({ is: 'sending' } & SendingState)
  | { is: 'failed'; message: string }
  | { is: 'done'; upload: Upload };

export interface QueuedFile {
  id: string;
  file: File;
  kind: UploadKind;
}

interface Entry extends QueuedFile {
  state: QueuedState;
  sending?: FileSending;
}

/** States by the ids of the files. */
export type QueueStates = ReadonlyMap<string, QueuedState>;

interface QueueSetup {
  api: Api;
  /** Finds the upload that began with a file. */
  find(file: File, kind: UploadKind): Promise<Resumable | undefined>;
}

/** Uploads many files, three at a time, in their order. */
export class UploadQueue {
  readonly #setup: QueueSetup;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  #states: QueueStates = new Map();
  #isPaused = false;

  constructor(setup: QueueSetup) {
    this.#setup = setup;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  states = (): QueueStates => this.#states;

  /** Files added while the queue is paused wait too. */
  isPaused = (): boolean => this.#isPaused;

  /** Sets the files to send. Cancels files that are no longer in the list. */
  setFiles(files: readonly QueuedFile[]): void {
    const byId = new Map(files.map((file) => [file.id, file]));
    for (const [id, entry] of this.#entries) {
      const file = byId.get(id);
      if (file?.file === entry.file) continue;
      // Choosing the same folder again resumes its files.
      if (file) entry.sending?.leave();
      else entry.sending?.cancel();
      this.#entries.delete(id);
    }
    for (const [id, file] of byId)
      if (!this.#entries.has(id)) this.#entries.set(id, { ...file, state: firstState(file) });
    this.#changed();
  }

  /** Sends a failed file again. */
  retry(id: string): void {
    const entry = this.#entries.get(id);
    if (entry?.state.is === 'failed') this.#set(entry, firstState(entry));
  }

  /** Marks a file that the server has since lost or refused. */
  fail(id: string, message: string): void {
    const entry = this.#entries.get(id);
    if (entry) this.#set(entry, { is: 'failed', message });
  }

  pause(): void {
    this.#isPaused = true;
    for (const { sending } of this.#entries.values()) sending?.pause();
    this.#changed();
  }

  goOn(): void {
    this.#isPaused = false;
    for (const { sending } of this.#entries.values()) sending?.goOn();
    this.#changed();
  }

  /** Ends sending. The server keeps the received parts. */
  leave(): void {
    for (const { sending } of this.#entries.values()) sending?.leave();
    this.#entries.clear();
  }

  #set(entry: Entry, state: QueuedState): void {
    // The file was removed meanwhile.
    if (this.#entries.get(entry.id) !== entry) return;
    entry.state = state;
    if (state.is !== 'sending') delete entry.sending;
    this.#changed();
  }

  #changed(): void {
    this.#startNext();
    this.#states = new Map([...this.#entries].map(([id, { state }]) => [id, state]));
    for (const listener of this.#listeners) listener();
  }

  #startNext(): void {
    if (this.#isPaused) return;
    const entries = [...this.#entries.values()];
    const isFull = () => entries.filter(({ state }) => state.is === 'sending').length >= AT_ONCE;
    for (const entry of entries) {
      // Checked each time, because the report of a start may start the next file.
      if (isFull()) return;
      if (entry.state.is !== 'waiting') continue;
      entry.state = { is: 'sending', phase: 'sending', sent: 0 };
      this.#send(entry);
    }
  }

  #send(entry: Entry): void {
    const { api, find } = this.#setup;
    const sending = new FileSending({
      api,
      file: entry.file,
      kind: entry.kind,
      find: () => find(entry.file, entry.kind),
      onState: (state) => this.#set(entry, { is: 'sending', ...state }),
      onDone: (upload) => this.#set(entry, { is: 'done', upload }),
      onFailed: (message) => this.#set(entry, { is: 'failed', message }),
    });
    entry.sending = sending;
    sending.start();
  }
}

function firstState({ file, kind }: QueuedFile): QueuedState {
  const message = findProblem([file], kind);
  return message === null ? { is: 'waiting' } : { is: 'failed', message };
}
