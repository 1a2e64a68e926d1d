import type {
  EventPayment,
  Order,
  Part,
  PaymentProvider,
  ProviderSubscription,
} from '#features/subscriptions/server/provider.ts';
import type { Terms } from '#features/subscriptions/shared/prices.ts';

/** Thrown in place of a process kill. */
export class Crash extends Error {}

/**
 * Payment provider that can crash the program before a call, or after the call's execution and before the use
 * of its response. The program's work between two calls is one transaction or one statement.
 */
export class CrashingProvider implements PaymentProvider {
  readonly name: 'paypal' | 'sandbox';
  readonly cardUrl: string | null;
  readonly account: string;
  readonly #real: PaymentProvider;
  #left = Number.POSITIVE_INFINITY;

  constructor(real: PaymentProvider) {
    this.#real = real;
    this.name = real.name;
    this.cardUrl = real.cardUrl;
    this.account = real.account;
  }

  /** Plans a crash: step 0 is before the next call, 1 after it, 2 before the following call, and so on. */
  crashAt(step: number): void {
    this.#left = step;
  }

  /** Cancels the planned crash and returns whether it has happened. */
  calm(): boolean {
    const crashed = this.#left < 0;
    this.#left = Number.POSITIVE_INFINITY;
    return crashed;
  }

  createPlan = (terms: Terms, requestId: string) =>
    this.#around(() => this.#real.createPlan(terms, requestId));
  planProblems = (planId: string, terms: Terms) => this.#real.planProblems(planId, terms);
  create = (order: Order) => this.#around(() => this.#real.create(order));
  read = (id: string): Promise<ProviderSubscription | null> => this.#around(() => this.#real.read(id));
  suspend = (id: string, reason: string) => this.#around(() => this.#real.suspend(id, reason));
  resume = (id: string, reason: string) => this.#around(() => this.#real.resume(id, reason));
  cancel = (id: string, reason: string) => this.#around(() => this.#real.cancel(id, reason));

  locate = (payment: EventPayment) => this.#around(() => this.#real.locate(payment));
  refund = (paymentId: string, requestId: string, part?: Part) =>
    this.#around(() => this.#real.refund(paymentId, requestId, part));

  async #around<T>(call: () => Promise<T>): Promise<T> {
    this.#step();
    const answer = await call();
    this.#step();
    return answer;
  }

  #step(): void {
    if (this.#left === 0) {
      this.#left = -1;
      throw new Crash('The program was killed here.');
    }
    if (this.#left > 0) this.#left -= 1;
  }
}
