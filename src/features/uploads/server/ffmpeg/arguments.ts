import { type Loudness, levelingFilter, measuringFilter } from './loudness.ts';
import type { FilmSize, MediaPlan } from './plan.ts';
import type { AudioFacts, MediaFacts, VideoFacts } from './probe.ts';

/* The argument lists of ffmpeg. No part of them comes from a file's name or from a person. */

/**
 * Containers that are one file. Excluded are playlists (HLS, DASH, concat, SDP), numbered pictures and
 * subtitle scripts, because they refer to other files or addresses.
 */
const CONTAINERS = [
  'mov,matroska,avi,mpegts,mpeg,mpegvideo,flv,asf,dv,mxf,gxf',
  'rm,wtv,ivf,h264,hevc',
  'ogg,mp3,aac,wav,w64,flac,aiff,caf,amr,ac3,eac3,au,wv,tta,ape,mpc,mpc8,tak,dsf,iff,voc',
].join(',');

/** Maximum pixels of a frame: more than 8K. */
const MAX_PIXELS = 40_000_000;
/** Longest duration, in seconds. */
export const MAX_DURATION = 4 * 60 * 60;

/** Options before an input: local files, one file, frames of a limited size. */
export const inputLimits = [
  ...['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS],
  ...['-max_pixels', String(MAX_PIXELS)],
];

const begin = ['-hide_banner', '-nostdin', '-y', '-nostats'];
const input = (path: string) => [
  ...inputLimits,
  '-threads',
  '2',
  '-t',
  String(MAX_DURATION),
  '-i',
  `file:${path}`,
];

/** Arguments that measure the loudness of the first sound. */
export const measuringArguments = (source: string): string[] => [
  ...[...begin, '-v', 'info', '-progress', 'pipe:1', '-vn', '-sn', '-dn'],
  ...[...input(source), '-map', '0:a:0', '-af', measuringFilter, '-f', 'null', '-'],
];

/**
 * Options that remove location, device, date, title and program from a file, and put its index at the front.
 */
const clean = [
  ...['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-sn', '-dn'],
  ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
  ...['-movflags', '+faststart', '-max_muxing_queue_size', '4096', '-f', 'mp4'],
];

interface Making {
  source: string;
  facts: MediaFacts;
  plan: MediaPlan;
  /** Undefined: the sound is copied. Null: it is encoded without a change of its loudness. */
  loudness: Loudness | null | undefined;
  /** Path of each file to make: the sizes of a film in order, or the one file of a sound. */
  targets: readonly string[];
}

/** Returns the arguments that make all files in one run, so that the original is decoded once. */
export function makingArguments({ source, facts, plan, loudness, targets }: Making): string[] {
  const { video, audio } = facts;
  const outputs = video ? plan.sizes.length : 1;
  const filters = [
    ...(video ? videoFilters(video, plan) : []),
    ...(audio && loudness !== undefined ? [audioFilter(loudness, outputs)] : []),
  ];
  return [
    ...[
      ...begin,
      '-v',
      'error',
      '-progress',
      'pipe:1',
      '-filter_threads',
      '2',
      '-filter_complex_threads',
      '2',
    ],
    ...input(source),
    ...(filters.length > 0 ? ['-filter_complex', filters.join(';')] : []),
    ...targets
      .slice(0, outputs)
      .flatMap((target, index) => [
        ...(video ? videoOutput(plan, index) : ['-vn']),
        ...(audio ? audioOutput(loudness === undefined, index) : ['-an']),
        ...[...clean, `file:${target}`],
      ]),
  ];
}

function videoFilters(video: VideoFacts, { sizes, fps, copiesVideo }: MediaPlan): string[] {
  const [first] = copiesVideo ? sizes.slice(1) : sizes;
  if (!first) return [];
  const start = [
    '[0:v:0]',
    [
      ...(video.isInterlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
      `fps=${fps}`,
      ...toneFilters(video, first),
      'format=yuv420p,setsar=1',
    ].join(','),
  ].join('');
  if (copiesVideo) return [`${start}[v1]`];
  const [, second] = sizes;
  if (!second) return [`${start}[v0]`];
  return [`${start},split=2[v0][half]`, `[half]scale=${second.width}:${second.height}:flags=bicubic[v1]`];
}

/**
 * Returns the filters for tones and size. Scaling comes first, because mapping HDR to SDR costs much per
 * pixel.
 */
function toneFilters(video: VideoFacts, { width, height: to }: FilmSize): string[] {
  const { isHdr, hasMatrix, hasPrimaries, height } = video;
  const size = `scale=${width}:${to}:flags=bicubic`;
  if (isHdr)
    return [
      size,
      // Default colors of HDR films without color information, which zscale refuses to guess.
      ...(hasMatrix ? [] : ['setparams=colorspace=bt2020nc']),
      ...(hasPrimaries ? [] : ['setparams=color_primaries=bt2020']),
      'zscale=transfer=linear:npl=203,format=gbrpf32le,zscale=primaries=bt709',
      'tonemap=tonemap=mobius:desat=0,zscale=transfer=bt709:matrix=bt709:range=tv',
    ];
  // Files without a matrix use the one of their era: the HD matrix from 720 lines on.
  const matrix = hasMatrix || height < 720 ? 'auto' : 'bt709';
  return [`${size}:in_color_matrix=${matrix}:out_color_matrix=bt709:out_range=tv`];
}

function audioFilter(loudness: Loudness | null, outputs: number): string {
  const labels = Array.from({ length: outputs }, (_, index) => `[a${index}]`).join('');
  return `[0:a:0]${levelingFilter(loudness)},asplit=${outputs}${labels}`;
}

/** Maximum bits per second of each size, for slow connections. */
const VIDEO_RATES = [3_000_000, 900_000];
const AUDIO_RATES = ['128k', '96k'];
/** Removes supplemental information of H.264, such as encoder settings and camera notes. */
const NO_NOTES = ['-bsf:v', 'filter_units=remove_types=6'];

function videoOutput({ fps, copiesVideo }: MediaPlan, index: number): string[] {
  if (copiesVideo && index === 0) return ['-map', '0:v:0', '-c:v', 'copy', ...NO_NOTES];
  const rate = VIDEO_RATES[index] ?? 900_000;
  return [
    ...['-map', `[v${index}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-threads:v', '2'],
    ...['-profile:v', 'high', '-pix_fmt', 'yuv420p', '-g', String(fps * 2)],
    ...['-maxrate', String(rate), '-bufsize', String(rate * 2)],
    ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'],
    ...NO_NOTES,
  ];
}

function audioOutput(copies: boolean, index: number): string[] {
  if (copies) return ['-map', '0:a:0', '-c:a', 'copy'];
  return ['-map', `[a${index}]`, '-c:a', 'aac', '-b:a', AUDIO_RATES[index] ?? '96k', '-ac', '2'];
}

/** Tells whether browsers play a sound without conversion: AAC-LC, mono or stereo. */
export const isPlayedSound = ({ codec, profile, channels, sampleRate }: AudioFacts): boolean =>
  codec === 'aac' && profile === 'LC' && channels <= 2 && sampleRate <= 48_000;
