import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { ReviewAdvice, ReviewBlocker } from '#shared/rules/event-review.ts';
import { FormProgress } from './form-progress.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
type Items = Parameters<typeof FormProgress>[0]['items'];

function read(items: Items, blockers: ReviewBlocker[] = [], advice: ReviewAdvice[] = []) {
	const review = {
		blockers: blockers.map((code) => ({ code })),
		advice: advice.map((code) => ({ code })),
	};
	const Screen = () => (
		<I18nProvider i18n={i18n}>
			<FormProgress items={items} review={review} columns="" />
		</I18nProvider>
	);
	const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Screen }]);
	const html = renderToString(<Stub hydrationData={{ loaderData: { root: {} } }} />).replaceAll(
		'<!-- -->',
		'',
	);
	const [, done, all, optional] = />(\d+) of (\d+) done(?:, (\d+) optional)?</.exec(html) ?? [];
	return {
		line: [done, all, optional ?? '0'].map(Number),
		bar: [/aria-valuenow="(\d+)"/, /aria-valuemax="(\d+)"/].map((part) => Number(part.exec(html)?.[1])),
		steps: [...html.matchAll(/<li[ >]/g)].length,
		labels: [...html.matchAll(/aria-label="(\w+, [\w ]+)"/g)].map(([, label]) => label),
	};
}

const all: Items = [
	{ id: 'basics', label: 'Basics' },
	{ id: 'times', label: 'Times' },
	{ id: 'place', label: 'Place' },
	{ id: 'tickets', label: 'Tickets' },
	{ id: 'questions', label: 'Questions', isOptional: true },
	{ id: 'page', label: 'Description' },
	{ id: 'cover', label: 'Cover' },
	{ id: 'settings', label: 'Settings' },
];

test.each([
	['eight steps, three with findings', all, ['no-description', 'no-place'], ['cover-without-alt'], [4, 7, 1]],
	['all is done', all, [], [], [7, 7, 1]],
	['two findings of one step', all, ['no-place', 'no-online-link'], [], [6, 7, 1]],
	['nothing is optional', all.slice(0, 3), [], ['no-place'], [2, 3, 0]],
	['what is missing is not done', [{ id: 'basics', label: 'Basics', isMissing: true }], [], [], [0, 1, 0]],
] as [string, Items, ReviewBlocker[], ReviewAdvice[], number[]][])(
	'the count and the list are one: %s',
	(_, items, blockers, advice, expected) => {
		const { line, bar, steps, labels } = read(items, blockers, advice);
		expect(line).toEqual(expected);
		const [done, due, optional] = line;
		expect(steps).toBe((due ?? 0) + (optional ?? 0));
		expect(bar).toEqual([done, due]);
		expect(labels.filter((label) => label?.endsWith(', done'))).toHaveLength(done ?? -1);
		expect(labels.filter((label) => label?.endsWith(', optional'))).toHaveLength(optional ?? -1);
	},
);
