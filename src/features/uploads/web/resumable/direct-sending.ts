import type { Api } from '#platform/web/api-client.ts';
import { hasCode } from '#platform/web/api-error.ts';
import * as calls from '../../contract/resumable-calls.ts';
import type * as contract from '../../contract/resumable-endpoints.ts';

/** Time until the first byte of a part must leave, in ms: a firewall may drop packets silently. */
const FIRST_BYTE_WITHIN = 20_000;

interface DirectSetup {
  api: Api;
  file: File;
  /** Called with the bytes of the file that have been sent. */
  onProgress(sent: number): void;
  /** Called when the store has a part. */
  onPart(): void;
}

/** Sends the parts of a file from this browser to the store. The server confirms each of them. */
export class DirectSending {
  readonly #setup: DirectSetup;
  #request: XMLHttpRequest | undefined;
  /** Whether the next failure is tolerated: one after each part that the store accepted. */
  #isForgiven = false;
  #isRefused = false;

  constructor(setup: DirectSetup) {
    this.#setup = setup;
  }

  /** Whether the store is unreachable from this browser, so that the node takes the rest of the file. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /**
   * Sends all missing parts, as long as `isCurrent`. Returns false when a node has to send the rest. Throws
   * `ApiError` when the site does not respond, or when the store fails within the tolerance.
   */
  async send(token: string, isCurrent: () => boolean): Promise<boolean> {
    const { api } = this.#setup;
    const params = { token };
    let { part } = await api<typeof contract.nextDirectPart>(calls.nextDirectPart, { params });
    while (part && isCurrent()) {
      const { name } = part;
      const status = await this.#put(part);
      if (!isCurrent()) break;
      try {
        // Reported after a failure too: perhaps only the response was lost, and the site's own response shows
        // which side failed.
        const input = { params: { token, name }, body: { status } };
        ({ part } = await api<typeof contract.reportDirectPart>(calls.reportDirectPart, input));
      } catch (error) {
        if (!hasCode(error, 'part-missing')) throw error;
        this.#isRefused = !this.#isForgiven;
        this.#isForgiven = false;
        if (this.#isRefused) return false;
        throw error;
      }
      this.#isForgiven = true;
      this.#setup.onPart();
    }
    return true;
  }

  abort(): void {
    this.#request?.abort();
  }

  /** Returns the status of the store's response; 0 without one. */
  #put({ address, contentType, offset, bytes }: contract.DirectPart): Promise<number> {
    const { file, onProgress } = this.#setup;
    const request = new XMLHttpRequest();
    this.#request = request;
    const timer = setTimeout(() => request.abort(), FIRST_BYTE_WITHIN);
    onProgress(offset);
    return new Promise((resolve) => {
      request.upload.onprogress = ({ loaded }) => {
        if (loaded > 0) clearTimeout(timer);
        onProgress(offset + Math.min(loaded, bytes));
      };
      request.onloadend = () => {
        clearTimeout(timer);
        resolve(request.status);
      };
      request.open('PUT', address);
      request.setRequestHeader('content-type', contentType);
      request.send(file.slice(offset, offset + bytes));
    });
  }
}
