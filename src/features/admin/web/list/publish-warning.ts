import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { KINDS } from '../content/content-kinds.ts';

interface Surroundings {
  underDraft: number;
  onlyDrafts: number;
}

const PARENT = { ocean: '', wave: 'ocean', droplet: 'wave or ocean' } as const;
const CHILDREN = { ocean: 'waves', wave: 'droplets', droplet: '' } as const;

/**
 * Explains why readers will see fewer items than their administrator may expect; empty if there is no reason.
 */
export function publishWarning(
  kind: ItemType,
  count: number,
  { underDraft, onlyDrafts }: Surroundings,
): string {
  const { names } = KINDS[kind];
  const one = count === 1;
  const hidden = one
    ? `Its ${PARENT[kind]} is a draft, so readers cannot see this ${kind} yet.`
    : `Readers cannot see ${underDraft} of these ${names} yet: the ${PARENT[kind]} is a draft.`;
  const bare = one
    ? `All of its ${CHILDREN[kind]} are drafts, so readers will find this ${kind} empty.`
    : `Readers will find ${onlyDrafts} of these ${names} empty: all ${CHILDREN[kind]} in them are drafts.`;
  return [...(underDraft > 0 ? [hidden] : []), ...(onlyDrafts > 0 ? [bare] : [])].join(' ');
}
