import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { mostAnswerFileBytes } from '#shared/rules/answer-files.ts';
import AnswerFileField from './answer-file-field.tsx';
import { type AnswerFiles, mayTryAgain, problemOf } from './answer-files.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const passport = { id: 'f1', name: 'passport <1>.pdf', bytes: 1_234_567 };
const files: AnswerFiles = {
	find: (id) => (id === passport.id ? passport : undefined),
	upload: () => Promise.reject(new Error('not called')),
	download: () => Promise.reject(new Error('not called')),
};

function draw(props: Partial<Parameters<typeof AnswerFileField>[0]>): string {
	const Screen = () => (
		<I18nProvider i18n={i18n}>
			<AnswerFileField
				{...{ questionId: 'q', label: 'Your passport', isOptional: false, id: 'field', files, value: '' }}
				onChange={() => {}}
				{...props}
			/>
		</I18nProvider>
	);
	const Stub = createRoutesStub([{ path: '/', Component: Screen }]);
	return renderToString(<Stub />).replaceAll('<!-- -->', '');
}
const actionsIn = (html: string) =>
	[...html.matchAll(/aria-label="(Download|Replace|Remove) passport &lt;1&gt;\.pdf"/g)].map(
		([, name]) => name,
	);

describe('the field of a file', () => {
	test('takes one by the picker of the browser, and says what is taken', () => {
		const html = draw({ error: 'This field is required.' });
		const input = /<input[^>]*type="file"[^>]*>/.exec(html)?.[0] ?? '';
		expect(input).toContain('id="field"');
		expect(input).toContain('accept="application/pdf,image/jpeg,image/png,image/webp,image/heic,.pdf,.heic"');
		expect(input).toContain('aria-invalid="true"');
		expect(input).not.toContain('capture');
		expect(html).toContain('PDF, JPEG, PNG, WebP or HEIC, up to 10 MB');
		expect(html).toContain('This field is required.');
		expect(actionsIn(html)).toEqual([]);
	});

	test('shows the answer by name and size, with what can be done to it', () => {
		const html = draw({ value: 'f1' });
		expect(html).toContain('passport &lt;1&gt;.pdf');
		expect(html).toContain('1.2 MB');
		expect(actionsIn(html)).toEqual(['Download', 'Replace', 'Remove']);
		expect(/<input[^>]*type="file"[^>]*>/.exec(html)?.[0]).toContain('id="field"');
	});

	test('is only for reading once answers are closed', () => {
		const html = draw({ value: 'f1', isDisabled: true });
		expect(actionsIn(html)).toEqual(['Download']);
		expect(html).not.toContain('type="file"');
		const none = draw({ isDisabled: true });
		expect(none).toContain('No file');
		expect(none).not.toContain('type="file"');
	});

	test('offers no download where files cannot be read, or of a file that is not known', () => {
		expect(actionsIn(draw({ value: 'f1', files: { find: files.find, upload: files.upload } }))).toEqual([
			'Replace',
			'Remove',
		]);
		expect(draw({ value: 'other' })).not.toContain('Download');
	});
});

describe('a file before it is sent', () => {
	const file = (name: string, type: string, size = 1) => ({ name, type, size });

	test('is looked at by type, ending and size', () => {
		expect(problemOf(file('a.pdf', 'application/pdf'))).toBeNull();
		expect(problemOf(file('a.pdf', ''))).toBeNull();
		expect(problemOf(file('IMG_1.HEIC', ''))).toBeNull();
		expect(problemOf(file('a', 'image/webp', mostAnswerFileBytes))).toBeNull();
		expect(problemOf(file('a.pdf', 'application/pdf', mostAnswerFileBytes + 1))).toBe('too-large');
		expect(problemOf(file('a.pdf', 'application/pdf', 0))).toBe('empty');
		expect(problemOf(file('a.svg', 'image/svg+xml'))).toBe('type');
		expect(problemOf(file('a.docx', 'application/zip'))).toBe('type');
	});

	test('may be sent again where nothing was said against it', () => {
		expect(mayTryAgain(new AppError('NETWORK_OFFLINE'))).toBe(true);
		expect(mayTryAgain(new AppError('NETWORK_TIMEOUT'))).toBe(true);
		expect(mayTryAgain(new AppError('RATE_LIMIT_EXCEEDED'))).toBe(true);
		expect(mayTryAgain(new AppError('SERVER_UNAVAILABLE'))).toBe(true);
		expect(mayTryAgain(new AppError('VALIDATION_FAILED'))).toBe(false);
		expect(mayTryAgain(new AppError('BUSINESS_RULE_VIOLATION'))).toBe(false);
	});
});
