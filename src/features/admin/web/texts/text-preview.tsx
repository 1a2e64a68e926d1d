import { useEffect, useRef, useState } from 'react';
import { PREVIEW_PATH } from '#features/settings/contract/calls.ts';
import { exampleContext } from '#features/settings/shared/mails/example-context.ts';
import { mailText } from '#features/settings/shared/mails/mail-texts.ts';
import { renderMail } from '#features/settings/shared/mails/render-mail.ts';
import type { TextGroup } from '#features/settings/shared/text-groups.ts';
import { useNames } from '#features/settings/web/texts/page-texts.ts';
import { useSite } from '#platform/web/page.ts';
import * as css from './texts-page.module.css';
import type { Values } from './use-text-values.ts';

interface TextPreviewProps {
  group: TextGroup;
  values: Values;
  isSaved: boolean;
}

const FRAME = 'text-preview';
/** Widths of the previewed page, in CSS pixels. */
const WIDTHS = { phone: 390, wide: 1280 };

/** Shows the page or the mail with the typed texts, in a frame without scripts. */
export function TextPreview({ group, values, isSaved }: TextPreviewProps) {
  const isPage = group.preview.is === 'page';
  const [size, setSize] = useState<keyof typeof WIDTHS>('phone');
  const [form, setForm] = useState<'html' | 'plain'>('html');
  const sender = useRef<HTMLFormElement>(null);
  const json = JSON.stringify(values);
  // A form is the only way to show HTML that a script has: the policy of pages refuses others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent anew when one of them changes
  useEffect(() => sender.current?.submit(), [json, form]);
  const view = useFrameScale(isPage ? WIDTHS[size] : null);
  return (
    <section className={css.preview} aria-label={isPage ? 'Preview of the page' : 'Preview of the mail'}>
      <header>
        <span>{isSaved ? 'Preview' : 'Preview, not saved yet'}</span>
        {isPage ? (
          <Choice<keyof typeof WIDTHS> label="Size" choices={SIZES} chosen={size} onChoose={setSize} />
        ) : (
          <Choice<'html' | 'plain'> label="Form" choices={FORMS} chosen={form} onChoose={setForm} />
        )}
      </header>
      {group.preview.is === 'mail' ? <Subject group={group} values={values} /> : null}
      <form ref={sender} method="post" action={PREVIEW_PATH} target={FRAME} hidden>
        <input type="hidden" name="group" value={group.name} readOnly />
        <input type="hidden" name="values" value={json} readOnly />
        <input type="hidden" name="form" value={form} readOnly />
      </form>
      <div className={isPage ? css.page : css.mail} ref={view}>
        {/* A new frame each time, because a form's response in the same frame would add a step to Back. */}
        <iframe
          key={json + form}
          name={FRAME}
          title={`Preview: ${group.label}`}
          sandbox="allow-same-origin"
        />
      </div>
    </section>
  );
}

const SIZES = [
  ['phone', 'Phone'],
  ['wide', 'Wide'],
] as const;
const FORMS = [
  ['html', 'Letter'],
  ['plain', 'Plain text'],
] as const;

interface ChoiceProps<Name extends string> {
  label: string;
  choices: readonly (readonly [Name, string])[];
  chosen: Name;
  onChoose(name: Name): void;
}

function Choice<Name extends string>({ label, choices, chosen, onChoose }: ChoiceProps<Name>) {
  return (
    <fieldset className={css.sizes}>
      <legend className="sr">{label}</legend>
      {choices.map(([name, text]) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

/** The subject, as in a mail program's list. */
function Subject({ group, values }: Pick<TextPreviewProps, 'group' | 'values'>) {
  const { publicUrl } = useSite();
  const { title, email } = useNames();
  if (group.preview.is !== 'mail') return null;
  const { name } = group.preview;
  const written = { subject: values[`mail.${name}.subject`] ?? '', text: values[`mail.${name}.text`] ?? '' };
  const context = exampleContext(name, { site: title, email, publicUrl });
  return (
    <p className={css.subject}>
      <span className="meta">Subject</span> {renderMail(mailText(name), written, context).subject}
    </p>
  );
}

/** Scales a page of a certain width to its frame. */
function useFrameScale(width: number | null) {
  const view = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = view.current;
    if (!element) return;
    if (width === null) {
      element.style.removeProperty('--frame-scale');
      element.style.removeProperty('--frame-width');
      return;
    }
    const observer = new ResizeObserver(() => {
      element.style.setProperty('--frame-width', `${width}px`);
      element.style.setProperty('--frame-scale', String(Math.min(1, element.clientWidth / width)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return view;
}
