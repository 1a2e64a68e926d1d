import { hashSecret } from '../guard/tokens.ts';
import type { Member, Reader } from '../serve/reader.ts';
import type { PersonalBody } from './personal-body.ts';

/** Maximum number of remembered sessions. */
const MAX_READERS = 10_000;

type MakeBody = (reader: Member) => Promise<PersonalBody>;

/** A body with the reader whose it is. */
interface Answered {
  reader: Member;
  body: PersonalBody;
}

/**
 * Readers of earlier requests by the hash of their session's id. They decide nothing: they only allow a
 * member's rows to be read while the session is, instead of after it.
 */
export class ExpectedReaders {
  readonly #readers = new Map<string, Member>();

  /**
   * Makes the body for a session's reader; undefined if that is no member. Begins at once for the reader of
   * the session's last request. That body counts only if the session, read by this request, still has this
   * reader.
   */
  async answer(
    session: string,
    findReader: (session: string) => Promise<Reader | null>,
    make: MakeBody,
  ): Promise<Answered | undefined> {
    const key = hashSecret(session);
    const expected = this.#readers.get(key);
    const early = expected && make(expected);
    // It may fail unused, if the session has ended.
    early?.catch(() => {});
    const reader = await findReader(session);
    if (expected && early && isSame(expected, reader)) return { reader: expected, body: await early };
    this.#remember(key, reader);
    return answerNow(reader, make);
  }

  #remember(key: string, reader: Reader | null): void {
    this.#readers.delete(key);
    if (!isMember(reader)) return;
    const [oldest] = this.#readers.keys();
    if (this.#readers.size >= MAX_READERS && oldest !== undefined) this.#readers.delete(oldest);
    this.#readers.set(key, reader);
  }
}

/** Makes the body for a reader; undefined if that is no member. */
export const answerNow = async (
  reader: Reader | null | undefined,
  make: MakeBody,
): Promise<Answered | undefined> => (isMember(reader) ? { reader, body: await make(reader) } : undefined);

const isMember = (reader: Reader | null | undefined): reader is Member => typeof reader?.userId === 'number';

/** Compares all that a body depends on. The fast path has no readers with a preview. */
const isSame = (expected: Member, reader: Reader | null): boolean =>
  reader !== null && expected.userId === reader.userId && expected.tier === reader.tier;
