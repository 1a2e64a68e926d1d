import { type KeyboardEvent, useId, useRef } from 'react';
import type { User } from '#features/accounts/contract.ts';
import { useLogout } from '#features/accounts/web/use-logout.ts';
import { Icon, type IconName } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { initials } from './initials.ts';

/** The avatar and what hangs from it; the browser closes it on Escape, and on a click beside it. */
export function UserMenu({ user }: { user: User }) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const { logout, pending } = useLogout();
  return (
    <>
      <button className="avatar" type="button" aria-label={`Account: ${user.username}`} popoverTarget={id}>
        {initials(user.username)}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus among its own links */}
      <div ref={panel} id={id} className="pop user-menu" popover="auto" onKeyDown={moveFocus}>
        <div className="who">
          <b>{user.username}</b>
          <span className="meta">{user.email ?? 'No email provided'}</span>
        </div>
        <hr />
        <Entry href="/explore" icon="compass" label="Explore" />
        <Entry href="/favorites" icon="heart" label="Favorites" />
        <Entry href="/account" icon="users" label="Account" />
        {user.role === 'admin' ? <Entry href="/admin" icon="sliders" label="Admin Dashboard" /> : null}
        <hr />
        <button className="item" type="button" disabled={pending} onClick={logout}>
          <Icon name="out" />
          {pending ? 'Logging out...' : 'Log out'}
        </button>
      </div>
    </>
  );
}

function Entry({ href, icon, label }: { href: string; icon: IconName; label: string }) {
  return (
    <Link href={href}>
      <Icon name={icon} />
      {label}
    </Link>
  );
}

/** Arrow keys, Home and End walk through the menu. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  items.at(to % items.length)?.focus();
}
