import { type ComponentType, useEffect, useRef, useState } from 'react';
import { whenInView } from '#platform/web/ahead.ts';
import { lazyModule } from '#platform/web/lazy-module.ts';
import * as css from './keep-slot.module.css';

const loadPanel = lazyModule(() => import('./keep-wave.tsx'));

interface PanelProps {
  wave: { id: number; title: string };
}

/**
 * Reserves room for the panel that keeps a wave, and loads the panel when that room comes into view: the
 * panel asks for the size of every file.
 */
export function KeepSlot(props: PanelProps) {
  const slot = useRef<HTMLDivElement>(null);
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>();
  useEffect(
    () =>
      whenInView(slot.current as Element, () => {
        loadPanel().then(
          (module) => setPanel(() => module.KeepWave),
          // Without a connection the page goes on without the offer.
          () => {},
        );
      }),
    [],
  );
  return (
    <div ref={slot} className={css.slot}>
      {Panel && <Panel {...props} />}
    </div>
  );
}
