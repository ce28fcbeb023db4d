import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type Column, getColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeAll, describe, expect, test } from 'vitest';
import { ChangeList } from '#app/features/events/components/edit/change-list.tsx';
import { fieldLabels } from '#app/features/events/components/edit/field-labels.ts';
import { namedFields, valueLabels } from '#app/features/events/components/edit/use-change-texts.ts';
import * as doorTables from '#server/db/tables/check-in.ts';
import * as eventTables from '#server/db/tables/events.ts';
import * as questionTables from '#server/db/tables/questions.ts';
import * as ticketTables from '#server/db/tables/tickets.ts';
import { readRows } from '#server/domain/events/changes/parts.ts';
import { insertChangeSet } from '#server/domain/events/changes/record-changes.ts';
import { changedSecret, type JsonRow, type RowChange } from '#server/domain/events/changes/rows.ts';
import { hiddenFields } from '#server/domain/events/changes/shown-changes.ts';
import { routes } from '#server/domain/modules.ts';
import { eventChanged } from '#server/emails/events/changed.ts';
import { sampleEvent } from '#server/emails/kit/event-facts.ts';
import { writeMail } from '#server/emails/kit/render-mail.ts';
import { firstSentence } from '#server/http/activity.ts';
import type { ChangeSet } from '#shared/contracts/event-changes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { type EventField, guestFields } from '#shared/rules/edit-rules.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/*
 * What was changed is said in words: in the history of an event, in the email about a change and in the log of activity. The fields
 * are those that edits read (`EditedRows`), so a new one fails here until it has words or is hidden.
 */

const { database, services, api, owner } = useTestOwner();
let event: { id: string; organisationId: string };
let rows: [part: string, path: string, subject: string, values: JsonRow][];

const scopeOf = () => ({ organisationId: event.organisationId, eventId: event.id });
const post = async (path: string, body: object) => {
	const answer = await api.post(`/api/events/${event.id}${path}`, body, { token: owner.token });
	expect([path, answer.status, answer.body.details]).toEqual([path, 201, undefined]);
	return answer.body;
};

beforeAll(async () => {
	const made = await makeEvent(services, owner, { venueName: 'Old Pump House', city: 'Berlin' });
	event = { id: made.id, organisationId: owner.organisationId };
	await post('/capacity-pools', { name: 'Hall', size: 100 });
	await post('/ticket-types', { name: 'Upper deck', kind: 'free' });
	await post('/questions', {
		label: 'Diet',
		kind: 'single_choice',
		scope: 'attendee',
		choices: [{ label: 'Vegan' }, { label: 'Other' }],
	});
	await post('/check-in-lists', { name: 'Gate list' });
	await post('/gates', { name: 'North' });
	const all = await database().transaction((tx) => readRows(services, tx, scopeOf()));
	rows = [...all].flatMap(([part, own]) =>
		[...own].map(([path, { subject, values }]): (typeof rows)[number] => [part, path, subject, values]),
	);
});

const kindOf = (path: string) => path.split('.')[0] as string;
const tables: Record<string, PgTable> = {
	event: eventTables.events,
	ticket: ticketTables.ticketTypes,
	pool: ticketTables.capacityPools,
	question: questionTables.questions,
	list: doorTables.checkInLists,
	gate: doorTables.gates,
};
const columnOf = (path: string, field: string): Column | undefined =>
	getColumns(tables[kindOf(path)] as PgTable)[field] as Column | undefined;

/** Other values that a field may have; of one with names for its values all of them. */
function othersOf(path: string, field: string, value: unknown): unknown[] {
	const idsOf = (kind: string) =>
		rows.flatMap(([, of]) => (kindOf(of) === kind ? [of.split('.')[1] as string] : []));
	if (field === 'ticketTypeIds') return [idsOf('ticket')];
	if (field === 'sharedPoolId') return idsOf('pool');
	if (field === 'shownWhenQuestionId') return idsOf('question');
	if (field === 'shownWhenEquals') {
		const question = rows.find(([, of]) => kindOf(of) === 'question');
		return [(question?.[3].choices as { id: string }[] | undefined)?.[0]?.id];
	}
	if (field === 'choices') return [[{ id: 'x', label: 'Halal' }]];
	if (field === 'priceTiers') return [[{ name: 'Early', priceMinor: 500, endsAt: null, quantity: 5 }]];
	if (field === 'capacity') return [12];
	if (field === 'resaleRules') return [{ keepMinor: 250 }, {}];
	if (field === 'changeRules') return [{ until: { days: 1 }, allowsLower: true }];
	const column = columnOf(path, field);
	expect([path, field, column !== undefined]).toEqual([path, field, true]);
	if (column?.enumValues?.length) return column.enumValues.filter((one) => one !== value);
	if (column?.dataType.includes('date')) return ['2030-05-01T10:00:00.000Z'];
	if (typeof value === 'boolean') return [!value];
	if (Array.isArray(value)) return [['jazz']];
	if (field === 'countryCode') return ['FR'];
	if (field === 'category') return ['music'];
	if (typeof value === 'number' || /number|int/.test(column?.dataType ?? '')) return [Number(value ?? 0) + 7];
	return [`${value ?? ''}another`];
}

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const textOf = (set: ChangeSet) =>
	renderToString(
		createElement(MemoryRouter, {
			children: createElement(I18nProvider, {
				i18n,
				children: createElement(ChangeList, {
					event: { timeZone: 'Europe/Berlin', currency: 'EUR' } as PublicEvent,
					set,
				}),
			}),
		}),
	)
		.replaceAll(/<!-- -->|<svg.*?<\/svg>/gs, '')
		.replaceAll(/<(del|ins)[^>]*>/g, '|')
		.replaceAll(/<[^>]+>/g, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim();

async function record(changes: RowChange[]): Promise<string> {
	const id = await database().transaction(async (tx) =>
		insertChangeSet(tx, scopeOf(), {
			by: { kind: 'member', id: owner.userId },
			before: { startsAt: new Date() },
			changes,
		}),
	);
	return id as string;
}
const history = async () =>
	(await api.get(`/api/events/${event.id}/changes`, { token: owner.token, query: { limit: '50' } })).body
		.data as ChangeSet[];
const clear = () => database().pool.query('DELETE FROM event_change_sets');

const changeOf = (
	[part, path, subject, values]: (typeof rows)[number],
	field: string,
	after: unknown,
): RowChange => {
	const isSecret = field === 'passwordHash';
	return {
		...{ part, path: `${path}.${field}`, subject, inverse: { do: 'set' as const } },
		before: isSecret ? changedSecret : values[field],
		after: isSecret ? changedSecret : after,
	};
};

describe('the history of an event', () => {
	test.each(['event', 'ticket', 'pool', 'question', 'list', 'gate'])(
		'says each field of a row in words, or leaves it out: %s',
		async (kind) => {
			await clear();
			const row = rows.find(([, path]) => kindOf(path) === kind);
			expect(row).toBeDefined();
			if (!row) return;
			const [, path, , values] = row;
			const fields = Object.keys(values);
			expect(fields.length).toBeGreaterThan(0);
			for (const field of fields) {
				const isHidden = hiddenFields[kind]?.includes(field) ?? false;
				const [after] = othersOf(path, field, values[field]);
				await record([changeOf(row, field, after)]);
				const [set] = await history();
				if (isHidden) {
					expect([field, set]).toEqual([field, undefined]);
					continue;
				}
				const text = set ? textOf(set) : '';
				const said = fieldLabels[kind === 'list' && field === 'ticketTypeIds' ? 'listTickets' : field];
				// Its label, then the value before and after, or that it changed.
				expect([field, said?.message !== undefined, text.includes(`${said?.message}`)]).toEqual([
					field,
					true,
					true,
				]);
				expect([field, text]).toEqual([field, expect.stringMatching(/Before: \|.+After: \|.+|Changed$/)]);
				expect([field, text]).toEqual([
					field,
					expect.not.stringMatching(/[0-9a-f]{8}-[0-9a-f]{4}|\[object|undefined|null|Deleted|[a-z]_[a-z]/),
				]);
				await clear();
			}
		},
	);

	test('has a name for each value that is one of a list', () => {
		const without: string[] = [];
		for (const [, path, , values] of rows)
			for (const field of Object.keys(values)) {
				if (hiddenFields[kindOf(path)]?.includes(field)) continue;
				const named = columnOf(path, field)?.enumValues ?? [];
				if (named.length > 0 && !namedFields.has(field)) without.push(`${path} ${field}`);
				without.push(...named.filter((value) => !valueLabels[value]));
			}
		expect(without).toEqual([]);
		expect(namedFields.size).toBeGreaterThan(5);
	});

	test('says rows that were added or deleted, and names what is not there any more', async () => {
		for (const [part, path, subject, values] of rows.filter(([, of]) => of !== 'event')) {
			await clear();
			await record([{ part, path, subject, before: null, after: values, inverse: { do: 'delete' } }]);
			await record([{ part, path, subject, before: values, after: null, inverse: { do: 'insert' } }]);
			expect((await history()).map(textOf)).toEqual([
				expect.stringMatching(new RegExp(`^${subject}: .+ deleted$`)),
				expect.stringMatching(new RegExp(`^${subject}: .+ added$`)),
			]);
		}
		await clear();
		const question = rows.find(([, path]) => kindOf(path) === 'question') as (typeof rows)[number];
		const gone = '01890000-0000-7000-8000-000000000001';
		const before = {
			label: 'Hall',
			choices: [{ id: '01890000-0000-7000-8000-000000000002', label: 'Kosher' }],
		};
		await record([
			{
				part: 'questions',
				path: `question.${gone}`,
				subject: 'Allergies',
				before,
				after: null,
				inverse: { do: 'insert' },
			},
		]);
		await record([
			changeOf(question, 'shownWhenQuestionId', gone),
			changeOf(question, 'shownWhenEquals', '01890000-0000-7000-8000-000000000002'),
		]);
		const text = textOf((await history())[0] as ChangeSet);
		expect(text).toContain('|Allergies');
		expect(text).toContain('|Kosher');
	});

	test('leaves out what says nothing, page by page', async () => {
		await clear();
		const find = (kind: string) => rows.find(([, path]) => kindOf(path) === kind) as (typeof rows)[number];
		await record([changeOf(find('event'), 'title', 'First')]);
		for (let count = 0; count < 5; count += 1) {
			await record([changeOf(find('event'), 'themeHue', 7)]);
			await record([changeOf(find('ticket'), 'poolId', '01890000-0000-7000-8000-000000000001')]);
		}
		await record([
			changeOf(find('ticket'), 'poolId', '01890000-0000-7000-8000-000000000001'),
			changeOf(find('ticket'), 'name', 'Lower deck'),
		]);
		const page = await api.get(`/api/events/${event.id}/changes`, {
			token: owner.token,
			query: { limit: '1' },
		});
		const next = { limit: '1', cursor: page.body.nextCursor };
		const second = await api.get(`/api/events/${event.id}/changes`, { token: owner.token, query: next });
		expect([page, second].map(({ body }) => body.data.map(textOf))).toEqual([
			['Standard: Name Before: |Standard After: |Lower deck'],
			[expect.stringContaining('Title')],
		]);
		expect(second.body.nextCursor).toBeNull();
	});
});

test('the email about a change says each field that guests know', async () => {
	const other: Partial<Record<EventField, unknown>> = {
		startsAt: new Date('2027-03-01T18:30:00Z'),
		endsAt: new Date('2027-03-12T22:00:00Z'),
		timeZone: 'Europe/London',
		isAllDay: true,
		countryCode: 'FR',
	};
	const event = { ...sampleEvent, region: 'Brandenburg' };
	const said = async (fields: EventField[], before: object) => {
		const props = { ...eventChanged.sample, event, fields, before, note: '' };
		const { text } = await writeMail(
			eventChanged,
			props,
			{ productName: 'Foyer', appUrl: 'https://foyer.example' },
			'en',
		);
		return new Set(text.split('\n').map((line) => line.trim()));
	};
	const silent = await said([], {});
	for (const field of guestFields) {
		const before = field in event ? { [field]: other[field] ?? `Former ${field}` } : {};
		const more = [...(await said([field], before))].filter((line) => !silent.has(line));
		expect([field, more.join(' | ')]).toEqual([
			field,
			expect.stringMatching(/Previous (?:date|place|title)|Changed/),
		]);
	}
});

test('the log of activity has a sentence for each change', () => {
	const acts = routes
		.map(({ endpoint }) => endpoint)
		.filter(({ access, method }) => access.kind === 'organisation' && method !== 'GET');
	expect(acts.length).toBeGreaterThan(100);
	expect(acts.filter(({ summary }) => firstSentence(summary).length < 5).map(({ id }) => id)).toEqual([]);
});
