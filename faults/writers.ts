import { randomUUID } from 'node:crypto';
import { Activations } from './activations.ts';
import { Person } from './person.ts';
import { ADMIN } from './site-node.ts';
import { judge, type Outcome, type Writer } from './writer.ts';

/* Kinds of writes. Each keeps a ledger of what was acknowledged and compares it with what the site shows afterwards.
   A write without an answer, or one that was refused for the moment, may have been done or not; never twice, never half. */

const MEMBERS = 6;
const EDITED = 12;

interface Droplet {
  id: number;
  title: string;
  version: number;
}

/** Signs in the people who write, and makes what they write about. */
export async function prepareWriters(url: string): Promise<Writer[]> {
  const admin = new Person(url);
  await admin.signIn(ADMIN.username, ADMIN.password);
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, async () => {
      const member = new Person(url);
      await member.register(`member-${randomUUID().slice(0, 8)}`);
      return member;
    }),
  );
  const ocean = (await admin.must('POST', '/api/oceans', anItem('Ocean of faults'))) as { id: number };
  const wave = (await admin.must('POST', '/api/waves', {
    ...anItem('Wave of faults'),
    oceanId: ocean.id,
  })) as { id: number };
  const droplets: Droplet[] = [];
  for (let at = 0; at < EDITED; at += 1)
    droplets.push(
      (await admin.must('POST', '/api/droplets', {
        ...anItem(`Edited ${at}`),
        waveId: wave.id,
        mediaUrl: 'https://video.example/a.mp4',
      })) as Droplet,
    );
  // One line for each kind of write.
  return [
    new Signups(url, admin),
    new Favorites(
      members,
      droplets.map(({ id }) => id),
    ),
    new Edits(admin, droplets),
    new Creations(admin, ocean.id),
    new Activations(url),
  ];
}

const anItem = (title: string) => ({
  title,
  description: 'Written while faults happen.',
  imageUrl: '/covers/ocean/faults.svg',
  isPublished: true,
});

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Names that the site shows more than once. */
function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}

/** Visitors enter with a new address. */
class Signups implements Writer {
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

/** Members press hearts. */
class Favorites implements Writer {
  readonly name = 'favorites';
  readonly by = 'members';
  readonly #members: readonly Person[];
  readonly #items: readonly number[];
  /** Member and item → what it may be, the likeliest first. */
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
    // Two presses at once may be done in either order, and then nobody knows what to expect.
    if (this.#busy.has(key)) return { is: 'nothing' };
    this.#busy.add(key);
    const before = this.#state.get(key) ?? [false];
    const wanted = !before[0];
    const press = { itemType: 'droplet', itemId };
    const method = wanted ? 'POST' : 'DELETE';
    const { outcome } = await judge(
      (this.#members[who] as Person).call(method, '/api/favorites', press),
      204,
    );
    if (outcome.is === 'done') this.#count += 1;
    this.#state.set(key, outcome.is === 'done' ? [wanted] : [!wanted, wanted]);
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

/** What a droplet may be like: one of these titles, and as many changes as were made, or some more. */
interface Expected {
  titles: readonly string[];
  least: number;
  most: number;
}

/** An administrator changes titles. An item's version counts its changes: so one that is done twice shows. */
class Edits implements Writer {
  readonly name = 'edits';
  readonly by = 'editors';
  readonly #admin: Person;
  readonly #ledger: Map<number, Expected>;
  readonly #busy = new Set<number>();
  #count = 0;

  constructor(admin: Person, droplets: readonly Droplet[]) {
    this.#admin = admin;
    this.#ledger = new Map(droplets.map((droplet) => [droplet.id, asItIs(droplet)]));
  }

  acknowledged = () => this.#count;

  async write(): Promise<Outcome> {
    const id = pick([...this.#ledger.keys()]);
    const before = this.#ledger.get(id);
    if (!before || this.#busy.has(id)) return { is: 'nothing' };
    this.#busy.add(id);
    const title = `Edited ${randomUUID()}`;
    const { outcome } = await judge(this.#admin.call('PUT', `/api/droplets/${id}`, { title }), 200);
    const isDone = outcome.is === 'done';
    if (isDone) this.#count += 1;
    this.#ledger.set(id, {
      titles: isDone ? [title] : [...before.titles, title],
      least: before.least + (isDone ? 1 : 0),
      most: before.most + 1,
    });
    this.#busy.delete(id);
    return outcome;
  }

  async check(): Promise<string[]> {
    const broken: string[] = [];
    for (const [id, { titles, least, most }] of this.#ledger) {
      const shown = (await this.#admin.must('GET', `/api/droplets/${id}`)) as Droplet;
      if (!titles.includes(shown.title)) broken.push(`edit lost: droplet ${id} is called "${shown.title}"`);
      if (shown.version < least || shown.version > most)
        broken.push(
          `edits lost or twice: droplet ${id} is version ${shown.version}, not ${least} to ${most}`,
        );
      this.#ledger.set(id, asItIs(shown));
    }
    return broken;
  }
}

const asItIs = ({ title, version }: Droplet): Expected => ({
  titles: [title],
  least: version,
  most: version,
});

/** An administrator makes waves: each also writes the trail, and moves the catalogue's version. */
class Creations implements Writer {
  readonly name = 'new items';
  readonly by = 'editors';
  readonly #admin: Person;
  readonly #oceanId: number;
  readonly #acknowledged = new Set<string>();

  constructor(admin: Person, oceanId: number) {
    this.#admin = admin;
    this.#oceanId = oceanId;
  }

  acknowledged = () => this.#acknowledged.size;

  async write(): Promise<Outcome> {
    const title = `Made ${randomUUID()}`;
    const { outcome } = await judge(
      this.#admin.call('POST', '/api/waves', { ...anItem(title), oceanId: this.#oceanId }),
      201,
    );
    if (outcome.is === 'done') this.#acknowledged.add(title);
    return outcome;
  }

  async check(): Promise<string[]> {
    const list = (await this.#admin.must('GET', `/api/oceans/${this.#oceanId}/waves`)) as { title: string }[];
    const shown = list.map(({ title }) => title);
    const there = new Set(shown);
    return [
      ...[...this.#acknowledged].filter((title) => !there.has(title)).map((title) => `item lost: ${title}`),
      ...repeated(shown).map((title) => `item twice: ${title}`),
    ];
  }
}
