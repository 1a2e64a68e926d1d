import type { DetailedError, Upload as TusUpload, UploadOptions } from 'tus-js-client';
import type * as accounts from '#features/accounts/contract/endpoints.ts';
import { getCsrfToken, urlOf } from '#platform/http/contract/call.ts';
import { DIRECT_PARTS } from '#platform/http/contract/headers.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { lazyModule } from '#platform/web/lazy-module.ts';
import * as calls from '../../contract/resumable-calls.ts';
import type * as contract from '../../contract/resumable-endpoints.ts';
import { PART_BYTES } from '../../shared/part-bytes.ts';
import { cancelResumable } from './cancel-resumable.ts';
import { DirectSending } from './direct-sending.ts';
import { activeTokens, canceledTokens } from './resumable-queries.ts';
import type { SendingSetup, SendingState } from './sending-setup.ts';
import { FAILURE, GONE, toApiError, waitBefore, whyStopped } from './why-stopped.ts';

/** Limit of attempts without progress after errors of the server. Without a connection there is none. */
const MAX_FAILURES = 10;

const loadTus = lazyModule(() => import('tus-js-client'));

/** Sends one file in parts. It survives lost connections and pauses. */
export class FileSending {
  readonly #setup: SendingSetup;
  #upload: TusUpload | undefined;
  readonly #direct: DirectSending;
  /** Whether the server's offset of the file is known. */
  #isFound = false;
  /** Number of the current run. Each stop increments it, so callbacks of earlier runs have no effect. */
  #run = 0;
  #token: string | undefined;
  #csrfToken: Promise<string> | undefined;
  #state: SendingState = { phase: 'sending', sent: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Consecutive attempts without progress, and how many of them the server refused. */
  #attempts = 0;
  #failures = 0;
  #isOver = false;

  constructor(setup: SendingSetup) {
    this.#setup = setup;
    this.#direct = new DirectSending({
      api: setup.api,
      file: setup.file,
      onProgress: (sent) => this.#report({ sent }),
      onPart: this.#forgetFailures,
    });
  }

  start(): void {
    window.addEventListener('online', this.#goOnIfLost);
    this.#resume();
  }

  /** Stops sending until {@link goOn}. The server keeps the received parts for a day. */
  pause(): void {
    if (this.#isOver || this.#state.phase === 'checking') return;
    this.#stop();
    this.#report({ phase: 'paused' });
  }

  goOn(): void {
    if (this.#isOver || (this.#state.phase !== 'paused' && this.#state.phase !== 'lost')) return;
    this.#forgetFailures();
    this.#resume();
  }

  /** Ends the upload and deletes the received parts. Without a connection they expire. */
  cancel(): void {
    const token = this.#token;
    this.leave();
    if (!token) return;
    canceledTokens.add(token);
    void cancelResumable(this.#setup.api, token).catch(() => {});
  }

  /** Ends sending. The server keeps the received parts. */
  leave(): void {
    this.#end(() => {});
  }

  #goOnIfLost = (): void => {
    if (this.#state.phase === 'lost') this.goOn();
  };

  #end(report: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stop();
    if (this.#token) activeTokens.delete(this.#token);
    window.removeEventListener('online', this.#goOnIfLost);
    report();
  }

  #stop(): void {
    this.#run += 1;
    clearTimeout(this.#timer);
    void this.#upload?.abort();
    this.#direct.abort();
  }

  #report(change: Partial<SendingState>): void {
    this.#state = { ...this.#state, ...change };
    this.#setup.onState(this.#state);
  }

  #hold(token: string | undefined): void {
    if (this.#token) activeTokens.delete(this.#token);
    this.#token = token;
    if (token) activeTokens.add(token);
  }

  #resume(): void {
    this.#stop();
    this.#report({ phase: 'sending' });
    void this.#send(this.#run);
  }

  async #send(run: number): Promise<void> {
    if (!this.#isFound) {
      const found = await this.#setup.find();
      if (run !== this.#run) return;
      this.#isFound = true;
      if (this.#takeUp(found)) return;
    }
    const tus = await loadTus().catch((error) => new ApiError(0, '', error));
    if (run !== this.#run) return;
    if (tus instanceof ApiError) return this.#stopped(tus);
    // Each start needs a new object: two starts of one object create two uploads on a slow connection.
    this.#upload = new tus.Upload(
      this.#setup.file,
      this.#options(() => run === this.#run),
    );
    this.#upload.start();
  }

  /** Continues the upload found on the server. Returns true when nothing is left to send. */
  #takeUp(found: contract.Resumable | undefined): boolean {
    const upload = found?.upload;
    if (upload) this.#end(() => this.#setup.onDone(upload));
    else if (found) {
      this.#hold(found.token);
      this.#report({ sent: found.received });
    }
    return Boolean(upload);
  }

  #options(isCurrent: () => boolean): UploadOptions {
    const { file, kind } = this.#setup;
    const token = this.#token;
    let mayBeDirect = false;
    return {
      // Never both: with both, a failed request for the offset would restart the file.
      ...(token
        ? { uploadUrl: urlOf(calls.getResumableOffset, { params: { token } }) }
        : { endpoint: urlOf(calls.createResumable, { query: { kind } }) }),
      metadata: { filename: file.name, modified: String(file.lastModified) },
      chunkSize: PART_BYTES,
      // Retries happen here, because they are endless without a connection, and visible to people.
      retryDelays: null,
      // The server lists unfinished uploads.
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        request.setHeader('csrf-token', await this.#getCsrfToken());
        if (!isCurrent()) throw new Error('paused');
      },
      onAfterResponse: (_request, response) => {
        if (response.getHeader(DIRECT_PARTS) === '1') mayBeDirect = !this.#direct.isRefused;
      },
      onUploadUrlAvailable: () => {
        const token = this.#upload?.url?.split('/').at(-1);
        if (token) this.#hold(token);
        if (token && mayBeDirect && isCurrent()) void this.#sendDirectly(token);
      },
      onProgress: (sent) => {
        if (isCurrent()) this.#report({ sent });
      },
      onChunkComplete: this.#forgetFailures,
      onSuccess: () => {
        if (isCurrent()) void this.#finish();
      },
      onError: (error) => {
        if (!isCurrent()) return;
        const { originalRequest, originalResponse: response } = error as DetailedError;
        if (originalRequest?.getMethod() === 'HEAD' && GONE.includes(response?.getStatus() ?? 0)) {
          this.#hold(undefined);
          return this.#resume();
        }
        this.#stopped(new ApiError(response?.getStatus() ?? 0, response?.getBody() ?? '', error));
      },
    };
  }

  /** Sends the rest of the file to the store. The tus upload ends before its first part. */
  async #sendDirectly(token: string): Promise<void> {
    this.#stop();
    const run = this.#run;
    try {
      const isComplete = await this.#direct.send(token, () => run === this.#run);
      if (run !== this.#run) return;
      if (isComplete) void this.#finish();
      else this.#resume();
    } catch (error) {
      if (run === this.#run) this.#stopped(toApiError(error));
    }
  }

  #forgetFailures = (): void => {
    this.#attempts = this.#failures = 0;
  };

  #getCsrfToken(): Promise<string> {
    const { api } = this.#setup;
    this.#csrfToken ??= api<typeof accounts.getCsrfToken>(getCsrfToken).then((its) => its.csrfToken);
    this.#csrfToken.catch(() => {
      this.#csrfToken = undefined;
    });
    return this.#csrfToken;
  }

  /** Finishes a file whose parts have all arrived: the server checks it. */
  async #finish(): Promise<void> {
    if (!this.#token) return;
    const { api, file, onDone } = this.#setup;
    this.#report({ phase: 'checking', sent: file.size });
    try {
      const params = { token: this.#token };
      const upload = await api<typeof contract.finishResumable>(calls.finishResumable, { params });
      this.#end(() => onDone(upload));
    } catch (error) {
      this.#stopped(toApiError(error));
    }
  }

  #stopped(error: ApiError): void {
    if (this.#isOver || this.#state.phase === 'paused') return;
    const { kind, onFailed } = this.#setup;
    const why = whyStopped(error, kind);
    if (error.status !== 0 && why !== 'busy') this.#failures += 1;
    if (typeof why === 'object' || this.#failures > MAX_FAILURES) {
      const message = typeof why === 'object' ? why.message : (error.reason ?? FAILURE);
      this.#end(() => onFailed(message));
      return;
    }
    if (why === 'token') this.#csrfToken = undefined;
    if (error.status === 0 || (why === 'later' && error.status >= 500)) this.#report({ phase: 'lost' });
    const wait = why === 'token' ? 0 : waitBefore(this.#attempts);
    this.#attempts += 1;
    this.#timer = setTimeout(() => this.#resume(), wait);
  }
}
