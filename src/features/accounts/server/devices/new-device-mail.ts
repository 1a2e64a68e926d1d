import { deviceOf } from '#features/audit-log/server/security-events/record-security-event.ts';
import { countUse } from '#platform/http/guard/rate-limits.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { NEW_DEVICE_MAILS } from '../../contract/rate-limits.ts';
import type { AccountExtension } from '../account-extension.ts';
import { newDeviceMail } from '../email/account-mails.ts';
import { findUser } from '../users.ts';
import type { KnownDevices } from './known-devices.ts';

/**
 * Mails the owner about a login on an unknown device. Sends none after a registration, after a new password,
 * which has its own mail, or to an unproven address. The login makes the device known, so each device causes
 * one mail.
 */
export const newDeviceMailExtension = (devices: KnownDevices, publicUrl: () => string): AccountExtension => ({
  async onSignIn(db, userId, request, by) {
    if (by === 'registration' || by === 'new-password') return;
    if (devices.idOf(request, userId) !== null) return;
    const user = await findUser(db, userId);
    if (!user || user.email === null || user.email_verified_at === null) return;
    // Beyond the limit, the login succeeds without a mail.
    if ((await countUse(db, NEW_DEVICE_MAILS, String(userId))) > 0) return;
    const login = { device: deviceOf(request), at: Date.now() };
    const to = { email: user.email, username: user.username };
    await queueMail(db, await newDeviceMail(db, to, login, publicUrl()));
  },
});
