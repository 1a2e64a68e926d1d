import type { ReactNode } from 'react';
import { Dock } from './dock.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Notifications } from './notifications.tsx';

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
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
      <Notifications />
    </>
  );
}
