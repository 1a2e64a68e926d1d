import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bestLanguage } from '#platform/text/languages.ts';
import type { Api } from '#platform/web/api-client.ts';
import type { ItemCaptions } from '../../../contract/schemas.ts';
import { type Caption, captionAt, parseCaptions } from '../playback/captions.ts';
import type { Playback, Snapshot } from '../playback/playback.ts';
import { changePreferences, playerPreferences } from '../playback/preferences.ts';
import { type CaptionTrack, tracksOf } from './caption-tracks.ts';

export interface Captions {
  /** Whether captions are on; null: the medium has none. */
  on: boolean | null;
  /** All languages; the site's captions first. */
  tracks: readonly CaptionTrack[];
  /** Undefined: the owner has uploaded none. */
  track: CaptionTrack | undefined;
  /** The current caption, with line breaks; empty when captions are off. */
  text: string;
  /** All captions; empty until they are loaded. */
  lines: readonly Caption[];
  toggle(): void;
  choose(language: string): void;
}

interface CaptionsOptions {
  api: Api;
  /** The item's captions. */
  of: ItemCaptions;
  /** The medium has been requested. */
  started: boolean;
  playback: Playback | null;
  view: Snapshot;
  /** Seconds. */
  time: number;
}

/** Returns the owner's captions, or controls those of the video host when the owner has uploaded none. */
export function useCaptions({ api, of, started, playback, view, time }: CaptionsOptions): Captions {
  const [on, setOn] = useState(() => playerPreferences().captions);
  const [language, setLanguage] = useState(() => playerPreferences().language);
  const tracks = tracksOf(of, document.documentElement.lang);
  const track = bestLanguage(tracks, [...(language ? [language] : []), ...navigator.languages]);
  const url = track?.url ?? null;
  const { data = [] } = useQuery({ ...captionsQuery(url ?? ''), enabled: url !== null && started });
  const { hostCaptions } = view;
  useEffect(() => {
    if (hostCaptions) playback?.setHostCaptions(on && url === null);
  }, [playback, hostCaptions, on, url]);
  const exist = url !== null || hostCaptions;
  return {
    on: exist ? on : null,
    tracks,
    track,
    lines: data,
    // Before the medium has played, its cover shows.
    text: on && view.phase !== 'idle' ? captionAt(data, time) : '',
    toggle() {
      if (!exist) return;
      setOn(!on);
      changePreferences(api, { captions: !on });
    },
    choose(chosen) {
      setLanguage(chosen);
      changePreferences(api, { language: chosen });
    },
  };
}

/** Fetches and parses a WebVTT file. */
const captionsQuery = (url: string) =>
  queryOptions({
    queryKey: ['captions', url],
    queryFn: async () => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
      return parseCaptions(await response.text());
    },
  });
