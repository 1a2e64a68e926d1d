import { EditedSetting, type Setting } from '#features/settings/contract/schemas.ts';
import { zodResolver } from '#platform/design/form/zod-resolver.ts';

/** Validates with the contract's schema, so that form and server agree. */
export const settingResolver = zodResolver(EditedSetting);

/** A setting as the form's fields hold it. */
export const fieldsOf = (setting: Setting) => ({ ...setting, description: setting.description ?? '' });

/** The parts of a setting that can be edited. */
export const stateOf = ({ value, category, description }: Setting) => ({ value, category, description });
