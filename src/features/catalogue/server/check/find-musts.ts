import { preparedName } from '#features/uploads/shared/prepared-name.ts';
import { UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { Writing } from '../../contract/writing-endpoints.ts';
import { writtenName } from '../../shared/written-address.ts';
import { ownPath } from '../media/own-path.ts';
import { elementsOf, parseText, wordsOf } from '../writing/parse-text.ts';
import { writingsAt } from '../writing/writings.ts';

/** A condition that an item must meet before its publication. */
interface Must {
  name: 'film' | 'text';
  /** The program is preparing the film or sound, so this condition ends by itself. */
  isUnderway?: boolean;
  title: string;
  detail: string;
}

/** Rows per statement. */
const AT_ONCE = 500;

/** Finds the unmet conditions for publishing, by media address. */
export async function findMusts(db: Db, addresses: readonly (string | null)[]): Promise<Map<string, Must>> {
  const musts = new Map<string, Must>();
  const writings = await writingsAt(db, addresses);
  const jobs = await findJobs(db, addresses);
  const gone = await findGone(db, addresses);
  for (const address of addresses) {
    if (address === null) continue;
    const job = jobs.get(preparedName(address) ?? '');
    const text = writtenName(address) ? mustOfWriting(writings.get(address)) : undefined;
    const must = job ?? text ?? (gone.has(address) ? mustOfGone(address) : undefined);
    if (must) musts.set(address, must);
  }
  return musts;
}

/**
 * Finds the unmet condition for each of several items. `writing` is the item's text that is not stored yet.
 */
export async function mustsOf(
  db: Db,
  items: readonly { mediaUrl: string | null; writing?: Writing | undefined }[],
): Promise<(Must | undefined)[]> {
  const stored = items.map(({ mediaUrl, writing }) => (writing ? null : mediaUrl));
  const musts = await findMusts(db, stored);
  return items.map(({ mediaUrl, writing }) => (writing ? mustOfWriting(writing) : musts.get(mediaUrl ?? '')));
}

async function findJobs(db: Db, addresses: readonly (string | null)[]): Promise<Map<string, Must>> {
  const names = addresses.flatMap((address) => preparedName(address ?? '') ?? []);
  const found = new Map<string, Must>();
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const rows = await db
      .selectFrom('media_jobs')
      .select(['upload_name', 'state', 'percent', 'problem'])
      .where('upload_name', 'in', names.slice(start, start + AT_ONCE))
      .where('state', '!=', 'done')
      .execute();
    for (const { upload_name, state, percent, problem } of rows) {
      const noun = upload_name.endsWith('.mp4') ? 'film' : 'sound';
      const isOver = state === 'failed' || state === 'canceled';
      found.set(upload_name, {
        name: 'film',
        isUnderway: !isOver,
        title: isOver ? `The ${noun} is not prepared` : `The ${noun} is still being prepared`,
        detail: isOver ? (problem ?? 'It was stopped. Choose the file again.') : `${percent} percent.`,
      });
    }
  }
  return found;
}

/**
 * Finds addresses of uploads that do not exist. Two causes: an upload unused for a week is deleted while a
 * draft in a browser still names it, and imported files carry another site's addresses.
 */
async function findGone(db: Db, addresses: readonly (string | null)[]): Promise<Set<string>> {
  const gone = new Map(
    addresses.flatMap((address): [string, string][] => {
      const path = ownPath(address);
      return address && path?.startsWith(UPLOADS_PREFIX)
        ? [[address, path.slice(UPLOADS_PREFIX.length)]]
        : [];
    }),
  );
  const hashes = [...new Set(gone.values())];
  const known = new Set<string>();
  for (let start = 0; start < hashes.length; start += AT_ONCE) {
    const some = hashes.slice(start, start + AT_ONCE);
    const rows = await db.selectFrom('uploads').select('hash').where('hash', 'in', some).execute();
    for (const { hash } of rows) known.add(hash);
  }
  return new Set([...gone].flatMap(([address, hash]) => (known.has(hash) ? [] : [address])));
}

const mustOfGone = (address: string): Must => ({
  name: 'film',
  title: `The ${/\.(mp4|webm)$/.test(address) ? 'film' : 'file'} does not exist any more`,
  detail: 'Choose the file again.',
});

function mustOfWriting(writing: Writing | undefined): Must | undefined {
  if (!writing) return { name: 'text', title: 'The text does not exist any more', detail: 'Write it again.' };
  if (!isBlank(writing)) return undefined;
  const noun = writing.kind === 'text' ? 'text' : 'exercise';
  return { name: 'text', title: 'Nothing is written yet', detail: `Write the ${noun}, then publish.` };
}

function isBlank({ kind, source }: Writing): boolean {
  if (kind === 'exercise') return source.trim() === '';
  const nodes = parseText(source);
  return wordsOf(nodes).trim() === '' && !elementsOf(nodes).some(([tag]) => tag === 'img');
}

/** Throws 409 when one of the items must not be published yet, or is live and must not get its new medium. */
export async function assertPublishable(
  db: Db,
  items: readonly { title: string; mediaUrl: string | null; isLive?: boolean }[],
): Promise<void> {
  const musts = await mustsOf(db, items);
  for (const [index, { title, isLive }] of items.entries()) {
    const must = musts[index];
    if (!must) continue;
    const cannot = isLive ? 'is live and cannot be changed to this yet' : 'cannot be published yet';
    const message = `“${title}” ${cannot}. ${must.title}. ${must.detail}`;
    const path = isLive ? 'mediaUrl' : 'isPublished';
    throw new HttpError('not-publishable', message, { issues: [{ path, message }] });
  }
}
