import type { ReactNode } from 'react';
import { SubscriptionNotesHost } from '#features/subscriptions/web/notes-host.tsx';
import { SubscribeHost } from '#features/subscriptions/web/subscribe-host.tsx';
import { ConnectionNote } from '../offline/connection-note.tsx';
import { Dock } from './dock.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Notifications } from './notifications.tsx';
import { PageAnnouncer } from './page-announcer.tsx';

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <SubscriptionNotesHost />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <Dock />
      {/* After the page: over a viewer that stands in it, too. */}
      <SubscribeHost />
      <PageAnnouncer />
      <ConnectionNote />
      <Notifications />
    </>
  );
}
