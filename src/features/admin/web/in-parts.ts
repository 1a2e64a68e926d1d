/** A failure (`cause`) after other parts have succeeded. */
export class PartlyDone<Answer> extends Error {
  /** Responses of the earlier parts. */
  readonly done: readonly Answer[];

  constructor(done: readonly Answer[], cause: unknown) {
    super('A call of several has failed', { cause });
    this.done = done;
  }
}

/**
 * Sends items in parts of at most `size`, one after another. Returns all responses in order. Throws the
 * failure of the first part, or {@link PartlyDone} for a later one.
 */
export async function inParts<Item, Answer>(
  items: readonly Item[],
  size: number,
  send: (part: Item[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const done: Answer[] = [];
  for (let from = 0; from < items.length; from += size) {
    const answers = await send(items.slice(from, from + size)).catch((error: unknown) => {
      throw from === 0 ? error : new PartlyDone(done, error);
    });
    done.push(...answers);
  }
  return done;
}
