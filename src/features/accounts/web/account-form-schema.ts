import { zodResolver } from '#platform/design/form/zod-resolver.ts';
import {
  ChangeEmailForm,
  ChangePasswordForm,
  ConfirmationCode,
  ForgottenPassword,
  Login,
  NewPasswordForm,
  RegisterForm,
} from '../contract/form-schemas.ts';
import { AddPasskeyForm, RenamePasskeyForm } from '../contract/passkey-form-schemas.ts';
import { SecondFactorForm } from '../contract/second-factor-form-schemas.ts';
import { watchNewPasswords } from './password/watch-new-passwords.ts';

/** The contract’s rules for the forms about accounts. Pages load them through `accountRules`. */
export const rules = {
  login: zodResolver(Login),
  register: zodResolver(RegisterForm),
  forgottenPassword: zodResolver(ForgottenPassword),
  newPassword: zodResolver(NewPasswordForm),
  changePassword: zodResolver(ChangePasswordForm),
  changeEmail: zodResolver(ChangeEmailForm),
  addPasskey: zodResolver(AddPasskeyForm),
  renamePasskey: zodResolver(RenamePasskeyForm),
  secondFactor: zodResolver(SecondFactorForm),
  confirmationCode: zodResolver(ConfirmationCode),
};

// The hints come with the rules, which load when a field gets the focus.
if (typeof document !== 'undefined') watchNewPasswords();
