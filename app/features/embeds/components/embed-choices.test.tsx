import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmbedChoices } from './embed-choices.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
type Props = Parameters<typeof EmbedChoices>[0];
const chosen: Props['chosen'] = { show: 'event', theme: 'auto', accent: '', opens: 'panel', words: 'Go' };

function fieldsOf(props: Partial<Props>) {
	const html = renderToString(
		<I18nProvider i18n={i18n}>
			<EmbedChoices
				{...{ chosen, onChange() {}, host: 'https://foyer.example', noLists: undefined, ...props }}
			/>
		</I18nProvider>,
	);
	const shows = [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([tag]) => {
		const value = /value="(\w+)"/.exec(tag)?.[1];
		return /disabled/.test(tag) ? `${value}, disabled` : value;
	});
	const texts = ['Date', 'Words on the button', 'Registration opens', 'Theme', 'Accent colour', 'No accent'];
	return { shows, texts: texts.filter((text) => html.includes(`>${text}<`)) };
}

test('of an event all four, and registration is inside', () => {
	expect(fieldsOf({ event: { seriesSlug: null } })).toEqual({
		shows: ['event', 'button', 'list', 'calendar'],
		texts: ['Theme', 'Accent colour'],
	});
});

test('a button has words and a place to open; a date of a series can be the next one', () => {
	const { texts } = fieldsOf({
		event: { seriesSlug: 'jazz' },
		chosen: { ...chosen, show: 'button', accent: '#7a1f3d' },
	});
	expect(texts).toEqual([
		'Date',
		'Words on the button',
		'Registration opens',
		'Theme',
		'Accent colour',
		'No accent',
	]);
});

test('of an organisation lists alone, which a hidden page does not have', () => {
	expect(fieldsOf({ chosen: { ...chosen, show: 'list' } }).shows).toEqual(['list', 'calendar']);
	expect(fieldsOf({ event: { seriesSlug: null }, noLists: 'Hidden.' }).shows).toEqual([
		'event',
		'button',
		'list, disabled',
		'calendar, disabled',
	]);
});
