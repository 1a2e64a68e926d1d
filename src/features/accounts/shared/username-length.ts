/** Longest name of an account. Not in `calls.ts`, which is in the first script that learners load. */
export const MAX_USERNAME = 50;
