import type { PaymentProvider, ProviderSubscription } from '#features/subscriptions/server/provider.ts';

/** Thrown where the process would have died. */
export class Crash extends Error {}

/**
 * A provider during whose calls the program can be killed: before a call is made, or after it was carried out and
 * before its answer is used. Between two calls everything of ours is one transaction or a single statement.
 */
export class CrashingProvider implements PaymentProvider {
  readonly name: 'paypal' | 'sandbox';
  readonly #real: PaymentProvider;
  #left = Number.POSITIVE_INFINITY;

  constructor(real: PaymentProvider) {
    this.#real = real;
    this.name = real.name;
  }

  /** Dies at the given step: 0 before the next call, 1 after it, 2 before the one after that, and so on. */
  crashAt(step: number): void {
    this.#left = step;
  }

  /** No crash is planned any more; answers whether the planned one has happened. */
  calm(): boolean {
    const crashed = this.#left < 0;
    this.#left = Number.POSITIVE_INFINITY;
    return crashed;
  }

  create = (order: { reference: string; returnUrl: string; cancelUrl: string }) =>
    this.#around(() => this.#real.create(order));
  read = (id: string): Promise<ProviderSubscription | null> => this.#around(() => this.#real.read(id));
  suspend = (id: string, reason: string) => this.#around(() => this.#real.suspend(id, reason));
  resume = (id: string, reason: string) => this.#around(() => this.#real.resume(id, reason));
  cancel = (id: string, reason: string) => this.#around(() => this.#real.cancel(id, reason));

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
