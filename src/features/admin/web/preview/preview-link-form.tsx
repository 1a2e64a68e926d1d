import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { MAX_FOR_WHOM, PREVIEW_DAYS } from '#features/preview/contract/link-calls.ts';
import type { PreviewLink } from '#features/preview/contract/link-endpoints.ts';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { Field } from '#platform/design/form/field.tsx';
import { Form } from '#platform/design/form/form.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { many } from '#platform/web/counts.ts';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import { previewLinksQuery, type Subject, useCreateLink, useRevokeLink } from './preview-link-calls.ts';
import * as css from './preview-link-form.module.css';

/** Makes links to an item that is not public, and lists the valid ones. */
export function PreviewLinkForm({ subject, onClose }: { subject: Subject; onClose(): void }) {
  const create = useCreateLink(subject);
  // Revoking removes the link with its button.
  const container = useKeptFocus<HTMLFormElement>();
  const [forWhom, setForWhom] = useState('');
  const [days, setDays] = useState<(typeof PREVIEW_DAYS)[number]>(7);
  const name = useId();
  const url = create.data?.url;
  return (
    <Form
      ref={container}
      tabIndex={-1}
      className="dialog-form"
      pending={create.isPending}
      error={create.error ? failureText(create.error, 'The link was not made. Please try again.') : null}
      onSubmit={() => create.mutate({ forWhom, days }, { onSuccess: () => setForWhom('') })}
    >
      <p>
        Anyone with the link sees this draft and what is below it, without an account. Nothing else opens.
        Once it is public, the link leads to the page that everybody sees.
      </p>
      <Field label="For whom" hint="Only administrators read this.">
        {(its) => (
          <input
            {...its}
            type="text"
            maxLength={MAX_FOR_WHOM}
            autoComplete="off"
            value={forWhom}
            onChange={(event) => setForWhom(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="radios">
        <legend>Works for</legend>
        {PREVIEW_DAYS.map((each) => (
          <label key={each}>
            <input type="radio" name={name} checked={days === each} onChange={() => setDays(each)} />
            {many(each, 'day')}
          </label>
        ))}
      </fieldset>
      {url === undefined ? null : <NewLink url={url} />}
      <Links
        subject={subject}
        onRevoked={(id) => {
          // The address of a revoked link must not be copied any more.
          if (id === create.data?.link.id) create.reset();
        }}
      />
      <div className="row end">
        <button className="btn line" type="button" onClick={onClose}>
          {url === undefined ? 'Cancel' : 'Done'}
        </button>
        <SubmitButton
          className="btn"
          label={url === undefined ? 'Create link' : 'Create another'}
          busyLabel="Creating..."
        />
      </div>
    </Form>
  );
}

/** The new link's address, which is displayed only once. */
function NewLink({ url }: { url: string }) {
  const copy = async (field: HTMLInputElement | null) => {
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: 'Link copied', icon: 'check' });
    } catch {
      // A site without https has no clipboard, so the selected text is copied by keyboard.
      field?.select();
      toast({ title: 'The link could not be copied', description: 'It is selected: copy it.', kind: 'bad' });
    }
  };
  return (
    <div>
      <Field
        label="The new link"
        hint="Copy it now. It is stored only as a fingerprint and is not shown again."
      >
        {(its) => (
          <div className={css.link}>
            <input {...its} type="text" readOnly value={url} onFocus={(event) => event.target.select()} />
            <button
              className="btn line sm"
              type="button"
              onClick={(event) =>
                void copy(event.currentTarget.parentElement?.querySelector('input') ?? null)
              }
            >
              Copy
            </button>
          </div>
        )}
      </Field>
    </div>
  );
}

interface LinksProps {
  subject: Subject;
  onRevoked(id: number): void;
}

function Links({ subject, onRevoked }: LinksProps) {
  const { data: links = [], error } = useQuery(previewLinksQuery(useApi(), subject));
  if (error) return <p className="hint">{failureText(error)}</p>;
  if (links.length === 0) return null;
  return (
    <section className={css.links} aria-label="Links that work">
      <h3>Links that work</h3>
      <ul>
        {links.map((link) => (
          <OneLink key={link.id} link={link} onRevoked={onRevoked} />
        ))}
      </ul>
    </section>
  );
}

function OneLink({ link, onRevoked }: { link: PreviewLink } & Pick<LinksProps, 'onRevoked'>) {
  const { mutate, isPending } = useRevokeLink(link.id, onRevoked);
  return (
    <li>
      <p>
        <b>{link.forWhom === '' ? 'Without a name' : link.forWhom}</b>
        <span className="meta">
          {openings(link)} Ends <LocalDate instant={link.expiresAt} />.
        </span>
      </p>
      <button
        className="btn quiet sm"
        type="button"
        aria-disabled={isPending || undefined}
        onClick={() => isPending || mutate()}
      >
        Revoke<span className="sr"> the link for {link.forWhom || 'nobody by name'}</span>
      </button>
    </li>
  );
}

const TIMES = ['Not opened yet.', 'Opened once.', 'Opened twice.'];
const openings = ({ opened }: PreviewLink) => TIMES[opened] ?? `Opened ${opened} times.`;
