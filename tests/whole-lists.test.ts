import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listEndpoints } from '#tests/support/contracts.ts';

/**
 * A list that the API answers in pages never ends on a screen without saying so: each call of one goes on by its cursor, or is here with the
 * reason why a few rows are all that is wanted.
 */
const root = join(import.meta.dirname, '..');
const reasons: Record<string, string> = {
	'features/codes/api.ts listCodes': 'their number alone',
	'features/events/changes-api.ts listChanges': 'the newest change, for its undo',
	'features/events/api.ts listOrganisationEvents': 'the next event, and whether there are any',
	'features/organisers/api.ts listFollowers': 'their number alone',
	'features/waitlist/api.ts listWaitlist': 'how many wait alone',
	'features/palette/command-palette.tsx listOrganisationEvents': 'the command menu says that more fit',
	'shell/event-search.ts listOrganisationEvents': 'those of a hundred ids at a time',
	'features/messages/use-segment-options.ts listDates': 'a condition names 400 dates at most',
	'features/attendees/components/move-dialog.tsx listDates': 'a series has no more dates ahead than a page',
	'features/events/series-api.ts listDates': 'a series has no more dates ahead than a page',
	'features/events/series-api.ts listSeriesChanges': 'the newest change, for its undo',
	'routes/public/event-dates.tsx listDates': 'as many dates as one booking holds',
	'features/events/series-dates.ts listDates': 'a month at a time, with links to the other months',
	'routes/public/event.tsx listEvents': 'a few more of the organiser, with a link to all',
	'routes/public/landing.tsx listEvents': 'a few to begin with, with a link to all',
	'routes/public/events.tsx listEvents': 'three that are featured, above the list with its cursor',
	'features/check-in/api.ts searchStaffGuests': 'the query, with its cursor, is that of the caller',
	'features/gift-cards-admin/api.ts listGiftCards': 'one row: it shows the sums of all cards',
	'features/check-in/api.ts listAttendees': 'the query, with its cursor, is that of the caller',
};

async function pagedEndpoints(): Promise<string[]> {
	return (await listEndpoints()).flatMap(([name, { method, query }]) =>
		method === 'GET' && 'cursor' in ((query as { shape?: object } | undefined)?.shape ?? {}) ? [name] : [],
	);
}

/** Calls of an endpoint by name, each to its closing bracket. */
export function callsOf(name: string, source: string): string[] {
	if (!source.includes(name)) return [];
	const starts = source.matchAll(
		new RegExp(`\\b(?:\\w*[cC]all|useApiQuery|useCursorList)\\(\\s*(?:\\w+\\.)?${name}\\b`, 'g'),
	);
	return [...starts].map(({ index }) => {
		let depth = 0;
		for (let at = source.indexOf('(', index); at < source.length; at += 1) {
			if (source[at] === '(') depth += 1;
			if (source[at] === ')') depth -= 1;
			if (depth === 0) return source.slice(index, at + 1);
		}
		return source.slice(index);
	});
}

const goesOn = (call: string) => /^useCursorList|[cC]ursor\b|Search\(/.test(call);

test('every list of the API is read to its end, or says why not', async () => {
	const names = await pagedEndpoints();
	expect(names.length).toBeGreaterThan(40);
	const short = globSync('app/**/*.{ts,tsx}', { cwd: root })
		.filter((file) => !/\.test\.tsx?$/.test(file))
		.flatMap((file) => {
			const source = readFileSync(join(root, file), 'utf8');
			return names.flatMap((name) =>
				callsOf(name, source).some((call) => !goesOn(call))
					? [`${file.replaceAll('\\', '/').replace('app/', '')} ${name}`]
					: [],
			);
		});
	expect(short.sort()).toEqual(
		Object.keys(reasons)
			.filter((name) => short.includes(name))
			.sort(),
	);
	// A reason for what is read to its end is none.
	expect(Object.keys(reasons).filter((name) => !short.includes(name))).toEqual([]);
});

test.each([
	['a first page', "api.call(listThings, { params, query: { limit: '100' } })", true],
	[
		'a hook for one answer',
		"useApiQuery(contracts.listThings, ['things'], { query: { limit: '50' } })",
		true,
	],
	['a list by pages', "useCursorList(contracts.listThings, { key: ['things'] })", false],
	[
		'a call with its cursor',
		'publicApi.call(listThings, { query: { limit, ...(cursor && { cursor }) } })',
		false,
	],
])('the search: %s', (_, source, isShort) => {
	expect(callsOf('listThings', source).map((call) => !goesOn(call))).toEqual([isShort]);
});
