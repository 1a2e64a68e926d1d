import type { ReactNode } from 'react';
import { SubscribeHost } from '#features/subscriptions/web/dialog/subscribe-host.tsx';
import { SubscriptionNotesHost } from '#features/subscriptions/web/status/notes-host.tsx';
import { Dock } from './dock.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Notifications } from './notifications.tsx';
import { PageAnnouncer } from './page-announcer.tsx';

/** The layout of every page. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <SubscriptionNotesHost />
      <main id="main" tabIndex={-1} data-early="">
        {children}
      </main>
      <Footer />
      <Dock />
      {/* After the page, so that it covers the page's viewer. */}
      <SubscribeHost />
      <PageAnnouncer />
      <Notifications />
    </>
  );
}
