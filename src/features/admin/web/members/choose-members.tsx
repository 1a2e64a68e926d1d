import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useLocation } from 'wouter';
import * as calls from '#features/member-import/contract/calls.ts';
import type { checkMembers } from '#features/member-import/contract/endpoints.ts';
import { useUnloadGuard } from '#platform/design/form/use-unload-guard.ts';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { useIsLeft } from '../use-is-left.ts';
import { memberImportHref } from './member-import-address.ts';
import * as css from './members.module.css';

const MB = 1024 * 1024;

class TooLarge extends Error {}

/** Chooses a file of members and has it checked, without importing anything. */
export function ChooseMembers({ again = false }: { again?: boolean }) {
  const id = useId();
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const isLeft = useIsLeft();
  const check = useMutation({
    mutationFn: async (file: File) => {
      // The server has the same limit, but checks it after the transfer.
      if (file.size > calls.MAX_IMPORT_BYTES)
        throw new TooLarge(
          `It is larger than ${calls.MAX_IMPORT_BYTES / MB} MB. Split it into smaller files.`,
        );
      return api<typeof checkMembers>(calls.checkMembers, {
        query: { name: file.name.slice(0, calls.MAX_FILE_NAME) },
        file,
      });
    },
    onSuccess: (data) => {
      queries.setQueryData(keyOf(calls.getMemberImport, { id: data.id }), data);
      if (!isLeft.current) navigate(memberImportHref(data.id));
    },
  });
  // Navigation within the site does not interrupt the upload.
  useUnloadGuard(check.isPending);
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    const file = input.current?.files?.[0];
    if (!input.current || !file || check.isPending) return;
    // Allows choosing the same file again after a correction.
    input.current.value = '';
    check.mutate(file);
  };
  // A file that was chosen before the page's script ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(choose, []);
  const { variables: file, error } = check;
  return (
    <div className={css.choose} data-part="choose-members">
      <label className={`btn file-btn ${again ? 'line' : ''}`} aria-busy={check.isPending}>
        {check.isPending ? 'Checking...' : again ? 'Choose another file' : 'Choose file'}
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-describedby={`${id}-note`}
          // `disabled` would drop the focus.
          onClick={(event) => check.isPending && event.preventDefault()}
          onChange={choose}
        />
      </label>
      <p className="hint" id={`${id}-note`}>
        In Ghost: Members, then Export. In another Stillwater: User Management, then Download CSV. The file is
        only checked first. Nobody gets a mail unless you ask for it.
      </p>
      <div role="status">{check.isPending ? `Checking ${file?.name ?? 'the file'}...` : null}</div>
      {error ? (
        <ErrorNote role="alert">
          {file?.name} was not imported. {error instanceof TooLarge ? error.message : failureText(error)}
        </ErrorNote>
      ) : null}
    </div>
  );
}
