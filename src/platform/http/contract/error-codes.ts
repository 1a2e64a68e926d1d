/**
 * Every error of the API by its machine-readable code: HTTP status and meaning. Programs rely on `code`; the
 * `message` beside it is for people and may change. A released code keeps its name and its status.
 */
export const ERRORS = {
  // The input
  'invalid-input': [400, 'The input breaks a rule; `issues` names each problem and its field'],
  'malformed-request': [400, 'The body cannot be read'],
  'file-refused': [400, 'The content of a file cannot be used; `issues` says why'],
  'upload-interrupted': [400, 'The upload ended before the file did'],
  'weak-password': [400, 'The password breaks the rule about length and characters'],
  'common-password': [400, 'The password is among the first that an attacker tries'],
  'wrong-password': [400, 'The current password is wrong'],
  'parent-not-found': [400, 'The ocean or wave that the item would belong to does not exist'],
  'not-from-provider': [400, 'The signature of a webhook event is not the provider’s'],
  'too-large': [413, 'The body or the file exceeds its limit'],
  'unsupported-type': [415, 'The body has a content type that this call does not accept'],

  // The reader
  'not-signed-in': [401, 'The call needs a session'],
  'wrong-credentials': [401, 'The username or the password is wrong'],
  'passkey-unknown': [401, 'No account has this passkey, or no longer'],
  'passkey-refused': [401, 'The response of the passkey is wrong'],
  'second-factor-required': [401, 'The login needs `code` too: from the app, or a recovery code'],
  'wrong-second-factor': [401, 'The code from the app, or the recovery code, is wrong or was used'],
  'passkey-required': [401, 'The account logs in with a passkey only'],
  'wrong-token': [401, 'The bearer token is wrong'],
  forbidden: [403, 'The reader is not allowed to do this'],
  'stale-csrf-token': [403, 'The CSRF token is missing or belongs to another session; fetch a new one'],
  'off-in-view': [403, 'The site is viewed with the rights of another reader, and nothing can be changed'],
  'foreign-origin': [403, 'Another site sent this call'],
  'access-revoked': [403, 'An administrator has revoked the access of this email address'],
  'second-factor-missing': [
    403,
    'Administrators log in with a second factor; the command line gives one more login',
  ],
  'sign-in-too-old': [403, 'The call needs a sign-in of the last minutes'],
  'rate-limited': [429, 'Too many calls; `Retry-After` says when the next one is accepted'],

  // The state of the data
  'not-found': [404, 'It does not exist, or the reader may not see it'],
  'edit-conflict': [409, 'Someone else changed it; `current` is its current state'],
  'list-changed': [409, 'The items of the list have changed; `current` holds their IDs'],
  'items-missing': [409, 'Some of the items do not exist any more; `current` holds the IDs of the others'],
  'catalogue-busy': [409, 'Two changes of the catalogue collided; the same call may succeed now'],
  'not-publishable': [409, 'Something must be done before an item can be published; `issues` says what'],
  'slug-taken': [409, 'Another item has this slug'],
  'key-taken': [409, 'A setting with this key exists; `current` is its present state'],
  'username-taken': [409, 'Another account has this username'],
  'email-taken': [409, 'Another account has this email address'],
  'passkey-known': [409, 'This passkey is registered already'],
  'too-many-passkeys': [409, 'The account has as many passkeys as it may have'],
  'password-changed': [409, 'The password was changed elsewhere during the call'],
  'last-admin': [409, 'The last administrator cannot be deleted or disabled'],
  'own-account': [409, 'Administrators cannot disable or erase their own account here'],
  'second-factor-known': [409, 'Codes from an app are on already'],
  'last-second-factor': [409, 'An administrator keeps at least one second factor'],
  'wrong-offset': [409, 'The part does not begin where the upload ends; HEAD tells where'],
  'part-missing': [409, 'The store does not have the part that a browser sent there, or not all of it'],
  'upload-incomplete': [409, 'Parts of the file are missing'],
  'upload-busy': [409, 'Another call is checking this file; `Retry-After` says when to ask again'],
  'too-many-uploads': [409, 'There are too many unfinished uploads, or they are too large together'],
  'upload-expired': [410, 'The unfinished upload has expired or was canceled'],
  'wrong-protocol': [412, 'The call needs the header `Tus-Resumable: 1.0.0`'],
  'link-expired': [410, 'The mailed link has expired or was used'],
  'link-not-renewable': [410, 'The mailed link is too old to send a new one to its address'],
  'passkey-expired': [410, 'The challenge for a passkey has expired or was used; ask for a new one'],
  'wrong-code': [410, 'The mailed code is wrong or has expired'],

  // Gifts
  'gift-unknown': [404, 'There is no such gift code'],
  'gift-ended': [410, 'The gift code has ended or was withdrawn'],
  'gift-used-up': [409, 'All uses of the gift code are redeemed'],
  'gift-redeemed': [409, 'The reader has redeemed this gift code already'],
  'gift-needless': [409, 'Everything is open for the reader, without end'],

  // Payments
  'already-subscribed': [409, 'There is an active subscription'],
  'cancelled-subscription': [409, 'There is a canceled subscription with paid time left'],
  'price-changed': [409, 'The price is not the one that the payer has seen; `current` holds what is offered'],
  'payment-pending': [409, 'The provider has yet to confirm an earlier payment'],
  'payment-void': [409, 'The payment does not open premium content'],
  'nothing-to-cancel': [409, 'The subscription takes no further payment'],
  'nothing-to-refund': [409, 'The payment is refunded, or was taken back'],
  'too-late-to-resume': [409, 'The cancellation is final'],
  'provider-refused': [502, 'The payment provider refuses'],
  'provider-unavailable': [503, 'The payment provider does not answer'],
  'payments-off': [503, 'This site takes no payments'],

  // The server
  'format-not-offered': [501, 'The response does not exist in this format'],
  'request-refused': [400, 'The HTTP server refuses the request for another reason; see the status'],
  'internal-error': [500, 'An error of the server; the message names the request'],
  overloaded: [503, 'The server is overloaded; `Retry-After` says when to try again'],
  stopping: [503, 'This node is about to stop'],
  'database-unavailable': [503, 'The database cannot be reached'],
  'database-busy': [503, 'The database is overloaded'],
  'files-unavailable': [503, 'The file store does not answer'],
  'storage-full': [507, 'The storage is full; nothing was changed'],
} as const satisfies Record<string, readonly [status: number, meaning: string]>;

export type ErrorCode = keyof typeof ERRORS;

/** One problem of one field of the input. */
export interface Issue {
  /** Dotted path, such as `keywords.2`. */
  path: string;
  message: string;
}

/** The JSON body of every error. */
export interface ErrorBody {
  code: ErrorCode;
  /** A sentence for people. */
  message: string;
  issues?: Issue[] | undefined;
  /** After a conflict: the present state. */
  current?: unknown;
}
