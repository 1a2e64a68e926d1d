import { inputLimits } from './arguments.ts';
import type { MediaPrograms } from './programs.ts';
import { runProgram } from './run-program.ts';

export interface VideoFacts {
  codec: string;
  profile: string;
  pixelFormat: string;
  /** Size as shown: upright, with square pixels. */
  width: number;
  height: number;
  /** Whether the stored picture equals the shown one: no rotation, square pixels. */
  isUpright: boolean;
  /** Average frames per second. */
  fps: number;
  hasConstantRate: boolean;
  isInterlaced: boolean;
  isHdr: boolean;
  /** Whether the file names its color matrix. */
  hasMatrix: boolean;
  /** Whether the file names its color primaries. */
  hasPrimaries: boolean;
  /** Bits per second; null where the file does not state them. */
  bitRate: number | null;
}

export interface AudioFacts {
  codec: string;
  profile: string;
  channels: number;
  sampleRate: number;
}

/** Properties of a film or a sound. */
export interface MediaFacts {
  /** Duration in seconds of the used pictures and sound; null where the file does not state it. */
  duration: number | null;
  video: VideoFacts | null;
  audio: AudioFacts | null;
}

/** In ms. Reading a file's index takes milliseconds. */
const TIMEOUT = 30_000;

/**
 * Warning about recordings without an index, such as AAC streams and many MP3 files. A quiet beginning makes
 * the estimate many times too long.
 */
const GUESSED = /Estimating duration from bitrate/;

/** Reads the properties of a file. Throws `ProgramFailed` when it is neither film nor sound. */
export async function probe(programs: MediaPrograms, path: string): Promise<MediaFacts> {
  const args = ['-v', 'warning', ...inputLimits, '-of', 'json', '-show_format', '-show_streams'];
  const { result, errors } = await runProgram(programs, 'ffprobe', [...args, '-i', `file:${path}`], {
    timeout: TIMEOUT,
  });
  const facts = toFacts(JSON.parse(result) as ProbeResult);
  return GUESSED.test(errors) ? { ...facts, duration: null } : facts;
}

interface ProbeStream {
  codec_type?: string;
  codec_name?: string;
  profile?: string;
  pix_fmt?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  field_order?: string;
  color_transfer?: string;
  color_space?: string;
  color_primaries?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  bit_rate?: string;
  channels?: number;
  sample_rate?: string;
  duration?: string;
  /** Matroska stores a track's duration here: `00:01:00.000000000`. */
  tags?: { DURATION?: string };
  disposition?: { attached_pic?: number };
  side_data_list?: { rotation?: number }[];
}

interface ProbeResult {
  streams?: ProbeStream[];
  format?: { duration?: string };
}

/** Derives the facts from ffprobe's JSON. */
function toFacts({ streams = [], format }: ProbeResult): MediaFacts {
  // A cover in a sound file is a video stream of one frame.
  const video = streams.find(
    (stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic && stream.width,
  );
  const audio = streams.find((stream) => stream.codec_type === 'audio' && stream.channels);
  // The tracks' durations win over the file's, because subtitles or a further sound may be longer.
  const used = [video, audio].flatMap((stream) => (stream ? [secondsOf(stream)] : []));
  const duration = used.length > 0 && used.every(isLength) ? Math.max(...used) : Number(format?.duration);
  return {
    duration: isLength(duration) ? duration : null,
    video: video ? videoFacts(video) : null,
    audio: audio
      ? {
          codec: audio.codec_name ?? '',
          profile: audio.profile ?? '',
          channels: audio.channels ?? 0,
          sampleRate: Number(audio.sample_rate ?? 0),
        }
      : null,
  };
}

const isLength = (seconds: number) => Number.isFinite(seconds) && seconds > 0;

/** Returns the duration of a stream in seconds; NaN without one. */
function secondsOf({ duration, tags }: ProbeStream): number {
  if (duration !== undefined || tags?.DURATION === undefined) return Number(duration);
  const [hours = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] =
    tags.DURATION.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

const HDR_TRANSFERS = ['smpte2084', 'arib-std-b67'];

const isSaid = (value: string | undefined) => !['unknown', 'unspecified', undefined].includes(value);

function videoFacts(stream: ProbeStream): VideoFacts {
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const aspect = ratioOf(stream.sample_aspect_ratio, ':') || 1;
  const stored = [Math.round((stream.width ?? 0) * aspect), stream.height ?? 0] as const;
  const [width, height] = Math.abs(rotation) % 180 === 90 ? [stored[1], stored[0]] : stored;
  const average = ratioOf(stream.avg_frame_rate, '/');
  const base = ratioOf(stream.r_frame_rate, '/');
  return {
    codec: stream.codec_name ?? '',
    profile: stream.profile ?? '',
    pixelFormat: stream.pix_fmt ?? '',
    width,
    height,
    isUpright: rotation === 0 && aspect === 1,
    fps: average || base,
    hasConstantRate: average > 0 && Math.abs(average - base) / base < 0.001,
    isInterlaced: !['progressive', 'unknown', undefined].includes(stream.field_order),
    isHdr: HDR_TRANSFERS.includes(stream.color_transfer ?? ''),
    hasMatrix: isSaid(stream.color_space),
    hasPrimaries: isSaid(stream.color_primaries),
    bitRate: stream.bit_rate ? Number(stream.bit_rate) : null,
  };
}

/** Parses `30000/1001` or `4:3`; 0 when the value is missing. */
function ratioOf(text: string | undefined, separator: string): number {
  const [over = 0, under = 0] = (text ?? '').split(separator).map(Number);
  return under > 0 && Number.isFinite(over / under) ? over / under : 0;
}
