import type { Role } from '../contract/schemas.ts';

/** Whether the user is staff, and sees all or a part of the administration. */
export const isStaff = (user: { role: Role | null } | null | undefined): boolean =>
  user?.role === 'admin' || user?.role === 'editor';
