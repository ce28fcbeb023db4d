import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { AppError } from '#shared/errors/app-error.ts';
import { type ErrorCode, errorCatalogue } from '#shared/errors/catalogue.ts';

/**
 * The text of an error for people, in the language of the page: the catalogue's text of its code, or the better sentence
 * that a rule gave along. Never the message, which is for programs.
 */
export function errorText(i18n: I18n, error: unknown): string {
	if (!(error instanceof AppError)) return catalogueText(i18n, 'UNKNOWN_ERROR');
	const isOfCatalogue = error.userMessage === errorCatalogue[error.code].userMessage;
	return isOfCatalogue ? catalogueText(i18n, error.code) : error.userMessage;
}

/** The catalogue's text of a code. The extractor reads the catalogue itself: scripts/lingui/catalogue-extractor.ts. */
export function catalogueText(i18n: I18n, code: ErrorCode): string {
	// In the form that the build gives to messages: a list of tokens.
	const message = [errorCatalogue[code].userMessage] as unknown as string;
	return i18n._({ id: `error.${code}`, message });
}

/** `errorText` in the language of the page. */
export function useErrorText(): (error: unknown) => string {
	const { i18n } = useLingui();
	return (error) => errorText(i18n, error);
}
