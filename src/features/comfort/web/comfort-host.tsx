import { type ComponentType, useEffect, useState } from 'react';
import { toast } from '#platform/design/toast/toast.tsx';
import { lazyModule } from '#platform/web/lazy-module.ts';
import { OPENS, type Opens } from './comfort-script.ts';

type Panel = ComponentType<{ open: boolean; onClose(): void }>;

const loadShortcuts = lazyModule(() => import('./shortcuts-dialog.tsx'));
const loadComfort = lazyModule(() => import('./comfort-panel.tsx'));

/** The code of each dialog. */
const PANELS: Record<Opens, () => Promise<Panel>> = {
  comfort: async () => (await loadComfort()).ComfortPanel,
  shortcuts: async () => (await loadShortcuts()).ShortcutsDialog,
};

/** Opens the comfort panel and the shortcuts on requests from `comfort-script.ts`. */
export function ComfortHost() {
  const [shown, setShown] = useState<{ Panel: Panel; open: boolean } | null>(null);
  useEffect(() => {
    const show = () => {
      const root = document.documentElement.dataset;
      const asked = root[OPENS];
      delete root[OPENS];
      if (!isOpens(asked)) return;
      PANELS[asked]().then(
        (Panel) => setShown({ Panel, open: true }),
        () =>
          toast({
            title: 'This could not be loaded',
            description: 'Please check your connection and try again.',
            kind: 'bad',
          }),
      );
    };
    show();
    addEventListener(OPENS, show);
    return () => removeEventListener(OPENS, show);
  }, []);
  if (!shown) return null;
  return <shown.Panel open={shown.open} onClose={() => setShown({ ...shown, open: false })} />;
}

const isOpens = (name: string | undefined): name is Opens => name !== undefined && name in PANELS;
