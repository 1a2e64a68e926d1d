import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Dock } from './dock.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

const ToastRegion = lazy(async () => ({
  default: (await import('#platform/design/toast-region.tsx')).ToastRegion,
}));

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  // The notifications' code follows once the page is alive: no first view needs it.
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <Dock />
      {alive ? (
        <Suspense>
          <ToastRegion />
        </Suspense>
      ) : null}
    </>
  );
}
