import type { PageModule } from '#platform/web/page.ts';

/** Loaders of the administration's pages by file, in a chunk of their own. */
export const adminPageModules: Record<string, () => Promise<PageModule>> = import.meta.glob<PageModule>(
  '/src/features/admin/web/**/*-page.tsx',
);
