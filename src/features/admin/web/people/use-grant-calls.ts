import { useMutation } from '@tanstack/react-query';
import * as calls from '#features/people/contract/calls.ts';
import type {
  changePerson,
  changePersonGrant,
  grantPersonAccess,
} from '#features/people/contract/endpoints.ts';
import type { PersonDetails } from '#features/people/contract/schemas.ts';
import { useApi } from '#platform/web/page.ts';
import { usePersonReport } from './use-person-calls.ts';

/** Calls that grant access or change an account, each with Undo. */
export function useGrantCalls(person: PersonDetails) {
  const api = useApi();
  const { params, lastChange, email, name, report, fail, refetch } = usePersonReport(person);

  const setWithdrawn = useMutation({
    mutationFn: ({ id, isWithdrawn }: { id: number; isWithdrawn: boolean }) =>
      api<typeof changePersonGrant>(calls.changePersonGrant, {
        params: { ...params, grant: String(id) },
        body: { isWithdrawn, lastChange },
      }),
    onSuccess: (_, { id, isWithdrawn }) =>
      isWithdrawn
        ? report('Access withdrawn', `${name} is not told. Undo works for ten seconds.`, () =>
            setWithdrawn.mutate({ id, isWithdrawn: false }),
          )()
        : report('Access given back', `${name} has it as before.`)(),
    onError: fail('The access was not changed'),
  });
  const grant = useMutation({
    mutationFn: (body: { endsAt: string; reason: string }) =>
      api<typeof grantPersonAccess>(calls.grantPersonAccess, { params, body: { ...body, lastChange } }),
    onSuccess: ({ id }) =>
      report('Access granted', `${name} is not told. Undo works for ten seconds.`, () =>
        setWithdrawn.mutate({ id, isWithdrawn: true }),
      )(),
    // The form shows the problem.
    onError: () => void refetch(),
  });
  const rename = useMutation({
    mutationFn: ({ to }: { from: string; to: string; isUndo?: boolean }) =>
      api<typeof changePerson>(calls.changePerson, { params, body: { name: to, lastChange } }),
    onSuccess: (_, { from, to, isUndo }) =>
      report(
        'Name changed',
        `${from} is now ${to}.`,
        isUndo ? undefined : () => rename.mutate({ from: to, to: from, isUndo: true }),
      )(),
    onError: (error, { isUndo }) => (isUndo ? fail('The name was not changed')(error) : void refetch()),
  });
  const confirmEmail = useMutation({
    mutationFn: () =>
      api<typeof changePerson>(calls.changePerson, { params, body: { confirmedEmail: email, lastChange } }),
    onSuccess: report('Address confirmed', `${email} belongs to ${name}.`),
    onError: fail('The address was not confirmed'),
  });
  return { grant, setWithdrawn, rename, confirmEmail };
}

export type GrantCalls = ReturnType<typeof useGrantCalls>;
