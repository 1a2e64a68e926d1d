import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useLetterOffered } from '#features/settings/web/texts/use-letter-offered.ts';
import { Link } from '#platform/web/link.tsx';
import { useSite } from '#platform/web/page.ts';
import { BackToForm } from '../confirmation/back-to-form.tsx';
import type { ConfirmationProps } from '../confirmation/confirmation-props.ts';
import { firstLessonQuery } from '../queries.ts';
import { Hero } from './hero.tsx';
import { StartCard } from './start-card.tsx';
import * as css from './start-now.module.css';

/**
 * Tells whether a gated address belongs to an item. Its visitor wants that item, and gets no first lesson.
 */
const namesItem = (path: string, search: string) => /\/\d+/.test(path) || /[?&]droplet=\d/.test(search);

/** The confirmation of instant access. It offers a first lesson, which plays with the next press. */
export function StartNow({ email, source, onBack }: ConfirmationProps) {
  const { api, enter } = useSite();
  const [path] = useLocation();
  const search = useSearch();
  const address = useId();
  const letterOffered = useLetterOffered();
  const atGate = source === 'gate';
  const { data } = useQuery(firstLessonQuery(api));
  const lesson = atGate && namesItem(path, search) ? null : data;
  const style = lesson ? 'btn line' : 'btn';
  const onward = atGate ? (
    <button className={style} type="button" onClick={() => enter(email)}>
      {lesson ? 'Look around first' : 'Continue'}
    </button>
  ) : (
    <Link className={style} href="/app">
      {lesson ? 'Look around first' : 'Go to your oceans'}
    </Link>
  );
  return (
    <Hero title="You can start now" arrived={{ describedBy: address }} low>
      {lesson ? (
        <StartCard lesson={lesson} onStart={() => enter(email)} onward={onward} />
      ) : (
        <div className="row">{onward}</div>
      )}
      <section className={css.address}>
        <h2>Check Your Email</h2>
        <p id={address}>
          Is <b>{email}</b> right? On another device, we send your sign-in link to that address.
        </p>
        {letterOffered ? (
          <Link className={`btn quiet ${css.back}`} href="/letter">
            One lesson a week, by mail
          </Link>
        ) : null}
        <BackToForm onBack={onBack} className={`quiet ${css.back}`} />
      </section>
    </Hero>
  );
}
