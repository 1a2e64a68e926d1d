/** Maximum length of a username. Not in `calls.ts`, which is part of the first script of learners. */
export const MAX_USERNAME = 50;
