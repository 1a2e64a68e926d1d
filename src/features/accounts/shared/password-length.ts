/* Lengths of a password in UTF-16 units. The specification's messages name them too. */

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
