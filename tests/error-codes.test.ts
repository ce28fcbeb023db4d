import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupI18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { type ErrorCode, errorCatalogue } from '#shared/errors/catalogue.ts';
import { errorText } from '../app/lib/error-text.ts';

/**
 * Every code of the catalogue either leaves some place of the product and is read by a person with its text, or stands below with
 * the reason why nobody can meet it. What people see of the AUTH_ codes is played through in
 * server/domain/accounts/auth-codes.test.ts.
 */
const root = join(import.meta.dirname, '..');
const codes = Object.keys(errorCatalogue) as ErrorCode[];

/** No place of the product says these. A code that something begins to say takes its line away. */
const unsaid: Partial<Record<ErrorCode, string>> = {
	SERVER_MAINTENANCE: 'There is no maintenance mode; while the app starts it says SERVICE_UNAVAILABLE.',
	NOT_IMPLEMENTED: 'What does not exist has no address: it is RESOURCE_NOT_FOUND.',
};

/** Where a code is used in the product: raised by the server, or found out by the browser itself. */
const sources = globSync('{server,shared,app}/**/*.{ts,tsx}', { cwd: root })
	.filter((file) => !/\.test\.tsx?$|^shared\/errors\/catalogue\.ts$|^app\/routes\/dev\//.test(file))
	.map((file) => ({ file, text: withoutComments(readFileSync(join(root, file), 'utf8')) }));

function withoutComments(text: string): string {
	return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

const saidIn = (code: ErrorCode) =>
	sources.filter(({ text }) => new RegExp(`['"]${code}['"]`).test(text)).map(({ file }) => file);

describe('the code catalogue', () => {
	test.each(codes.filter((code) => !unsaid[code]))('%s is said by the product', (code) => {
		expect(saidIn(code)).not.toEqual([]);
	});

	test.each(Object.entries(unsaid) as [ErrorCode, string][])('%s is not: %s', (code) => {
		expect(saidIn(code)).toEqual([]);
	});

	test.each(codes)('%s is read with its text, and never with what programs read', (code) => {
		const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
		const raised = new AppError(code, { message: 'for programs only' });
		expect(errorText(i18n, raised)).toBe(errorCatalogue[code].userMessage);
	});

	test.each(codes)('%s is read in the language of the page', (code) => {
		const i18n = setupI18n({ locale: 'xx', messages: { xx: { [`error.${code}`]: ['in other words'] } } });
		expect(errorText(i18n, new AppError(code))).toBe('in other words');
	});
});
