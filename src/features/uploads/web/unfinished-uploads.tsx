import { useQuery } from '@tanstack/react-query';
import { useApi } from '#platform/web/page.ts';
import { Preparing } from './preparing.tsx';
import * as css from './unfinished-uploads.module.css';
import { unfinishedQuery } from './upload-queries.ts';

/** Lists films and sounds that are not ready; renders nothing when all are. */
export function UnfinishedUploads() {
  const { data: uploads = [] } = useQuery(unfinishedQuery(useApi()));
  if (uploads.length === 0) return null;
  return (
    <section className={css.unfinished} aria-labelledby="unfinished-uploads">
      <h2 id="unfinished-uploads">On their way</h2>
      <p className="hint">
        Continue writing. Films become ready by themselves, also when you close this page.
      </p>
      <ul>
        {uploads.map((upload) => (
          <li key={upload.id}>
            <Preparing upload={upload} />
          </li>
        ))}
      </ul>
    </section>
  );
}
