import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { listAuditLog } from '#features/audit-log/contract/calls.ts';
import * as calls from '#features/people/contract/calls.ts';
import type {
  changePerson,
  endPersonSessions,
  erasePerson,
  sendPersonLink,
} from '#features/people/contract/endpoints.ts';
import type { NewRole, PersonDetails } from '#features/people/contract/schemas.ts';
import { listEmailSignups } from '#features/signups/contract/admin-calls.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import { answersOf } from '#platform/web/query-keys.ts';
import { changeFailure } from '../presses/change-failure.ts';
import { useIsLeft } from '../use-is-left.ts';
import { PEOPLE_PATH } from './people-address.ts';

const ROLES: Record<NewRole, string> = {
  admin: 'an administrator',
  editor: 'an editor',
  member: 'a member',
};

const LISTS = [calls.listPeople, calls.countPeople, listAuditLog, listEmailSignups];

/**
 * Returns common parts of all calls about a person: parameters, the last change that was read, and reports.
 */
export function usePersonReport(person: PersonDetails) {
  const queries = useQueryClient();
  const email = person.email ?? '';
  // Also after an error, because another administrator may have changed the person.
  const refetch = () => queries.invalidateQueries({ predicate: answersOf(calls.getPerson, ...LISTS) });
  return {
    params: { kind: person.kind, id: String(person.id) },
    lastChange: person.changes[0]?.id ?? 0,
    email,
    name: person.name ?? email,
    report: (title: string, description: string, undo?: () => void) => async () => {
      toast({ title, description, ...(undo && { undo }) });
      await refetch();
    },
    fail: (title: string) => (error: unknown) => {
      changeFailure(title)(error);
      void refetch();
    },
    refetch,
  };
}

/** Calls that change a person. Each reports its result in a toast and shows the new state. */
export function usePersonCalls(person: PersonDetails) {
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const isLeft = useIsLeft();
  const { params, lastChange, email, name, report, fail } = usePersonReport(person);

  const setDisabled = useMutation({
    mutationFn: (isDisabled: boolean) =>
      api<typeof changePerson>(calls.changePerson, { params, body: { isDisabled, lastChange } }),
    onSuccess: (_, isDisabled) =>
      isDisabled
        ? report('Account disabled', `${name} can no longer log in.`)()
        : report('Account enabled', `${name} can log in again.`)(),
    onError: fail('The account was not changed'),
  });
  const setAccess = useMutation({
    mutationFn: (hasAccess: boolean) =>
      api<typeof changePerson>(calls.changePerson, { params, body: { hasAccess, lastChange } }),
    onSuccess: (_, hasAccess) =>
      hasAccess
        ? report('Access granted', `${email} can enter again.`)()
        : report('Access revoked', `${email} can no longer enter.`)(),
    onError: fail('The access was not changed'),
  });
  const setRole = useMutation({
    mutationFn: (role: NewRole) =>
      api<typeof changePerson>(calls.changePerson, { params, body: { role, lastChange } }),
    onSuccess: (_, role) => report('Role changed', `${name} is ${ROLES[role]} now, and logs in again.`)(),
    onError: fail('The role was not changed'),
  });
  const endSessions = useMutation({
    mutationFn: () =>
      api<typeof endPersonSessions>(calls.endPersonSessions, { params: { id: String(person.id) } }),
    onSuccess: report('Sessions ended', `${name} is logged out everywhere.`),
    onError: fail('The sessions were not ended'),
  });
  const sendLink = useMutation({
    mutationFn: () => api<typeof sendPersonLink>(calls.sendPersonLink, { params }),
    onSuccess: report('Link sent', `${email} gets a sign-in link.`),
    onError: fail('The link was not sent'),
  });
  const erase = useMutation({
    mutationFn: (confirmation: string) =>
      api<typeof erasePerson>(calls.erasePerson, { params, body: { confirmation, lastChange } }),
    onSuccess: async () => {
      toast({ title: 'Person erased', description: 'Only payments stay, without a name.' });
      if (!isLeft.current) navigate(PEOPLE_PATH, { replace: true });
      await queries.invalidateQueries({ predicate: answersOf(...LISTS) });
      queries.removeQueries({ predicate: answersOf(calls.getPerson) });
    },
    onError: fail('The person was not erased'),
  });
  return { setDisabled, setAccess, setRole, endSessions, sendLink, erase };
}

export type PersonCalls = ReturnType<typeof usePersonCalls>;
