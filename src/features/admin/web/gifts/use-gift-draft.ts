import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listAuditLog } from '#features/audit-log/contract/calls.ts';
import { createGiftCode, listGiftCodes } from '#features/gifts/contract/admin-calls.ts';
import type { createGiftCode as Create } from '#features/gifts/contract/endpoints.ts';
import type { GiftCode } from '#features/gifts/contract/schemas.ts';
import { useUnloadGuard } from '#platform/design/form/use-unload-guard.ts';
import { useApi } from '#platform/web/page.ts';
import { answersOf } from '#platform/web/query-keys.ts';
import { dayAfterMonths, endOfDay } from '../days.ts';
import { randomId } from '../random-id.ts';
import { splitAddresses } from './gift-words.ts';

/** Typed values of a new code. */
interface GiftDraft {
  /** Idempotency key of exactly these values; changed values make another code. */
  key: string;
  word: string;
  months: string;
  uses: string;
  day: string;
  addresses: string;
}

const newDraft = (): GiftDraft => ({
  key: randomId(),
  word: '',
  months: '3',
  uses: '20',
  day: dayAfterMonths(4),
  addresses: '',
});

/**
 * Holds the typed values of a new code, and makes the code. The page calls it, so that closing the form loses
 * nothing. `isAsTyped`: the values have not changed since.
 */
export function useGiftDraft(onCreated: (gift: GiftCode, isAsTyped: boolean) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(newDraft);
  useUnloadGuard(draft.word !== '' || draft.addresses !== '');
  const create = useMutation({
    mutationFn: ({ key, word, months, uses, day, addresses }: GiftDraft) =>
      api<typeof Create>(createGiftCode, {
        body: {
          key,
          word,
          months: Number(months),
          uses: Number(uses),
          endsAt: endOfDay(day) ?? '',
          invitations: splitAddresses(addresses),
        },
      }),
    onSuccess: async (gift, { key }) => {
      const isAsTyped = key === draft.key;
      if (isAsTyped) setDraft(newDraft());
      onCreated(gift, isAsTyped);
      await queries.invalidateQueries({ predicate: answersOf(listGiftCodes, listAuditLog) });
    },
  });
  const type = (part: Partial<Omit<GiftDraft, 'key'>>) =>
    setDraft((now) => ({ ...now, ...part, key: randomId() }));
  return { draft, type, create };
}
