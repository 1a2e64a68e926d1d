import { Link } from '#platform/web/link.tsx';
import { MEMBER_IMPORT_PATH } from './member-import-address.ts';

/** The ways by which people get access without paying here. */
export function PeopleDoors() {
  return (
    <div className="row">
      <Link className="btn line" href={MEMBER_IMPORT_PATH}>
        Import members
      </Link>
    </div>
  );
}
