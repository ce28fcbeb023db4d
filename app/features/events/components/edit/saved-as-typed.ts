import { isFreelyEdited } from '#shared/rules/edit-rules.ts';
import { wholeFields } from './autosave.tsx';

/**
 * Whether a field of a published event saves itself as it is typed: the edit rules allow its change whoever has a ticket, and it is no
 * address, which would be wrong while half of it is typed. The others wait until they are published together.
 */
export const isSavedAsTyped = (field: string): boolean => !wholeFields.has(field) && isFreelyEdited(field);
