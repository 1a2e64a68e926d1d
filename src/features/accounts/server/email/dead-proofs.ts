/* Messages for mailed links and codes that are used, expired or replaced. */

export const DEAD_LINK = 'This link has expired or was already used. Ask for a new link.';
export const DEAD_CODE = 'This code is wrong or has expired. Check the email, or ask for a new code.';
