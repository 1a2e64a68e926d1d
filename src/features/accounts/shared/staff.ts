import type { Role } from '../contract/schemas.ts';

/** Whether somebody works on the site: they see the administration, or their part of it. */
export const isStaff = (user: { role: Role | null } | null | undefined): boolean =>
  user?.role === 'admin' || user?.role === 'editor';
