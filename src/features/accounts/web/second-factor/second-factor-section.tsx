import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { many } from '#platform/web/counts.ts';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/second-factor-change-calls.ts';
import type { newRecoveryCodes, SecondFactor, turnTotpOff } from '../../contract/second-factor-endpoints.ts';
import { AccountSection } from '../account/account-section.tsx';
import { FormOpener } from '../account/form-opener.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import * as css from './second-factor.module.css';
import { secondFactorQuery } from './second-factor-query.ts';
import { SetUpCodes } from './set-up-codes.tsx';

/** Shows the second factor of administrators and editors: codes from an app, and recovery codes. */
export function SecondFactorSection({ hasPassword }: { hasPassword: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const { data: state, isError } = useQuery(secondFactorQuery(api));
  const [shownCodes, setShownCodes] = useState<readonly string[] | null>(null);
  const refresh = () => void queries.invalidateQueries(secondFactorQuery(api));
  const showCodes = (codes: readonly string[]) => {
    setShownCodes(codes);
    refresh();
  };
  return (
    <AccountSection title="Second factor">
      {shownCodes ? (
        <RecoveryCodes codes={shownCodes} onStored={() => setShownCodes(null)} />
      ) : state ? (
        <>
          <p>{describe(state)}</p>
          {state.codes ? (
            <CodesOn hasPassword={hasPassword} onRecoveryCodes={showCodes} onTurnedOff={refresh} />
          ) : (
            <FormOpener label="Set up an authenticator app">
              {(close) => (
                <SetUpCodes hasPassword={hasPassword} onRecoveryCodes={showCodes} onCancel={close} />
              )}
            </FormOpener>
          )}
        </>
      ) : isError ? (
        <ErrorNote role="alert">Your second factor could not be loaded. Please try again later.</ErrorNote>
      ) : (
        <Spinner />
      )}
    </AccountSection>
  );
}

function describe({ codes, passkeys, recoveryCodesLeft, required }: SecondFactor): string {
  if (codes)
    return (
      'You log in with your password and a code from your app. ' +
      (recoveryCodesLeft > 0
        ? `${many(recoveryCodesLeft, 'recovery code')} left.`
        : 'No recovery code is left. Make new ones, or a lost phone locks you out.')
    );
  if (passkeys > 0) return 'You log in with a passkey. Codes from an app are a second way.';
  return required
    ? 'Who works here logs in with a passkey or a code from an app. Set one up now: your next login needs it.'
    : 'A passkey or codes from an app protect this site, even when somebody knows your password.';
}

interface CodesOnProps {
  hasPassword: boolean;
  onRecoveryCodes(codes: readonly string[]): void;
  onTurnedOff(): void;
}

function CodesOn({ hasPassword, onRecoveryCodes, onTurnedOff }: CodesOnProps) {
  const api = useApi();
  const renew = useMutation({
    mutationFn: (body: { currentPassword: string }) =>
      api<typeof newRecoveryCodes>(calls.newRecoveryCodes, { body }),
    onSuccess: ({ recoveryCodes }) => onRecoveryCodes(recoveryCodes),
  });
  const turnOff = useMutation({
    mutationFn: (body: { currentPassword: string }) => api<typeof turnTotpOff>(calls.turnTotpOff, { body }),
    onSuccess: () => {
      onTurnedOff();
      toast({ title: 'Codes turned off', description: 'You can remove the account from your app.' });
    },
  });
  const form = (label: string, change: typeof renew | typeof turnOff) => (close: () => void) => (
    <OwnPasswordForm
      label={label}
      hasPassword={hasPassword}
      pending={change.isPending}
      error={change.error}
      onSubmit={change.mutate}
      onCancel={() => {
        change.reset();
        close();
      }}
    />
  );
  return (
    <div className={css.actions}>
      <FormOpener label="New recovery codes">{form('Replace the codes', renew)}</FormOpener>
      <FormOpener label="Turn codes off">{form('Turn codes off', turnOff)}</FormOpener>
    </div>
  );
}
