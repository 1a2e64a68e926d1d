import { useQuery } from '@tanstack/react-query';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import type { PasskeyEntry } from '../../contract/passkey-schemas.ts';
import { AccountRow, AccountRows } from '../account/account-rows.tsx';
import { AccountSection } from '../account/account-section.tsx';
import { FormOpener } from '../account/form-opener.tsx';
import { RowDialog } from '../account/row-dialog.tsx';
import { AddPasskeyForm } from './add-passkey-form.tsx';
import { knowsPasskeys } from './browser-passkeys.ts';
import { passkeysQuery } from './passkey-queries.ts';
import { RemovePasskey } from './remove-passkey.tsx';
import { RenamePasskey } from './rename-passkey.tsx';

/** Shows the user's passkeys, with buttons that add, rename and remove one. */
export function PasskeysSection({ hasPassword }: { hasPassword: boolean }) {
  const { data: passkeys, isError } = useQuery(passkeysQuery(useApi()));
  const hydrated = useHydrated();
  return (
    <AccountSection title="Passkeys" anchor="passkeys">
      <p>Log in with your fingerprint, your face or the PIN of your device. Nobody can steal or guess it.</p>
      {passkeys ? (
        passkeys.length === 0 ? null : (
          <AccountRows>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} hasPassword={hasPassword} />
            ))}
          </AccountRows>
        )
      ) : isError ? (
        <ErrorNote role="alert">Your passkeys could not be loaded. Please try again later.</ErrorNote>
      ) : (
        <Spinner />
      )}
      {hydrated && !knowsPasskeys() ? (
        <p>This browser cannot add a passkey.</p>
      ) : (
        <FormOpener label="Add a passkey">
          {(close) => <AddPasskeyForm hasPassword={hasPassword} onDone={close} />}
        </FormOpener>
      )}
    </AccountSection>
  );
}

function PasskeyRow({ passkey, hasPassword }: { passkey: PasskeyEntry; hasPassword: boolean }) {
  const { name, createdAt, lastUsedAt } = passkey;
  const facts = (
    <>
      {lastUsedAt === null ? (
        'Not used yet'
      ) : (
        <>
          Last used on <LocalDate instant={lastUsedAt} />
        </>
      )}
      , added on <LocalDate instant={createdAt} />
    </>
  );
  const action = (
    <>
      <RowDialog label="Rename" name={name} title={`Rename the passkey “${name}”`}>
        {(close) => <RenamePasskey passkey={passkey} onClose={close} />}
      </RowDialog>
      <RowDialog label="Remove" name={name} title={`Remove the passkey “${name}”?`} alert>
        {(close) => <RemovePasskey passkey={passkey} hasPassword={hasPassword} onClose={close} />}
      </RowDialog>
    </>
  );
  return <AccountRow name={name} facts={facts} action={action} />;
}
