import { type Answer, isShed, NoAnswer } from './person.ts';

export interface Writer {
  name: string;
  /** Members grow with the load; editors are few, however many nodes serve. */
  by: 'members' | 'editors';
  /** Performs one write and records it in the ledger. */
  write(): Promise<Outcome>;
  /** Compares the site with the ledger: one line per broken promise. */
  check(): Promise<string[]>;
  /** Number of acknowledged writes. */
  acknowledged(): number;
}

/**
 * `shed`: 503 of a site with more work than processors, which breaks no promise; `refused`: 503 or 507 for
 * another reason, temporarily; `lost`: no response; `nothing`: the ledger was full and nothing was sent;
 * `wrong`: an unexpected response.
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

/** A random entry. */
export const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Names that appear more than once. */
export function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}
