import type { TextGroup } from '#features/settings/shared/text-groups.ts';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { DraftNote } from '../drafts/draft-note.tsx';
import { differingKeys } from '../drafts/draft-values.ts';
import type { useDraft } from '../drafts/use-draft.ts';
import * as css from './texts-page.module.css';
import type { useTextValues, Values } from './use-text-values.ts';

type Texts = ReturnType<typeof useTextValues>;
type TextDraft = ReturnType<typeof useDraft<Values>>;

interface OfferProps {
  group: TextGroup;
  texts: Texts;
  draft: TextDraft;
  form: { current: HTMLFormElement | null };
}

/** Offers the draft of a closed page. */
export function TextOffer({ group, texts, draft, form }: OfferProps) {
  const { offer } = draft;
  if (!offer) return null;
  const labelOf = (key: string) => group.fields.find((field) => field.key === key)?.label ?? key;
  return (
    <DraftNote
      at={offer.at}
      onBringBack={() => {
        draft.letGo();
        draft.putAside();
        texts.setValues({ ...texts.values, ...offer.values });
        focusFirst(form.current);
      }}
      onLetGo={() => {
        draft.letGo();
        focusFirst(form.current);
      }}
    >
      They differ in: {differingKeys(offer.values, texts.saved).map(labelOf).join(', ')}.
      {offer.isStale ? ' Another text was saved since then.' : ''}
    </DraftNote>
  );
}

/** Conflict with another person's save: both texts stay, and the reader chooses. */
export function TextConflict({ texts, draft }: { texts: Texts; draft: TextDraft }) {
  return (
    <div className={css.conflict} role="alert">
      <ErrorNote>Someone else changed this text. Look at it again before you go on.</ErrorNote>
      <div className="row">
        <button className="btn line sm" type="button" onClick={texts.saveOverTheirs}>
          Save mine
        </button>
        <button
          className="btn line sm"
          type="button"
          onClick={() => {
            draft.putAside();
            texts.showTheirs();
          }}
        >
          Show theirs
        </button>
      </div>
    </div>
  );
}

const focusFirst = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('input, textarea')?.focus();
