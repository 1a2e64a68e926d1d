/** Seconds that an arrow key on the line, J and L move. */
export const STEP = 5;
