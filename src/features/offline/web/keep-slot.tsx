import { type ComponentType, useEffect, useRef, useState } from 'react';
import { whenInView } from '#platform/web/ahead.ts';
import { lazyModule } from '#platform/web/lazy-module.ts';
import * as css from './keep-slot.module.css';

const loadPanel = lazyModule(() => import('./keep-wave.tsx'));

interface PanelProps {
  wave: { id: number; title: string };
}

/**
 * Reserves space for the panel that keeps a wave. Loads the panel only when the space scrolls into view,
 * because the panel requests the size of every file.
 */
export function KeepSlot(props: PanelProps) {
  const slot = useRef<HTMLDivElement>(null);
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>();
  useEffect(
    () =>
      whenInView(slot.current as Element, () => {
        // Without a connection the page works without the panel.
        void loadPanel.preload().then((module) => module && setPanel(() => module.KeepWave));
      }),
    [],
  );
  return (
    <div ref={slot} className={css.slot}>
      {Panel && <Panel {...props} />}
    </div>
  );
}
