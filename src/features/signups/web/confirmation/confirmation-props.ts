import type { SignUpSource } from '../queries.ts';

/** Properties of a sign-up's confirmation. */
export interface ConfirmationProps {
  email: string;
  /** At the `gate`, the form replaced gated content, which opens at the same address. */
  source: SignUpSource;
  /** Shows the form again. */
  onBack: () => void;
}
