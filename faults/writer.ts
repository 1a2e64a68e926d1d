import { type Answer, isShed, NoAnswer } from './person.ts';

export interface Writer {
  name: string;
  /** Number of writers: members grow with the load, and editors are few, however many nodes serve. */
  by: 'members' | 'editors';
  /** Performs one write and records it in the ledger. */
  write(): Promise<Outcome>;
  /** Compares the site with the ledger: one line per broken promise. */
  check(): Promise<string[]>;
  /** Number of acknowledged writes. */
  acknowledged(): number;
}

/**
 * `shed`: 503 because the site is busy, which breaks no promise. `refused`: 503 or 507 for another temporary
 * reason. `lost`: no response. `nothing`: the ledger was full and nothing was sent. `wrong`: an unexpected
 * response.
 */
export type Outcome =
  | { is: 'done' | 'shed' | 'refused' | 'lost' | 'nothing' }
  | { is: 'wrong'; what: string };

const REFUSALS = [503, 507];

/** Classifies the outcome of a call whose success status is `success`. */
export async function judge(
  asking: Promise<Answer>,
  ...success: number[]
): Promise<{ outcome: Outcome; answer?: Answer }> {
  try {
    const answer = await asking;
    if (success.includes(answer.status)) return { outcome: { is: 'done' }, answer };
    if (isShed(answer)) return { outcome: { is: 'shed' }, answer };
    if (REFUSALS.includes(answer.status)) return { outcome: { is: 'refused' }, answer };
    return { outcome: { is: 'wrong', what: `${answer.status} ${answer.body.slice(0, 200)}` }, answer };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { outcome: { is: 'lost' } };
  }
}

/** Returns a random entry. */
export const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Lists names that occur more than once. */
export function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}
