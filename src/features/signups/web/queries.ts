import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import type { signUp, verifySignUp } from '../contract.ts';

export type SignUpSource = 'landing' | 'home' | 'gate';

export function useSignUp() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: { email: string; source: SignUpSource }) =>
      api<typeof signUp>('POST /api/email-signup', { body }),
  });
}

export function useVerify() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: { token: string } | { email: string; code: string }) =>
      api<typeof verifySignUp>('POST /api/email-signup/verify', { body }),
  });
}

/** Specification, section 8: what a failed sign-up says. */
export function signUpFailure(error: unknown): string {
  if (error instanceof ApiError) return `Error: ${error.reason ?? 'Failed to send email'}`;
  return 'Network error: Please check your connection and try again.';
}
