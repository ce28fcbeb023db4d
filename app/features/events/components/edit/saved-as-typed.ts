import { editRules, eventFieldChanges } from '#shared/rules/edit-rules.ts';
import { wholeFields } from './autosave.tsx';

/**
 * Whether a field of a published event saves itself as it is typed: the edit rules allow its change whoever has a ticket, and it is no
 * address, which would be wrong while half of it is typed. The others wait until they are published together.
 */
export function isSavedAsTyped(field: string): boolean {
	if (wholeFields.has(field)) return false;
	const change = (eventFieldChanges as Readonly<Record<string, keyof typeof editRules>>)[field];
	return change !== undefined && editRules[change].sold === 'allowed';
}
