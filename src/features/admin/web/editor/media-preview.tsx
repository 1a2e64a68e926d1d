import { useState } from 'react';
import { writtenName } from '#features/catalogue/shared/written-address.ts';
import { CoverFrame } from '#features/catalogue/web/covers/cover-frame.tsx';
import { MediaPlayer } from '#features/catalogue/web/player/media-player.tsx';
import { useSite } from '#platform/web/page.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { Warning } from './cover-preview.tsx';
import { describeLink, type LinkKind, UNKNOWN_STILL_WIDTH } from './describe-link.ts';
import * as css from './item-editor.module.css';
import { useStillAddress } from './use-still-address.ts';

interface MediaPreviewProps {
  mediaType: string;
  address: string;
  captionsUrl: string;
}

/**
 * Previews a media link during typing, or explains why it cannot be played. Its frame has a fixed size,
 * because controls below must not move under a finger.
 */
export function MediaPreview({ mediaType, address, captionsUrl }: MediaPreviewProps) {
  const { publicUrl } = useSite();
  const still = useStillAddress(address);
  if (mediaType === 'none') return null;
  const link = describeLink(still, new URL(publicUrl).origin);
  // Texts and exercises written on the site have their own preview.
  if (link.kind === 'none' || writtenName(still)) return null;
  const key = `${mediaType} ${still}`;
  switch (mediaType) {
    case 'video':
      return <VideoPreview key={key} link={link} address={still} captionsUrl={captionsUrl} />;
    case 'audio':
      return <FilePreview key={key} link={link} address={still} what="audio" />;
    case 'image':
      return <FilePreview key={key} link={link} address={still} what="image" />;
    default:
      return (
        <p className="hint">
          <a href={still} target="_blank" rel="noopener">
            Open the link
            <span className="sr"> (in a new tab)</span>
          </a>{' '}
          to see what learners will see.
        </p>
      );
  }
}

function VideoPreview({
  link,
  address,
  captionsUrl,
}: {
  link: LinkKind;
  address: string;
  captionsUrl: string;
}) {
  if (link.kind === 'wrong') return <Warning text={link.text} />;
  if (link.kind === 'host') return <HostPreview link={link} address={address} captionsUrl={captionsUrl} />;
  return <FilePreview link={link} address={address} what="video" />;
}

type HostLink = Extract<LinkKind, { kind: 'host' }>;

function HostPreview({
  link,
  address,
  captionsUrl,
}: {
  link: HostLink;
  address: string;
  captionsUrl: string;
}) {
  const [state, setState] = useState<'asking' | 'there' | 'dead' | 'unknown'>('asking');
  const hydrated = useHydrated();
  if (state === 'dead') return <Warning text={`${link.text}: this video does not exist or was removed.`} />;
  return (
    <div className={css.mediaPreview}>
      <p className="hint" role="status">
        {link.text}
        {state === 'there' ? ' found.' : ' recognized.'}
        {state === 'unknown' ? ' We could not check whether it exists.' : ''}
        {link.still === null ? ' Press play to check that it works.' : ''}
      </p>
      <CoverFrame kind="wave">
        {link.still === null || !hydrated ? null : (
          <img
            src={link.still}
            alt="Video thumbnail"
            onError={() => setState('unknown')}
            onLoad={(event) =>
              setState(event.currentTarget.naturalWidth <= UNKNOWN_STILL_WIDTH ? 'dead' : 'there')
            }
          />
        )}
        {hydrated ? (
          <MediaPlayer
            kind="video"
            url={address}
            captions={{ captionsUrl: captionsUrl || null, captionsLanguage: null, furtherCaptions: [] }}
            title="the preview"
          />
        ) : null}
      </CoverFrame>
    </div>
  );
}

interface FilePreviewProps {
  link: LinkKind;
  address: string;
  what: 'video' | 'audio' | 'image';
}

function FilePreview({ link, address, what }: FilePreviewProps) {
  const [state, setState] = useState<'asking' | 'there' | 'dead'>('asking');
  // Before hydration no listener detects a loaded medium.
  const src = useHydrated() ? address : undefined;
  if (link.kind === 'none') return null;
  if (link.kind === 'host') return <Warning text={`This is a ${link.text}, not ${withArticle(what)}.`} />;
  if (link.kind === 'wrong') return <Warning text={link.text} />;
  if (state === 'dead')
    return (
      <Warning
        text={`There is no ${what} at this link that a browser can ${what === 'image' ? 'show' : 'play'}.`}
      />
    );
  const events = { onError: () => setState('dead') };
  const there = () => setState('there');
  const media = {
    src,
    'aria-label': 'Media preview',
    controls: true,
    preload: 'metadata' as const,
    onLoadedMetadata: there,
    ...events,
  };
  return (
    <div className={css.mediaPreview}>
      <p className="hint" role="status">
        {link.text}
        {state === 'there' ? `: ${what} found.` : ''}
      </p>
      {what === 'image' ? <img src={src} alt="Media preview" onLoad={there} {...events} /> : null}
      {what === 'audio' ? <audio {...media} /> : null}
      {what === 'video' ? <video {...media} playsInline /> : null}
    </div>
  );
}

const withArticle = (what: FilePreviewProps['what']) =>
  what === 'audio' ? 'an audio file' : what === 'video' ? 'a video file' : 'an image';
