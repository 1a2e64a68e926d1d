import { z } from 'zod';
import { CurrentPassword } from './form-schemas.ts';

const NAME_MISSING = 'Give this passkey a name, such as “My phone”';

export const PasskeyName = z
  .string(NAME_MISSING)
  .trim()
  .min(1, NAME_MISSING)
  .max(60, 'Use at most 60 characters')
  .regex(/^[^\p{C}]*$/u, 'The name must not contain control characters');

export const AddPasskeyForm = z.object({ name: PasskeyName, currentPassword: CurrentPassword });
export type AddPasskeyForm = z.infer<typeof AddPasskeyForm>;

export const RenamePasskeyForm = z.object({ name: PasskeyName });
export type RenamePasskeyForm = z.infer<typeof RenamePasskeyForm>;
