/* Messages of mailed links and codes that prove nothing any more. */

export const DEAD_LINK = 'This link has expired or was already used. Ask for a new link.';
export const DEAD_CODE = 'This code is wrong or has expired. Check the email, or ask for a new code.';
