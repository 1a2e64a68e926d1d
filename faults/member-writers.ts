import { randomUUID } from 'node:crypto';
import { Person } from './person.ts';
import { judge, type Outcome, pick, repeated, type Writer } from './writer.ts';

/** Sign-ups: visitors enter with new addresses. */
export class Signups implements Writer {
  readonly name = 'signups';
  readonly by = 'members';
  readonly #url: string;
  readonly #admin: Person;
  readonly #acknowledged = new Set<string>();

  constructor(url: string, admin: Person) {
    this.#url = url;
    this.#admin = admin;
  }

  acknowledged = () => this.#acknowledged.size;

  async write(): Promise<Outcome> {
    const visitor = new Person(this.#url);
    const email = `${randomUUID()}@fault.example`;
    const { outcome } = await judge(visitor.send('POST', '/api/email-signup', { email }), 201);
    visitor.leave();
    if (outcome.is === 'done') this.#acknowledged.add(email);
    return outcome;
  }

  async check(): Promise<string[]> {
    const shown = ((await this.#admin.must('GET', '/api/email-signups')) as { email: string }[]).map(
      ({ email }) => email,
    );
    const there = new Set(shown);
    return [
      ...[...this.#acknowledged].filter((email) => !there.has(email)).map((email) => `signup lost: ${email}`),
      ...repeated(shown).map((email) => `signup twice: ${email}`),
    ];
  }
}

/** Favorites: members add and remove hearts. */
export class Favorites implements Writer {
  readonly name = 'favorites';
  readonly by = 'members';
  readonly #members: readonly Person[];
  readonly #items: readonly number[];
  /** Possible states by member and item, the likeliest first. */
  readonly #state = new Map<string, readonly boolean[]>();
  readonly #busy = new Set<string>();
  #count = 0;

  constructor(members: readonly Person[], items: readonly number[]) {
    this.#members = members;
    this.#items = items;
  }

  acknowledged = () => this.#count;

  async write(): Promise<Outcome> {
    const who = Math.floor(Math.random() * this.#members.length);
    const itemId = pick(this.#items);
    const key = `${who}:${itemId}`;
    // Two concurrent presses may be executed in either order.
    if (this.#busy.has(key)) return { is: 'nothing' };
    this.#busy.add(key);
    const before = this.#state.get(key) ?? [false];
    const isAdded = !before[0];
    const press = { itemType: 'droplet', itemId };
    const method = isAdded ? 'POST' : 'DELETE';
    const { outcome } = await judge(
      (this.#members[who] as Person).call(method, '/api/favorites', press),
      204,
    );
    if (outcome.is === 'done') this.#count += 1;
    this.#state.set(key, outcome.is === 'done' ? [isAdded] : [!isAdded, isAdded]);
    this.#busy.delete(key);
    return outcome;
  }

  async check(): Promise<string[]> {
    const broken: string[] = [];
    for (const [who, member] of this.#members.entries()) {
      const list = (await member.must('GET', '/api/favorites')) as { itemType: string; itemId: number }[];
      const shown = list.map(({ itemId }) => String(itemId));
      for (const id of repeated(shown)) broken.push(`favorite twice: droplet ${id} of member ${who}`);
      for (const itemId of this.#items) {
        const key = `${who}:${itemId}`;
        const is = shown.includes(String(itemId));
        if (!(this.#state.get(key) ?? [false]).includes(is))
          broken.push(`favorite ${is ? 'came back' : 'lost'}: droplet ${itemId} of member ${who}`);
        this.#state.set(key, [is]);
      }
    }
    return broken;
  }
}
