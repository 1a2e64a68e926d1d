import { useQueryClient } from '@tanstack/react-query';
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'wouter';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { Form } from '#platform/design/form/form.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { hasEntry, markEntered } from '#platform/web/entered.ts';
import { useSite } from '#platform/web/page.ts';
import { ACCESS_WITHDRAWN, MAX_EMAIL_LENGTH } from '../../contract/calls.ts';
import { loadConfirmation } from '../confirmation/load-confirmation.ts';
import * as css from '../input-row.module.css';
import { firstLessonQuery, type SignUpSource, signUpFailure, useSignUp } from '../queries.ts';
import { storeReturnAddress } from '../return-address.ts';
import { Hero } from './hero.tsx';

interface SignUpProps {
  source: SignUpSource;
  /** Renders the form elsewhere than in the landing page's hero. */
  frame?: (form: ReactNode) => ReactNode;
}

/**
 * The landing page's hero: the sign-up form, then its confirmation, from which a link returns to the form.
 */
export function SignUp({ source, frame }: SignUpProps) {
  const atGate = source === 'gate';
  const setting = useSettings();
  const { api, enter, entered } = useSite();
  const [withdrawn, setWithdrawn] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the page came from the server
  useEffect(() => setWithdrawn(!entered && hasEntry()), []);
  const signUp = useSignUp(loadConfirmation);
  const admitOnLeaving = useAdmission();
  const [email, setEmail] = useState('');
  const [cameBack, setCameBack] = useState(false);
  const queries = useQueryClient();
  const prepare = () => {
    void queries.prefetchQuery(firstLessonQuery(api));
    loadConfirmation.preload();
  };

  const submit = (typed: string) => {
    setEmail(typed);
    signUp.mutate(
      { email: typed, source },
      {
        onSuccess: ({ status }) => {
          if (status === 'link-sent') {
            if (atGate) storeReturnAddress(location.pathname + location.search);
          } else if (atGate) admitOnLeaving(typed);
          else enter(typed);
        },
      },
    );
  };

  if (signUp.data)
    return (
      <Suspense fallback={<PageSpinner />}>
        <LazyConfirmation
          status={signUp.data.status}
          email={email}
          source={source}
          onBack={() => {
            setCameBack(true);
            signUp.reset();
          }}
        />
      </Suspense>
    );
  const notice = withdrawn ? <ErrorNote role="alert">{ACCESS_WITHDRAWN}</ErrorNote> : null;
  const form = (
    <EmailForm
      email={email}
      focused={cameBack}
      onIntent={prepare}
      pending={signUp.isPending}
      error={signUp.error && signUpFailure(signUp.error)}
      onSubmit={submit}
    />
  );
  if (frame)
    return frame(
      <>
        {notice}
        {form}
      </>,
    );
  return (
    <Hero title={setting('hero.title')}>
      {notice}
      <p className="intro">{setting('hero.subtitle')}</p>
      {form}
      <p className="hint">
        New here? You get access right away. Been here before? We email you a{' '}
        <span className="whole">sign-in</span> link that expires in 15 minutes.
      </p>
    </Hero>
  );
}

function LazyConfirmation(
  props: ComponentProps<Awaited<ReturnType<typeof loadConfirmation>>['Confirmation']>,
) {
  const { Confirmation } = use(loadConfirmation());
  return <Confirmation {...props} />;
}

/**
 * Returns a function that marks this browser as entered. Gated content appears only on leaving, because it
 * would replace the confirmation at once.
 */
function useAdmission(): (email: string) => void {
  const { enter } = useSite();
  const [path] = useLocation();
  const admitted = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the path is leaving too
  useLayoutEffect(
    () => () => {
      if (admitted.current !== null) enter(admitted.current);
    },
    [path, enter],
  );
  return (email) => {
    markEntered(email);
    admitted.current = email;
  };
}

interface EmailFormProps {
  /** Initial value of the field. */
  email: string;
  /** The field takes the focus, because the reader returned from the confirmation. */
  focused: boolean;
  /** Called when the reader begins to fill in the form. */
  onIntent(): void;
  pending: boolean;
  error: string | null;
  onSubmit: (email: string) => void;
}

function EmailForm({ email, focused, onIntent, pending, error, onSubmit }: EmailFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // Text typed before hydration is in the field, but not in a state.
    onSubmit(String(new FormData(event.currentTarget).get('email') ?? '').trim());
  };
  return (
    <Form className={css.signUp} pending={pending} error={error} onSubmit={submit}>
      <div className={css.inputRow}>
        <label className="sr" htmlFor={id}>
          Email address
        </label>
        <input
          ref={field}
          id={id}
          name="email"
          type="email"
          required
          maxLength={MAX_EMAIL_LENGTH}
          autoComplete="email"
          placeholder="Your email address"
          onFocus={onIntent}
          defaultValue={email}
        />
        <SubmitButton label="Begin" busyLabel="One moment..." className="btn" />
      </div>
    </Form>
  );
}
