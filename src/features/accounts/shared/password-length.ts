/* Lengths of a password, in UTF-16 units. Messages name them too, to the specification's letter. */

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
