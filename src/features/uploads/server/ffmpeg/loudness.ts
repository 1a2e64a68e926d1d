/** Loudness of a sound, as ffmpeg's `loudnorm` measures it (EBU R 128). */
export interface Loudness {
  /** In LUFS. */
  integrated: number;
  /** In dB. */
  truePeak: number;
  range: number;
  threshold: number;
  offset: number;
}

/** Target loudness in LUFS, and the true peak in dB. */
const LOUDNESS = -16;
const TRUE_PEAK = -1.5;
/** In dB: encoding to AAC raises peaks a little. */
const PEAK_MARGIN = 1;
/** Inaudible difference, in LU. */
const TOLERANCE = 0.7;

/** Measures the loudness and prints JSON at the end of standard error. */
export const measuringFilter = `aformat=channel_layouts=stereo,loudnorm=print_format=json`;

/** Parses the measuring filter's output; null for silence and for sounds too short to measure. */
export function readLoudness(errors: string): Loudness | null {
  const start = errors.lastIndexOf('{');
  if (start < 0) return null;
  const values = JSON.parse(errors.slice(start, errors.indexOf('}', start) + 1)) as Record<string, string>;
  const loudness = {
    integrated: Number(values.input_i),
    truePeak: Number(values.input_tp),
    range: Number(values.input_lra),
    threshold: Number(values.input_thresh),
    offset: Number(values.target_offset),
  };
  return Object.values(loudness).every(Number.isFinite) ? loudness : null;
}

/** Tells whether a sound already has the target loudness. */
export const isEven = ({ integrated, truePeak }: Loudness): boolean =>
  Math.abs(integrated - LOUDNESS) <= TOLERANCE && truePeak <= TRUE_PEAK;

/** Returns the filter that gives a sound the target loudness. Silence is not amplified. */
export function levelingFilter(loudness: Loudness | null): string {
  const stereo = 'aformat=channel_layouts=stereo';
  if (!loudness) return `${stereo},aresample=48000`;
  const { integrated, truePeak, range, threshold, offset } = loudness;
  const target = `I=${LOUDNESS}:TP=${TRUE_PEAK - PEAK_MARGIN}:LRA=${Math.min(50, Math.max(11, range))}`;
  const measured = [
    `measured_I=${integrated}:measured_TP=${truePeak}:measured_LRA=${range}`,
    `measured_thresh=${threshold}:offset=${offset}`,
  ].join(':');
  return `${stereo},loudnorm=${target}:${measured}:linear=true,aresample=48000`;
}
