import type { PageModule } from '#platform/web/page.ts';

/** Loaders of the administration's pages by file, in a separate chunk. */
const modules = import.meta.glob<PageModule>('/src/features/admin/web/**/*-page.tsx');

/** Loads the code of a page of the administration. */
export function loadAdminPage(file: string): Promise<PageModule> {
  const load = modules[file];
  if (!load) throw new Error(`No page ${file}`);
  return load();
}
