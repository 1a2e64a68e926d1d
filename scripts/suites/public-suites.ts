/* Public test suites, fetched into .cache/suites on request and never committed. */

export interface PublicSuite {
  name: string;
  repository: string;
  /** Fixed commit, so that changes in the suite do not change results here. */
  commit: string;
  /** Folders that are fetched completely. */
  folders: readonly string[];
}

export const CAPTION_CASES: PublicSuite = {
  name: 'webvtt-cases',
  repository: 'https://github.com/w3c/webvtt.js.git',
  commit: '986949ecadd60411ae889c4520d4d2a9847d9fb7',
  // The Web Platform Tests of webvtt/parsing, without their pages.
  folders: ['test/wpt-file-parsing', 'test/wpt-cue-parsing'],
};

export const RECORDINGS: readonly PublicSuite[] = [
  {
    // One file of each container, with metadata about location, device and time.
    name: 'exiftool',
    repository: 'https://github.com/exiftool/exiftool.git',
    commit: '38bdbace3037a89d2c332664fc60bddad118958a',
    folders: ['t/images'],
  },
  {
    // Files that Firefox users reported: invalid tables, encryption, HDR, pixels that are not square.
    name: 'mp4parse',
    repository: 'https://github.com/mozilla/mp4parse-rust.git',
    commit: '8a49a0769764152022bf14a8253bcde1971a75df',
    folders: ['mp4parse/tests', 'mp4parse_capi/tests'],
  },
  {
    name: 'mutagen',
    repository: 'https://github.com/quodlibet/mutagen.git',
    commit: 'e89c77ad1bccd6c4b54bd9240469232affdd30d7',
    folders: ['tests/data'],
  },
];
