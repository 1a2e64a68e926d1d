export const GIFTS_PATH = '/admin/users/gifts';
/** The page with its form open. */
export const NEW_GIFT_HREF = `${GIFTS_PATH}?new`;
