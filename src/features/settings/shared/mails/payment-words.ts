/** The word of a link to the account page. */
export const account = {
  about: 'the account page',
  example: 'https://stillwater.example/account',
  kind: 'address',
} as const;

/** Words about a payment. */
export const paid = {
  amount: { about: 'the sum', example: '$20.00 USD' },
  date: { about: 'the day of the payment', example: 'November 20, 2026' },
  period: { about: 'what was paid for: month or year', example: 'month' },
  payment: { about: 'the number of the payment', example: '8WJ21753TX486091L' },
} as const;

/** Label of the button to the account page. */
export const VIEW = 'View your subscription';

/** The word for the interval of payments. */
export const period = { about: 'monthly or yearly', example: 'monthly' } as const;
