import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { TextField } from '#platform/design/form/text-field.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/second-factor-change-calls.ts';
import type { confirmTotp, newTotpSecret } from '../../contract/second-factor-endpoints.ts';
import type { ConfirmTotpForm } from '../../contract/second-factor-form-schemas.ts';
import { explainOwn } from '../account/explain-own.ts';
import { accountRules } from '../account-form-rules.ts';
import { SubmitOrCancel } from '../submit-or-cancel.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';
import * as css from './second-factor.module.css';
import { secondFactorQuery } from './second-factor-query.ts';

interface SetUpCodesProps {
  hasPassword: boolean;
  onRecoveryCodes(codes: string[]): void;
  onCancel(): void;
}

/** Shows the steps that turn codes from an app on: password, QR code, first code. */
export function SetUpCodes({ hasPassword, onRecoveryCodes, onCancel }: SetUpCodesProps) {
  const api = useApi();
  const start = useMutation({
    mutationFn: (body: { currentPassword: string }) =>
      api<typeof newTotpSecret>(calls.newTotpSecret, { body }),
  });
  if (!start.data)
    return (
      <OwnPasswordForm
        label="Continue"
        hasPassword={hasPassword}
        pending={start.isPending}
        error={start.error}
        onSubmit={start.mutate}
        onCancel={onCancel}
      />
    );
  const { qrCode, secret } = start.data;
  return (
    <div className={css.setUp}>
      <p>Scan this with an authenticator app. Without a camera, type the key into the app.</p>
      <img
        className={css.qrCode}
        src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
        alt="QR code for your authenticator app"
        width={200}
        height={200}
      />
      <p>
        Key: <code className={css.secretKey}>{secret.match(/.{4}/g)?.join(' ')}</code>
      </p>
      <FirstCodeForm onRecoveryCodes={onRecoveryCodes} onCancel={onCancel} />
    </div>
  );
}

function FirstCodeForm({ onRecoveryCodes, onCancel }: Omit<SetUpCodesProps, 'hasPassword'>) {
  const api = useApi();
  const queries = useQueryClient();
  const form = useForm<ConfirmTotpForm>({
    resolver: accountRules.resolver('confirmationCode'),
    defaultValues: { code: '' },
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: ConfirmTotpForm) => api<typeof confirmTotp>(calls.confirmTotp, { body }),
    onSuccess: ({ recoveryCodes }) => onRecoveryCodes(recoveryCodes),
    // The response to this press or an earlier one may be lost, together with the recovery codes.
    onError: async () => {
      const state = await queries.fetchQuery({ ...secondFactorQuery(api), staleTime: 0 }).catch(() => null);
      if (state?.codes)
        toast({
          title: 'Codes are on',
          description: 'If you have not stored your recovery codes, make new ones.',
        });
    },
  });
  return (
    <ValidatedForm
      form={form}
      rules={accountRules}
      pending={isPending}
      error={error}
      fields={['code']}
      explain={explainOwn()}
      onSubmit={(body) => mutate(body)}
      actions={<SubmitOrCancel label="Turn on" onCancel={onCancel} />}
    >
      <TextField
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={form.formState.errors.code?.message}
        {...form.register('code')}
      />
    </ValidatedForm>
  );
}
