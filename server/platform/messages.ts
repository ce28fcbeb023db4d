import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type I18n, type MessageDescriptor, type Messages, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { type Formats, formatsFor } from '#shared/lib/formats.ts';
import { pickLanguage, SOURCE_LANGUAGE } from '#shared/lib/languages.ts';
import { formatLocale } from '#shared/lib/regions.ts';

/** A text that the server writes: English in ICU format, with what a translator should know. */
export interface ServerText {
	message: string;
	/** Tells two texts apart that are the same in English only. */
	context?: string;
	comment?: string;
}

/**
 * Declares a text: `msg({ message: 'Your ticket for {event}' })`. Node runs it as it is; the extractor reads it as Lingui's
 * macro of the same name, so the argument must be written out, not computed. The ids are those of the macro.
 */
export function msg({ message, context }: ServerText): MessageDescriptor {
	return { id: idOf(message, context), message };
}

/** Remembers what is made of the texts that the source holds, which are some hundred: each mail asks for the same ones. */
function rememberByText<V>(make: (message: string, context?: string) => V) {
	const known = new Map<string, V>();
	return (message: string, context?: string): V => {
		const key = context === undefined ? message : `${message}\0${context}`;
		const value = known.get(key) ?? make(message, context);
		known.set(key, value);
		return value;
	};
}

const idOf = rememberByText(generateMessageId);
const compileOnce = rememberByText((message) => compileMessage(message));

const compiledDirectory = join(import.meta.dirname, '../../build/locales');

/** The message layer of one mail or answer. A language without a catalogue is English. */
export function messagesOf(locale: string, directory = compiledDirectory): I18n {
	const messages = catalogueOf(locale, directory);
	const language = messages ? locale : 'en';
	return setupI18n({ locale: language, messages: { [language]: messages ?? {} } }).setMessagesCompiler(
		compileOnce,
	);
}

const catalogues = new Map<string, Messages | undefined>();

/** Catalogues are compiled by the build: scripts/compile-locales.ts. */
function catalogueOf(locale: string, directory: string): Messages | undefined {
	if (!/^[A-Za-z-]{2,15}$/.test(locale) || locale === 'en') return undefined;
	if (!catalogues.has(locale)) {
		const file = join(directory, `${locale}.json`);
		catalogues.set(locale, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).messages : undefined);
	}
	return catalogues.get(locale);
}

let languages: readonly string[] | undefined;

/** Every language that the build has a catalogue of, English first. */
function builtLanguages(): readonly string[] {
	if (!languages) {
		const files = existsSync(compiledDirectory) ? readdirSync(compiledDirectory) : [];
		languages = [
			SOURCE_LANGUAGE,
			...files.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5)),
		];
	}
	return languages;
}

/** Translates messages into one language. */
export type Translator = (message: TranslatableMessage) => string;

const inEnglish: Translator = (message) => message.text;

/** The translator for the sender of a request: the app sends the language of its page as Accept-Language. */
export function translatorFor(acceptLanguage: string): Translator {
	return translateFor(languageFor(acceptLanguage));
}

/** How dates and times in those messages are written: by the language and region of the same header. */
export function formatsOf(acceptLanguage: string): Formats {
	return formatsFor(formatLocale(languageFor(acceptLanguage), acceptLanguage));
}

/** The language of an answer, for documents that name it. */
export function languageFor(acceptLanguage: string): string {
	const languages = builtLanguages();
	if (languages.length === 1 || acceptLanguage === '') return SOURCE_LANGUAGE;
	return pickLanguage(languages, { requested: acceptLanguage, acceptLanguage });
}

/** Translates messages into a language; what its catalogue lacks is English. */
export function translateFor(language: string, directory?: string): Translator {
	if (language === SOURCE_LANGUAGE) return inEnglish;
	const i18n = messagesOf(language, directory);
	const translate: Translator = ({ pattern, values }) => {
		const said = values.map((value) => (typeof value === 'object' ? translate(value) : value));
		return i18n._({ id: generateMessageId(pattern), message: pattern, values: { ...said } });
	};
	return translate;
}
