import type { I18n, MessageDescriptor } from '@lingui/core';

/** A name of the code in words; one that has none is shown as it is. */
export function inWords(i18n: I18n, words: Record<string, MessageDescriptor>, name: string): string {
	const found = words[name];
	return found ? i18n._(found) : name;
}
