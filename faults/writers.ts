import { randomUUID } from 'node:crypto';
import { Activations } from './activations.ts';
import { Favorites, Signups } from './member-writers.ts';
import { Person } from './person.ts';
import { ADMIN } from './site-node.ts';
import { judge, type Outcome, pick, repeated, type Writer } from './writer.ts';

/*
 * Kinds of writes. Each keeps a ledger of acknowledged writes and compares it with the site afterwards. A
 * write that got no response, or was temporarily refused, may have been executed once or not at all, but
 * never twice or partly.
 */

const MEMBERS = 6;
const EDITED = 12;

interface Droplet {
  id: number;
  title: string;
  version: number;
}

/** Signs in the writers and creates their items. */
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
  // One line per kind of write.
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

/** Expected state of a droplet: one of these titles, and at least this number of changes. */
interface Expected {
  titles: readonly string[];
  least: number;
  most: number;
}

/**
 * Edits: an administrator changes titles. The item's version counts changes, so that duplicates are noticed.
 */
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

/**
 * Creations: an administrator creates waves. Each write also adds to the audit log and bumps the catalogue
 * version.
 */
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
