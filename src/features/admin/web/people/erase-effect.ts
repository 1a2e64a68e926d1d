import type { PersonDetails } from '#features/people/contract/schemas.ts';

type ErasedFacts = Pick<PersonDetails, 'kind' | 'email' | 'emailProven' | 'subscriptions' | 'signup'>;

/** Describes which data is erased with a person, and which stays. */
export function eraseEffect({ kind, email, emailProven, subscriptions, signup }: ErasedFacts): string {
  const isForeign = kind === 'account' && email !== null && !emailProven;
  const belongings = `favorites, progress, gifts${isForeign ? '' : ', mails'} and sessions`;
  return [
    kind === 'account'
      ? `This removes the account with its ${belongings}.`
      : 'This removes the address and the mails to it.',
    // Mails are found by address, which is unverified and may belong to another person.
    isForeign
      ? 'Mails to the address stay for a day, refused ones for 30 days: it was never confirmed.'
      : null,
    subscriptions.length === 0
      ? null
      : 'Payments stay in the books without a name, and no further ones are taken.',
    signup && !signup.hasAccess ? 'The address can enter again afterwards.' : null,
    'Backups made before keep it. This cannot be undone.',
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}
