import { zodResolver } from '@hookform/resolvers/zod';
import {
  ChangeEmailForm,
  ChangePasswordForm,
  ConfirmationCode,
  ForgottenPassword,
  Login,
  NewPasswordForm,
  RegisterForm,
} from '../contract.ts';

/** The contract's rules for the forms about accounts. See `ruledBy`, which fetches them. */
export const rules = {
  login: zodResolver(Login),
  register: zodResolver(RegisterForm),
  forgottenPassword: zodResolver(ForgottenPassword),
  newPassword: zodResolver(NewPasswordForm),
  changePassword: zodResolver(ChangePasswordForm),
  changeEmail: zodResolver(ChangeEmailForm),
  confirmationCode: zodResolver(ConfirmationCode),
};
