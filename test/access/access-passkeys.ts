import { MEMBERS, MEMBERS_NONE, OPEN, type Row } from '../access-row.ts';

/* Rows of the access table about passkeys. */

const MADE_UP_PASSKEY = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: 'e30',
    authenticatorData: 'AAAA',
    attestationObject: 'AAAA',
    signature: 'AAAA',
  },
};
const STRANGERS = {
  about: 'one that the reader does not have',
  path: () => '/api/user/passkeys/1',
  statuses: MEMBERS_NONE,
} satisfies Omit<Row, 'call'>;

export const passkeyRows: Row[] = [
  { call: 'POST /api/passkeys/options', body: () => ({}), statuses: OPEN },
  { call: 'POST /api/passkeys/sign-in', body: () => MADE_UP_PASSKEY, statuses: [401, 401, 401, 401, 401] },
  { call: 'GET /api/user/passkeys', statuses: MEMBERS },
  { call: 'POST /api/user/passkeys/options', statuses: MEMBERS },
  {
    call: 'POST /api/user/passkeys',
    about: 'a made-up one',
    body: () => ({ name: 'Key', response: MADE_UP_PASSKEY }),
    statuses: [401, 400, 400, 400, 400],
  },
  { ...STRANGERS, call: 'PATCH /api/user/passkeys/:id', body: () => ({ name: 'Key' }) },
  { ...STRANGERS, call: 'DELETE /api/user/passkeys/:id' },
];
