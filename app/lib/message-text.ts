import type { I18n } from '@lingui/core';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { TranslatableMessage } from '#shared/errors/translatable-message.ts';

/** What a person reads of a message without values that `shared/` holds, in the language of the page. */
export function messageText(i18n: I18n, { pattern }: TranslatableMessage): string {
	// In the form that the build gives to messages: a list of tokens.
	const message = [pattern] as unknown as string;
	return i18n._({ id: generateMessageId(pattern), message });
}
