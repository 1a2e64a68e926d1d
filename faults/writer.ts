import { type Answer, NoAnswer } from './person.ts';

export interface Writer {
  name: string;
  /** Members are as many as come; editors are a few, however many nodes serve. */
  by: 'members' | 'editors';
  /** Makes one write and books it. */
  write(): Promise<Outcome>;
  /** What the site shows against the ledger: one line for each broken promise. */
  check(): Promise<string[]>;
  /** How many writes were acknowledged. */
  acknowledged(): number;
}

/**
 * `refused`: 503 or 507, so the site cannot at the moment; `lost`: no answer; `nothing`: the ledger had no room, and
 * nothing was sent; `wrong`: an answer that nobody should get.
 */
export type Outcome = { is: 'done' | 'refused' | 'lost' | 'nothing' } | { is: 'wrong'; what: string };

const REFUSALS = [503, 507];

/** What became of a call that answers `success` when all is well. */
export async function judge(
  asking: Promise<Answer>,
  ...success: number[]
): Promise<{ outcome: Outcome; answer?: Answer }> {
  try {
    const answer = await asking;
    if (success.includes(answer.status)) return { outcome: { is: 'done' }, answer };
    if (REFUSALS.includes(answer.status)) return { outcome: { is: 'refused' }, answer };
    return { outcome: { is: 'wrong', what: `${answer.status} ${answer.body.slice(0, 200)}` }, answer };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { outcome: { is: 'lost' } };
  }
}
