import { Link } from '#platform/web/link.tsx';
import { GIFTS_PATH, NEW_GIFT_HREF } from '../gifts/gift-address.ts';
import { MEMBER_IMPORT_PATH } from './member-import-address.ts';
import * as css from './members.module.css';

/** Links to the ways to give access without payment. */
export function AccessLinks() {
  return (
    <div className={`row ${css.accessLinks}`}>
      <Link className="btn line" href={MEMBER_IMPORT_PATH}>
        Import members
      </Link>
      <Link className="btn line" href={GIFTS_PATH}>
        Gift codes
      </Link>
      <Link className="btn" href={NEW_GIFT_HREF}>
        Create gift code
      </Link>
    </div>
  );
}
