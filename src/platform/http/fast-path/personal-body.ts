import { type Chunk, toChunk } from '../cache/cached-response.ts';
import { acceptedEncoding, type Encoding, encode, encodingFor } from '../cache/content-encoding.ts';
import { Answer } from '../contract/endpoint.ts';

/** The body of a personal response before its encoding. */
export type PersonalBody = string | RepeatedBody;

interface EncodedBody {
  body: Chunk;
  encoding: Encoding;
}

/** A body for several responses. Each encoding is made once. */
export class RepeatedBody {
  readonly text: string;
  readonly #encoded = new Map<Encoding, EncodedBody>();

  constructor(text: string) {
    this.text = text;
  }

  async encodeFor(accepted: Encoding): Promise<EncodedBody> {
    const known = this.#encoded.get(accepted);
    if (known) return known;
    const made = await encodeText(this.text, accepted);
    this.#encoded.set(accepted, made);
    return made;
  }
}

/**
 * Makes bodies from the results of handlers. A handler may return an `Answer` again, whose bytes are made
 * once.
 */
export function bodiesOf(textOf: (result: unknown) => string): (result: unknown) => PersonalBody {
  const repeated = new WeakMap<Answer, RepeatedBody>();
  return (result) => {
    if (!(result instanceof Answer)) return textOf(result);
    const body = repeated.get(result) ?? new RepeatedBody(textOf(result));
    repeated.set(result, body);
    return body;
  };
}

/** Encodes a personal response's body as the client accepts it. `body.length` is in bytes. */
export function encodeFor(accepted: string | undefined, body: PersonalBody): Promise<EncodedBody> {
  const encoding = acceptedEncoding(accepted);
  return typeof body === 'string' ? encodeText(body, encoding) : body.encodeFor(encoding);
}

async function encodeText(text: string, accepted: Encoding): Promise<EncodedBody> {
  const bytes = Buffer.byteLength(text);
  const encoding = encodingFor(bytes, accepted);
  // A text with one character per byte is a chunk already, and Node sends it together with the headers.
  const isChunk = encoding === 'identity' && bytes === text.length;
  return { body: isChunk ? text : toChunk(await encode(Buffer.from(text), encoding, 'once')), encoding };
}
