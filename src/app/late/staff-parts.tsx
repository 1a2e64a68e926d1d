import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'wouter';
import { DraftRibbon, itemOfPath } from '#features/admin/web/preview/draft-bar.tsx';
import { EditEntry } from '#features/admin/web/preview/edit-entry.tsx';
import { ViewEntries } from '#features/preview/web/view-entries.tsx';
import { useLostSession } from './use-lost-session.ts';

/** Additions to pages for administrators and editors. They load late and only for these readers. */
export function StaffParts() {
  const [path] = useLocation();
  useLostSession();
  const [targets, setTargets] = useState<{ menu: HTMLElement; top: HTMLElement } | null>(null);
  // Each page has a menu of its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reacts to the page
  useEffect(() => {
    const menu = document.createElement('div');
    const host = document.querySelector('[data-part=user-menu]');
    // Appended to an open menu, because other entries must not move under the finger.
    if (host?.checkVisibility?.()) host.append(menu);
    else host?.querySelector('[data-opens=comfort]')?.previousElementSibling?.before(menu);
    // Above the header, and after the skip link.
    const top = document.createElement('div');
    document.querySelector('body > .skip')?.after(top);
    setTargets({ menu, top });
    return () => {
      menu.remove();
      top.remove();
    };
  }, [path]);
  const item = itemOfPath(path);
  return targets ? (
    <>
      {item && createPortal(<EditEntry {...item} />, targets.menu)}
      {createPortal(<ViewEntries />, targets.menu)}
      {item && createPortal(<DraftRibbon {...item} />, targets.top)}
    </>
  ) : null;
}
