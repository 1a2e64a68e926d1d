const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

const zeros = (length: number) => Buffer.alloc(length);

function track(handler: 'vide' | 'soun', codec: string, width: number, height: number): Buffer {
  const tkhd = zeros(84);
  tkhd.writeInt32BE(0x10000, 40);
  tkhd.writeUInt16BE(width, 76);
  tkhd.writeUInt16BE(height, 80);
  return box(
    'trak',
    box('tkhd', tkhd),
    box(
      'mdia',
      box('hdlr', zeros(8), Buffer.from(handler), zeros(13)),
      box('minf', box('stbl', box('stsd', zeros(4), Buffer.from([0, 0, 0, 1]), box(codec, zeros(70))))),
    ),
  );
}

const FTYP = box('ftyp', Buffer.from('isom\0\0\u0002\0isomiso2mp41', 'latin1'));

/** Creates an MP4's index without media data. */
export const mp4Head = (video: string | null = 'avc1', audio: string | null = 'mp4a') =>
  Buffer.concat([
    FTYP,
    box(
      'moov',
      ...(video ? [track('vide', video, 1280, 720)] : []),
      ...(audio ? [track('soun', audio, 0, 0)] : []),
    ),
  ]);

/** Creates an MP4 whose content depends on `about`. */
export const anMp4 = (about: string, video: string | null = 'avc1', audio: string | null = 'mp4a') =>
  Buffer.concat([mp4Head(video, audio), box('mdat', Buffer.from(about.repeat(50)))]);
