import { logoSource } from '#features/settings/shared/logo-source.ts';
import { pictureName, pictureWidths, UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';
import { UploadField } from '#features/uploads/web/upload-field.tsx';
import * as css from './settings.module.css';

/** A logo is at most 36 CSS pixels high, so this width in px suffices for dense screens. */
const LOGO_WIDTH = 480;

interface LogoUploadProps {
  value: string;
  onUploaded(address: string): void;
}

/** Uploads a picture as the logo, and shows the form's current logo. The server refuses SVG files. */
export function LogoUpload({ value, onUploaded }: LogoUploadProps) {
  const source = logoSource(value);
  return (
    <div className={css.logo}>
      <UploadField
        kind="image"
        label="Upload a logo"
        onUploaded={(address, { width }) => onUploaded(widthFor(address, width))}
      />
      {source === null ? null : <img src={source} alt="Preview of the logo" />}
    </div>
  );
}

/** Chooses the narrowest stored width that looks sharp. */
function widthFor(address: string, widest: number | null): string {
  const hash = /^[0-9a-f]+/.exec(address.slice(UPLOADS_PREFIX.length))?.[0];
  const width = pictureWidths(widest ?? 0).find((each) => each >= LOGO_WIDTH);
  return hash && width ? UPLOADS_PREFIX + pictureName(hash, width) : address;
}
