import { Person } from './person.ts';
import { judge, type Outcome, type Writer } from './writer.ts';

/** Number of already checked payments that each check repeats, chosen at random. */
const LOOKED_AT_AGAIN = 40;

interface Payment {
  person: Person;
  id: string;
  /** Whether the payment was approved at the provider, and thus paid. */
  approved: 'yes' | 'perhaps' | 'no';
  /** The site reported the subscription as active. */
  active: boolean;
}

/** Visitors subscribe in three steps with a test payment. The site may be killed between any two steps. */
export class Activations implements Writer {
  readonly name = 'activations';
  readonly by = 'members';
  readonly #url: string;
  readonly #fresh: Payment[] = [];
  readonly #checked: Payment[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  acknowledged = () => [...this.#fresh, ...this.#checked].filter(({ active }) => active).length;

  async write(): Promise<Outcome> {
    const person = new Person(this.#url);
    const begun = await judge(person.call('POST', '/api/subscription/checkout', {}), 201);
    if (begun.outcome.is !== 'done') return begun.outcome;
    const id = (JSON.parse(begun.answer?.body ?? '{}') as { subscriptionId: string }).subscriptionId;
    const payment: Payment = { person, id, approved: 'perhaps', active: false };
    this.#fresh.push(payment);
    const approved = await judge(person.call('POST', `/api/sandbox-payments/${id}/approve`), 204);
    if (['refused', 'shed'].includes(approved.outcome.is)) payment.approved = 'no';
    if (approved.outcome.is !== 'done') return approved.outcome;
    payment.approved = 'yes';
    const { outcome } = await report(payment);
    payment.active = outcome.is === 'done';
    person.leave();
    return outcome;
  }

  async check(): Promise<string[]> {
    const broken: string[] = [];
    const again = [...this.#checked].sort(() => Math.random() - 0.5).slice(0, LOOKED_AT_AGAIN);
    for (const payment of [...this.#fresh.splice(0), ...again]) {
      broken.push(...(await problemsOf(payment)));
      payment.person.leave();
      if (!this.#checked.includes(payment)) this.#checked.push(payment);
    }
    return broken;
  }
}

const report = ({ person, id }: Payment) =>
  judge(person.call('POST', '/api/subscribe', { subscriptionId: id }), 200);

/**
 * Checks that payers get access (after another report if needed), that others do not, and that nobody pays
 * twice.
 */
async function problemsOf(payment: Payment): Promise<string[]> {
  const { person, id, approved } = payment;
  if (payment.active && (await statusOf(person)) !== 'active') return [`subscription lost: ${id}`];
  if (!payment.active) {
    const answer = await person.insist('POST', '/api/subscribe', { subscriptionId: id });
    if (answer.status === 202 && approved === 'yes') return [`paid, and not let in: ${id}`];
    if (answer.status === 200 && approved === 'no') return [`let in without paying: ${id}`];
    if (answer.status !== 200 && answer.status !== 202) return [`${id}: ${answer.status} ${answer.body}`];
    payment.active = answer.status === 200;
  }
  if (!payment.active) return [];
  const { status } = await person.insist('POST', '/api/subscription/checkout', {});
  return status === 409 ? [] : [`asked to pay again (${status}): ${id}`];
}

async function statusOf(person: Person): Promise<string | undefined> {
  const own = (await person.must('GET', '/api/subscription')) as { subscription: { status: string } | null };
  return own.subscription?.status;
}
