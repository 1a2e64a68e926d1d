import { SMALL_SIDE } from '../../shared/film-address.ts';
import type { MediaFacts, VideoFacts } from './probe.ts';

/** A file to make from a film. */
export interface FilmSize {
  /** Shorter side in px, which is in the file's name. */
  side: number;
  width: number;
  height: number;
}

/** Files that are made of a film or a sound. */
export interface MediaPlan {
  /** The largest first; empty for sound. */
  sizes: FilmSize[];
  /** Frames a second of the films. */
  fps: 5 | 25 | 30;
  /** Whether the first size copies the pictures of the original without encoding. */
  copiesVideo: boolean;
}

/** Shorter sides in px, which are the widths on phones held upright. */
const LARGE_SIDE = 720;
/** Maximum bits per second of pictures to copy. */
const MAX_COPIED_RATE = 4_000_000;
/** H.264 profiles that every browser plays, by ffprobe's names. */
const PLAYED_PROFILES = ['High', 'Main', 'Constrained Baseline'];

/** Decides sizes and frame rate. Pictures are never enlarged. */
export function planMedia({ video }: MediaFacts): MediaPlan {
  if (!video) return { sizes: [], fps: 30, copiesVideo: false };
  const large = Math.min(LARGE_SIDE, even(Math.min(video.width, video.height)));
  const sizes = [large, ...(large > SMALL_SIDE ? [SMALL_SIDE] : [])].map((side) => sizeOf(video, side));
  return { sizes, fps: fpsOf(video.fps), copiesVideo: isPlayed(video) };
}

function sizeOf({ width, height }: VideoFacts, side: number): FilmSize {
  const longer = even((Math.max(width, height) * side) / Math.min(width, height));
  return width < height ? { side, width: side, height: longer } : { side, width: longer, height: side };
}

/** Rounds to even sides, which H.264 needs for chroma subsampling. */
const even = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2));

/**
 * Maps cinema, PAL and twice PAL to 25, slides to 5, and all others to 30. Each frame costs time, and three
 * slides may last for hours.
 */
function fpsOf(fps: number): MediaPlan['fps'] {
  if (fps > 0 && fps < 1) return 5;
  return (fps > 20 && fps < 25.5) || (fps > 49 && fps < 51) ? 25 : 30;
}

/** Tells whether browsers play these pictures in the largest size without conversion. */
function isPlayed(video: VideoFacts): boolean {
  return (
    video.codec === 'h264' &&
    PLAYED_PROFILES.includes(video.profile) &&
    video.pixelFormat === 'yuv420p' &&
    video.isUpright &&
    video.hasConstantRate &&
    !video.isInterlaced &&
    !video.isHdr &&
    Math.abs(video.fps - fpsOf(video.fps)) < 0.05 &&
    Math.min(video.width, video.height) <= LARGE_SIDE &&
    video.width % 2 === 0 &&
    video.height % 2 === 0 &&
    video.bitRate !== null &&
    video.bitRate <= MAX_COPIED_RATE
  );
}
