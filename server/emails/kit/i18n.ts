import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type I18n, type MessageDescriptor, type Messages, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

/** A text of a mail: English in ICU format, with what a translator should know. */
export interface MailText {
	message: string;
	/** Tells two texts apart that are the same in English only. */
	context?: string;
	comment?: string;
}

/**
 * Declares a text: `msg({ message: 'Your ticket for {event}' })`. Node runs it as it is; the extractor reads it as Lingui's
 * macro of the same name, so the argument must be written out, not computed. The ids are those of the macro.
 */
export function msg(text: MailText): MessageDescriptor {
	return { id: generateMessageId(text.message, text.context), message: text.message };
}

const compiledDirectory = join(import.meta.dirname, '../../../build/locales');

/** The message layer of one mail. A language without a catalogue is English. */
export function mailMessages(locale: string): I18n {
	const messages = catalogueOf(locale);
	const language = messages ? locale : 'en';
	return setupI18n({ locale: language, messages: { [language]: messages ?? {} } }).setMessagesCompiler(
		compileMessage,
	);
}

const catalogues = new Map<string, Messages | undefined>();

/** Catalogues are compiled by the build: scripts/compile-locales.ts. */
function catalogueOf(locale: string): Messages | undefined {
	if (!/^[A-Za-z-]{2,15}$/.test(locale) || locale === 'en') return undefined;
	if (!catalogues.has(locale)) {
		const file = join(compiledDirectory, `${locale}.json`);
		catalogues.set(locale, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).messages : undefined);
	}
	return catalogues.get(locale);
}
