export const GIFTS_PATH = '/admin/users/gifts';
/** Address of the page with an open form. */
export const NEW_GIFT_HREF = `${GIFTS_PATH}?new`;
