import { z } from 'zod';
import { ConfirmationCode } from './form-schemas.ts';

const CODE_MISSING = 'Enter the code from your app, or a recovery code';

/** Six digits of the app, or one of the ten recovery codes. */
const SecondFactorCode = z.string(CODE_MISSING).trim().min(6, CODE_MISSING).max(40, CODE_MISSING);

export const SecondFactorForm = z.object({ code: SecondFactorCode });
export type SecondFactorForm = z.infer<typeof SecondFactorForm>;

/** The first code of the app. */
export const ConfirmTotpForm = ConfirmationCode;
export type ConfirmTotpForm = z.infer<typeof ConfirmTotpForm>;
