/*
 * Unusual and invalid files as cameras, phones, editors and attackers make them: how each is made, and its
 * expected outcome.
 */

export interface AwkwardFile {
  /** File name, which tells what is unusual. */
  name: string;
  kind: 'video' | 'audio';
  /** Successive runs of ffmpeg, the last of which writes the file; or bytes that are not a recording. */
  made: string[][] | ((whole: (name: string) => Promise<Buffer>) => Promise<Buffer> | Buffer);
  /**
   * Expected outcome: the file is prepared and plays, a message refuses it, or, for other projects' files,
   * either.
   */
  becomes: 'ready' | RegExp | 'ready or refused';
}

const SECONDS = 2;
const film = (size = '320x180', rate = 25, seconds = SECONDS) => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
];
const tone = (seconds = SECONDS, source = 'sine=f=440') => ['-f', 'lavfi', '-i', `${source}:d=${seconds}`];
const both = [...film(), ...tone()];

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const AAC = ['-c:a', 'aac'];
const hevc = (pixels: string, parameters = '') => [
  ...['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', pixels, '-tag:v', 'hvc1'],
  ...['-x265-params', `log-level=error${parameters}`],
];
/** Arguments that store location, time and device, as phones do. */
const NOTES = [
  ...['-metadata', 'location=+51.5074-000.1278/', '-metadata', 'creation_time=2024-05-06T07:08:09Z'],
  ...['-metadata', 'com.apple.quicktime.model=iPhone 15', '-movflags', 'use_metadata_tags'],
];

const video = (name: string, ...args: string[]): AwkwardFile => ({
  name,
  kind: 'video',
  made: [args],
  becomes: 'ready',
});
const audio = (name: string, ...args: string[]): AwkwardFile => ({
  name,
  kind: 'audio',
  made: [args],
  becomes: 'ready',
});
/** A film with copied tracks and other options. */
const copied = (name: string, source: string[], before: string[], after: string[] = []): AwkwardFile => ({
  name,
  kind: 'video',
  made: [
    [...source, 'FIRST.mov'],
    [...before, '-i', 'FIRST.mov', '-c', 'copy', ...after],
  ],
  becomes: 'ready',
});

const phone = [...film('180x320'), ...tone(), ...H264, ...AAC];
const hdr = (transfer: string) =>
  `:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc:hdr10=${transfer === 'smpte2084' ? 1 : 0}`;

const CODECS: AwkwardFile[] = [
  video('phone-h264.mov', ...phone, ...NOTES),
  video('phone-hevc.mov', ...film('180x320'), ...tone(), ...hevc('yuv420p'), ...AAC, ...NOTES),
  video('hevc-10-bit.mov', ...both, ...hevc('yuv420p10le'), ...AAC),
  video('hdr10.mp4', ...both, ...hevc('yuv420p10le', hdr('smpte2084')), ...AAC),
  video('hlg.mov', ...both, ...hevc('yuv420p10le', hdr('arib-std-b67')), ...AAC),
  video('h264-high-10.mp4', ...both, ...H264.slice(0, -1), 'yuv420p10le', ...AAC),
  video('h264-4-2-2.mp4', ...both, ...H264.slice(0, -1), 'yuv422p', ...AAC),
  video('h264-4-4-4.mp4', ...both, ...H264.slice(0, -1), 'yuv444p', ...AAC),
  video('vp8.webm', ...both, '-c:v', 'libvpx', '-c:a', 'libvorbis'),
  video('vp9.webm', ...both, '-c:v', 'libvpx-vp9', '-cpu-used', '8', '-c:a', 'libopus'),
  video('av1.mkv', ...film('160x90', 10, 1), '-c:v', 'libaom-av1', '-cpu-used', '8'),
  video('mpeg-4.avi', ...both, '-c:v', 'mpeg4', '-c:a', 'libmp3lame'),
  video('motion-jpeg.avi', ...both, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-c:a', 'pcm_s16le'),
  video('mpeg-2.mpg', ...both, '-c:v', 'mpeg2video', '-c:a', 'mp2'),
  video('broadcast.ts', ...both, '-c:v', 'mpeg2video', '-c:a', 'mp2'),
  video('flash.flv', ...both, ...H264, ...AAC),
  video('windows.wmv', ...both, '-c:v', 'wmv2', '-c:a', 'wmav2'),
  video('old-phone.3gp', ...film('176x144'), ...tone(), '-c:v', 'h263', ...AAC),
  video('theora.ogv', ...both, '-c:v', 'libtheora', '-c:a', 'libvorbis'),
  video('prores.mov', ...both, '-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le', '-c:a', 'pcm_s16le'),
  video(
    'dv.dv',
    ...film('720x576'),
    ...tone(),
    '-c:v',
    'dvvideo',
    '-pix_fmt',
    'yuv420p',
    '-ar',
    '48000',
    '-ac',
    '2',
  ),
  video('lossless.mkv', ...both, '-c:v', 'ffv1', '-c:a', 'flac'),
  video('animated.mov', ...film(), '-c:v', 'qtrle'),
];

/** The first five numbers of a track's rotation matrix. The others stay unchanged. */
const ROTATIONS = { 90: [0, 1, 0, -1, 0], 180: [-1, 0, 0, 0, -1], 270: [0, -1, 0, 1, 0] };

/** Writes the matrix into the header of the first track, because versions of ffmpeg rotate differently. */
function rotated(film: Buffer, matrix: readonly number[]): Buffer {
  const head = film.indexOf('tkhd', 0, 'latin1');
  for (const [index, value] of matrix.entries()) film.writeInt32BE(value * 0x10000, head + 44 + index * 4);
  return film;
}

const SHAPES: AwkwardFile[] = [
  ...Object.entries(ROTATIONS).map(
    ([angle, matrix]): AwkwardFile => ({
      name: `rotated-${angle}.mov`,
      kind: 'video',
      made: async (whole) => rotated(await whole('phone-h264.mov'), matrix),
      becomes: 'ready',
    }),
  ),
  video(
    'variable-rate.mp4',
    ...both,
    '-vf',
    "select='not(mod(n,3))+between(n,10,20)'",
    '-vsync',
    'vfr',
    ...H264,
    ...AAC,
  ),
  video('60-frames.mp4', ...film('320x180', 60), ...tone(), ...H264, ...AAC),
  video('slow-motion.mov', ...film('320x180', 240, 1), ...H264),
  video('cinema.mp4', ...film('320x134', 24), ...tone(), ...H264, ...AAC),
  video('odd-size.mkv', ...film('333x217'), '-c:v', 'ffv1'),
  video('tiny.mp4', ...film('16x16'), ...H264),
  video('very-wide.mp4', ...film('1600x64'), ...H264),
  video('very-tall.mp4', ...film('64x1600'), ...H264),
  video('4k.mp4', ...film('3840x2160', 30, 1), ...H264),
  video('wide-pixels.mp4', ...both, '-vf', 'setsar=4/3', ...H264, ...AAC),
  video('interlaced.mp4', ...both, '-flags', '+ilme+ildct', '-vf', 'setfield=tff', ...H264, ...AAC),
  video('full-range.mp4', ...both, ...H264.slice(0, -1), 'yuvj420p', ...AAC),
  video('one-frame.mp4', ...film('320x180', 1, 1), ...H264),
];

const TRACKS: AwkwardFile[] = [
  video('without-sound.mp4', ...film(), ...H264),
  video(
    'two-sounds.mkv',
    ...both,
    ...tone(2, 'sine=f=880'),
    '-map',
    '0',
    '-map',
    '1',
    '-map',
    '2',
    ...H264,
    ...AAC,
  ),
  video('surround.mp4', ...film(), ...tone(), ...H264, ...AAC, '-ac', '6'),
  video('pieces.mp4', ...both, ...H264, ...AAC, '-movflags', 'frag_keyframe+empty_moov'),
  video('live.webm', ...both, '-c:v', 'libvpx', '-c:a', 'libopus', '-live', '1'),
  video('late-sound.mp4', ...film(), '-itsoffset', '0.7', ...tone(), ...H264, ...AAC),
  copied('cut-in-an-editor.mp4', [...film('320x180', 25, 4), ...tone(4), ...H264, ...AAC], ['-ss', '1.3']),
  copied('with-timecode.mov', phone, [], ['-timecode', '01:00:00:00', ...NOTES]),
  video('sound-shorter.mp4', ...film(), ...tone(0.5), ...H264, ...AAC),
  { ...video('one-hour.mp4', ...film('64x64', 1, 3600), ...H264), becomes: 'ready' },
];

const SOUNDS: AwkwardFile[] = [
  audio('voice.mp3', ...tone(), ...NOTES, '-write_id3v1', '1'),
  audio('voice-memo.m4a', ...tone(), ...AAC, ...NOTES),
  audio('lossless.m4a', ...tone(), '-c:a', 'alac'),
  audio('studio.wav', ...tone(), '-c:a', 'pcm_s24le', '-ar', '96000'),
  audio('telephone.wav', ...tone(), '-c:a', 'pcm_mulaw', '-ar', '8000', '-ac', '1'),
  audio('lossless.flac', ...tone()),
  audio('apple.aiff', ...tone()),
  audio('message.ogg', ...tone(), '-c:a', 'libopus'),
  audio('stream.aac', ...tone(), ...AAC),
  audio('windows.wma', ...tone(), '-c:a', 'wmav2'),
  audio('silent.wav', ...tone(SECONDS, 'anullsrc=r=44100')),
  audio('too-loud.wav', ...tone(), '-af', 'volume=40dB'),
  {
    ...audio('with-cover.mp3'),
    made: [
      [...film('200x200', 1, 1), '-frames:v', '1', 'FIRST.png'],
      [...tone(), '-i', 'FIRST.png', '-map', '0', '-map', '1', '-c:v', 'copy', '-id3v2_version', '3'],
    ],
  },
];

const DAMAGED = /damaged or incomplete|could not be|cannot be used|no audio or video/;
const bytes = (
  name: string,
  made: AwkwardFile['made'],
  becomes: RegExp | 'ready' = DAMAGED,
): AwkwardFile => ({
  name,
  kind: 'video',
  made,
  becomes,
});

const BROKEN: AwkwardFile[] = [
  bytes('zero-length.mp4', () => Buffer.alloc(0), /empty/),
  bytes('zeros.mp4', () => Buffer.alloc(100_000)),
  bytes('words.mp4', () => Buffer.from('These are words.\n'.repeat(100))),
  bytes('page.mp4', () => Buffer.from('<!doctype html><title>A page</title>'), /web page/),
  bytes('cut-off-index-last.mp4', async (whole) => {
    const content = await whole('phone-h264.mov');
    return content.subarray(0, content.length / 2);
  }),
  bytes(
    'cut-off-in-its-notes.mov',
    async (whole) => {
      const content = await whole('phone-h264.mov');
      return content.subarray(0, content.length - 300);
    },
    'ready',
  ),
  bytes('playlist.mp4', () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')),
  bytes('list-of-files.mp4', () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")),
  bytes('session.mp4', () => Buffer.from('v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n')),
  {
    ...video(
      'protected.mp4',
      ...[...both, ...H264, ...AAC, '-encryption_scheme', 'cenc-aes-ctr'],
      ...['-encryption_key', '0123456789abcdef'.repeat(2), '-encryption_kid', 'fedcba9876543210'.repeat(2)],
    ),
    becomes: /protected against copying/,
  },
  {
    ...video('sound-as-film.mp4', ...tone(), ...AAC),
    becomes: /contains only audio/,
  },
  { ...audio('film-as-sound.m4a', ...both, ...H264, ...AAC), becomes: /contains a video/ },
  // Few bytes that decode to many: a frame of 64 million pixels.
  {
    ...video('bomb.mkv', '-f', 'lavfi', '-i', 'color=black:s=16000x4000:r=1:d=1', '-c:v', 'png'),
    becomes: DAMAGED,
  },
  { ...video('five-hours.mp4', ...film('16x16', 1, 5 * 3600), ...H264), becomes: /too long/ },
];

export const AWKWARD_FILES: readonly AwkwardFile[] = [...CODECS, ...SHAPES, ...TRACKS, ...SOUNDS, ...BROKEN];
