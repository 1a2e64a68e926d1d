import { join } from 'node:path';
import { makeSample } from '#test/media/media-programs.ts';
import { programsOrExplain } from './films.ts';

/**
 * Makes playlists through which ffmpeg would read other files: each refers to an existing film in `folder`,
 * or to an address of `origin`.
 */
export async function playlists(folder: string, origin: string): Promise<Record<string, Buffer>> {
  const programs = programsOrExplain();
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=30:d=1', '-f', 'lavfi', '-i', 'sine=d=1'];
  const segment = await makeSample(programs, folder, 'named.ts', ...picture, '-c:v', 'mpeg2video');
  const film = join(folder, 'named.ts');
  const list = (...lines: string[]) => Buffer.from(`${lines.join('\n')}\n`);
  const hls = (name: string) =>
    list('#EXTM3U', '#EXT-X-TARGETDURATION:1', '#EXTINF:1,', name, '#EXT-X-ENDLIST');
  return {
    'm3u8 of a file': hls(`file://${film}`),
    'm3u8 of an address': hls(`${origin}/a.ts`),
    'm3u8 of a path': hls(film),
    'm3u8 after a film': Buffer.concat([hls(`${origin}/b.ts`), segment]),
    'ffconcat of a file': list('ffconcat version 1.0', `file '${film}'`),
    'ffconcat of an address': list('ffconcat version 1.0', `file '${origin}/c.ts'`),
    sdp: list(
      ...['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=x', 'c=IN IP4 127.0.0.1', 't=0 0'],
      ...[`m=video ${new URL(origin).port} RTP/AVP 96`, 'a=rtpmap:96 H264/90000'],
    ),
    mpd: list(
      '<?xml version="1.0"?>',
      '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S">',
      `<Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1">`,
      `<BaseURL>${origin}/d.mp4</BaseURL><SegmentBase/></Representation></AdaptationSet></Period></MPD>`,
    ),
    'a pls list': list('[playlist]', `File1=${origin}/e.mp3`, 'NumberOfEntries=1'),
    'an smil list': list('<smil><body>', `<video src="${origin}/f.mp4"/>`, '</body></smil>'),
    'a redirecting asx': list('<asx version="3.0"><entry>', `<ref href="${origin}/g.wmv"/></entry></asx>`),
  };
}
