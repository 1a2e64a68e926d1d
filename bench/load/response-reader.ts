const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Finds the end of each HTTP response in a connection's bytes. It costs a tenth of a full client, so that the
 * load costs less than the server. Supports fixed lengths, chunks and empty bodies.
 */
export class ResponseReader {
  status = 0;
  #head: Buffer | undefined;
  /** Missing bytes of the body or chunk; undefined while a head or chunk size is read. */
  #remaining: number | undefined;
  #chunked = false;
  #line = '';

  /**
   * Consumes received bytes. Returns true when the response is complete, after which the next one may begin.
   */
  take(bytes: Buffer): boolean {
    let at = 0;
    if (this.#remaining === undefined && !this.#chunked) {
      const head = this.#head ? Buffer.concat([this.#head, bytes]) : bytes;
      const end = head.indexOf(HEAD_END);
      if (end < 0) {
        this.#head = head;
        return false;
      }
      at = end + HEAD_END.length - (head.length - bytes.length);
      this.#head = undefined;
      this.#begin(head.toString('latin1', 0, end));
    }
    if (this.#chunked) return this.#chunks(bytes, at);
    this.#remaining = (this.#remaining ?? 0) - (bytes.length - at);
    if (this.#remaining > 0) return false;
    if (this.#remaining < 0) throw new Error('The response is longer than its content-length.');
    this.#remaining = undefined;
    return true;
  }

  #begin(head: string): void {
    this.status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    if (length) this.#remaining = Number(length[1]);
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) this.#chunked = true;
    else if (this.status === 304 || this.status === 204) this.#remaining = 0;
    else throw new Error(`A response with status ${this.status} has no length.`);
    if (this.status === 304) this.#remaining = 0;
  }

  #chunks(bytes: Buffer, from: number): boolean {
    let at = from;
    while (at < bytes.length) {
      if (this.#remaining !== undefined) {
        const taken = Math.min(this.#remaining, bytes.length - at);
        at += taken;
        this.#remaining -= taken;
        if (this.#remaining > 0) return false;
        this.#remaining = undefined;
        continue;
      }
      this.#line += String.fromCharCode(bytes[at] as number);
      at += 1;
      if (!this.#line.endsWith('\r\n')) continue;
      const size = Number.parseInt(this.#line, 16);
      if (size > 0) {
        // An empty line follows each chunk.
        this.#remaining = size + 2;
        this.#line = '';
      } else if (size !== 0) throw new Error('A chunk of the response has no size.');
      // The last chunk is empty, and an empty line follows.
      else if (this.#line.endsWith('\r\n\r\n')) {
        this.#line = '';
        this.#chunked = false;
        return true;
      }
    }
    return false;
  }
}
