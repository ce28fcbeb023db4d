import type { I18n, MessageDescriptor } from '@lingui/core';

/** A name of the code in words; one that has none is shown as it is. */
export function toLabel(i18n: I18n, labels: Record<string, MessageDescriptor>, name: string): string {
	const found = labels[name];
	return found ? i18n._(found) : name;
}
