import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fetchSuite } from '../suites/fetch-suite.ts';
import { RECORDINGS } from '../suites/public-suites.ts';
import type { MadeFile } from './make-awkward-files.ts';

const FILMS = new Set(
  'mp4 m4v mov qt mkv webm avi mpg mpeg mts m2ts ts wmv asf flv 3gp 3g2 dv mxf wtv rm ogv oggtheora'.split(
    ' ',
  ),
);
const SOUNDS = new Set(
  'mp3 m4a m4b aac ogg oga opus wav flac aif aiff aifc wma ape mpc wv tta ac3 amr au caf mka ra spx oggflac'
    .concat(' dsf dff tak ofr ofs')
    .split(' '),
);

/** Fetches the recordings of public test suites. Calls `report` for suites that cannot be fetched. */
export async function fetchSuiteFiles(report: (line: string) => void): Promise<MadeFile[]> {
  const files: MadeFile[] = [];
  for (const suite of RECORDINGS) {
    const folder = await fetchSuite(suite).catch((error) =>
      report(`${suite.name} cannot be fetched: ${error}`),
    );
    if (!folder) continue;
    for (const inside of suite.folders)
      for (const entry of await readdir(join(folder, inside))) {
        const end = extname(entry).slice(1).toLowerCase();
        const kind = FILMS.has(end) ? 'video' : SOUNDS.has(end) ? 'audio' : undefined;
        const path = join(folder, inside, entry);
        if (kind)
          files.push({ name: `${suite.name}-${entry}`, kind, made: [], becomes: 'ready or refused', path });
      }
  }
  return files;
}
