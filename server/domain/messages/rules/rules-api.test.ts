import { beforeEach, describe, expect, test } from 'vitest';
import type { MessageRule } from '#shared/contracts/messages.ts';
import { messageLimits } from '#shared/rules/messages/messages.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { bookDate, makeTuesdays, publishDates, type TestSeries } from '#tests/factories/series.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, api, owner } = useTestOwner({ isFresh: true });
let token: string;

beforeEach(async () => {
	token = owner.token;
});

const rulesAt = async (place: string): Promise<MessageRule[]> => {
	const { status, body } = await api.get(`${place}/message-rules`, { token });
	expect(status).toBe(200);
	return body.data;
};
const create = (place: string, body: object) => api.post(`${place}/message-rules`, body, { token });
const kinds = (rules: MessageRule[]) =>
	rules.map(({ kind, isOfSeries }) => (isOfSeries ? `${kind} of series` : kind));

async function publicEvent(startsAtLocal = '2031-03-31T10:00') {
	const event = await makeEvent(services, owner, {
		...{ title: 'Open day', timeZone: 'Europe/Berlin', startsAtLocal, isPublished: true },
	});
	return `/api/events/${event.id}`;
}

describe('rules of an event', () => {
	test('are the usual ones until something is stored', async () => {
		const place = await publicEvent();
		const rules = await rulesAt(place);
		expect(rules).toMatchObject([
			{ id: null, kind: 'confirmation', isOn: true, offsetMinutes: 0, dueAt: null, version: 0 },
			// The clocks go forward on 30 March: a day before is 24 hours, whatever the clock on the wall says.
			{ id: null, kind: 'reminder', isOn: true, offsetMinutes: 1_440, dueAt: '2031-03-30T08:00:00.000Z' },
			{ id: null, kind: 'after_end', isOn: false, offsetMinutes: 180, dueAt: null },
		]);
		expect(rules[2]?.subject).toBe('Thank you for coming to {event_title}');
		expect(rules[2]?.text).toContain('{first_name}');
		await expectInvariants(services);
	});

	test('are made, changed by version, and removed', async () => {
		const place = await publicEvent();
		const made = await create(place, { kind: 'after_end', isOn: true, offsetMinutes: 60 });
		expect(made).toMatchObject({
			status: 201,
			body: { kind: 'after_end', version: 1, isOn: true, subject: 'Thank you for coming to {event_title}' },
		});
		const path = `${place}/message-rules/${made.body.id}`;
		const changed = await api.patch(path, { subject: 'Thanks' }, { token, headers: { 'If-Match': '"1"' } });
		expect(changed).toMatchObject({
			status: 200,
			body: { subject: 'Thanks', offsetMinutes: 60, version: 2 },
		});
		const stale = await api.patch(path, { subject: 'Again' }, { token, headers: { 'If-Match': '"1"' } });
		expect(stale.status).toBe(412);
		expect(kinds(await rulesAt(place))).toEqual(['confirmation', 'reminder', 'after_end']);
		expect((await api.delete(path, { token })).status).toBe(204);
		expect((await api.delete(path, { token })).status).toBe(404);
		expect((await rulesAt(place))[2]?.id).toBeNull();
	});

	test('hold one confirmation and one reminder, and so many in all', async () => {
		const place = await publicEvent();
		const both = await Promise.all([1, 2].map(() => create(place, { kind: 'reminder', offsetMinutes: 120 })));
		expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
		const more = { kind: 'before_start', subject: 'Parking', text: 'Please come by train.' };
		for (let count = 1; count < messageLimits.rules; count += 1)
			expect((await create(place, more)).status).toBe(201);
		expect(await create(place, more)).toMatchObject({
			status: 422,
			body: { metadata: { rule: 'too-many-rules' } },
		});
	});

	test.each([
		['a confirmation that is off', { kind: 'confirmation', isOn: false }, 'confirmation-always-on'],
		['a confirmation at another time', { kind: 'confirmation', offsetMinutes: 5 }, 'offsetMinutes'],
		['a reminder in the last hour', { kind: 'reminder', offsetMinutes: 59 }, 'offsetMinutes'],
		['a reminder weeks before', { kind: 'reminder', offsetMinutes: 20_161 }, 'offsetMinutes'],
		[
			'a reminder for some',
			{ kind: 'reminder', segment: { conditions: [{ kind: 'languages', languages: ['de'] }] } },
			'segment',
		],
		['a message without a text', { kind: 'before_start', subject: 'Parking' }, 'text'],
		['a message without a subject', { kind: 'before_start', text: 'By train' }, 'subject'],
		['an unknown placeholder', { kind: 'reminder', text: 'Hello {password}' }, 'text'],
		['a link in a subject', { kind: 'reminder', subject: 'See {ticket_link}' }, 'subject'],
		[
			'more than 60 days',
			{ kind: 'before_start', subject: 'A', text: 'B', offsetMinutes: 86_401 },
			'offsetMinutes',
		],
	])('refuse %s', async (_, body, what) => {
		const place = await publicEvent();
		const { status, body: refusal } = await create(place, body);
		expect([400, 422]).toContain(status);
		expect(refusal.metadata?.rule ?? refusal.details[0].field).toBe(what);
		expect(await rulesAt(place)).toHaveLength(3);
	});

	test('are seen by who may view messages, and changed by who may send them', async () => {
		const place = await publicEvent();
		const member = await makeMember(services, owner.organisationId, 'check_in');
		expect((await api.get(`${place}/message-rules`, { token: member.token })).status).toBe(403);
		const other = await makeUser(services);
		expect((await api.get(`${place}/message-rules`, { token: other.token })).status).not.toBe(200);
		const { body } = await create(place, { kind: 'reminder', offsetMinutes: 120 });
		const elsewhere = await publicEvent();
		const path = `${elsewhere}/message-rules/${body.id}`;
		expect((await api.patch(path, { isOn: false }, { token })).status).toBe(404);
		const { rows } = await database().pool.query(
			`SELECT action FROM organisation_acts ORDER BY created_at DESC`,
		);
		expect(rows.map(({ action }) => action)).toContain('messages.createEventRule');
	});
});

describe('rules of a series', () => {
	let series: TestSeries;
	let ofSeries: string;
	let ofDate: string;

	beforeEach(async () => {
		series = await makeTuesdays(api, token, 3);
		await publishDates(api, token, series);
		ofSeries = `/api/series/${series.id}`;
		ofDate = `/api/events/${series.dates[1]?.id}`;
	});

	test('hold for each date, unless the date has its own; further ones stand beside those of the date', async () => {
		expect((await rulesAt(ofSeries))[1]?.dueAt).toBe('2030-01-07T18:30:00.000Z');
		await create(ofSeries, { kind: 'reminder', offsetMinutes: 120 });
		const further = {
			kind: 'before_start',
			subject: 'Bring paper',
			text: 'And pencils.',
			offsetMinutes: 2_880,
		};
		await create(ofSeries, further);
		expect(await rulesAt(ofDate)).toMatchObject([
			{ kind: 'confirmation', id: null, isOfSeries: false },
			{ kind: 'reminder', offsetMinutes: 120, isOfSeries: true, dueAt: '2030-01-15T16:30:00.000Z' },
			{ kind: 'before_start', isOfSeries: true, dueAt: '2030-01-13T18:30:00.000Z' },
			{ kind: 'after_end', id: null },
		]);
		expect((await create(ofDate, { kind: 'reminder', isOn: false })).status).toBe(201);
		await create(ofDate, { ...further, subject: 'Another room' });
		expect(await rulesAt(ofDate)).toMatchObject([
			{ kind: 'confirmation' },
			{ kind: 'reminder', isOn: false, isOfSeries: false, dueAt: null },
			{ kind: 'before_start', subject: 'Another room', isOfSeries: false },
			{ kind: 'before_start', subject: 'Bring paper', isOfSeries: true },
			{ kind: 'after_end', id: null },
		]);
		const [, , rule] = await rulesAt(ofSeries);
		expect((await api.patch(`${ofDate}/message-rules/${rule?.id}`, { isOn: false }, { token })).status).toBe(
			404,
		);
	});

	test('are copied with a date that becomes an event of its own, and stay with dates of a series that ends', async () => {
		await create(ofSeries, { kind: 'reminder', offsetMinutes: 120 });
		await create(ofSeries, { kind: 'after_end', subject: 'Thanks', text: 'Come again.' });
		const tied = { conditions: [{ kind: 'dates', eventIds: [series.dates[0]?.id] }] };
		await create(ofSeries, {
			kind: 'before_start',
			subject: 'First',
			text: 'Only the first.',
			segment: tied,
		});
		await create(ofDate, { kind: 'reminder', offsetMinutes: 240 });
		const copy = await api.post(`${ofDate}/duplicate`, {}, { token });
		const copied = await rulesAt(`/api/events/${copy.body.id}`);
		expect(copied.map(({ kind, id, offsetMinutes }) => [kind, id !== null, offsetMinutes])).toEqual([
			['confirmation', false, 0],
			['reminder', true, 240],
			['after_end', true, 180],
		]);
		expect((await api.post(`${ofSeries}/dissolve`, {}, { token })).status).toBe(200);
		expect(kinds(await rulesAt(ofDate))).toEqual(['confirmation', 'reminder', 'before_start', 'after_end']);
		expect((await rulesAt(ofDate))[1]?.offsetMinutes).toBe(240);
		expect((await rulesAt(`/api/events/${series.dates[0]?.id}`))[1]?.offsetMinutes).toBe(120);
		await expectInvariants(services);
	});

	test('are previewed as a guest reads them, with nothing secret', async () => {
		const preview = (place: string, body: object) =>
			api.post(`${place}/message-rules/preview`, body, { token });
		const words = { subject: 'Welcome to {event_title}', text: 'Hello {first_name}, bring paper.' };
		for (const place of [ofSeries, ofDate]) {
			const empty = await preview(place, { kind: 'confirmation', ...words });
			expect(empty).toMatchObject({
				status: 200,
				body: { recipient: null, subject: 'Welcome to Life drawing' },
			});
			expect(empty.body.text).toContain('Hello Ada, bring paper.');
		}
		await bookDate(api, series.dates[1]?.id as string, 'grace@example.org');
		for (const kind of ['confirmation', 'reminder']) {
			const { body, status } = await preview(ofDate, { kind, ...words });
			expect(status).toBe(200);
			expect(body).toMatchObject({
				recipient: { email: 'grace@example.org', at: 0 },
				subject: 'Welcome to Life drawing',
				counts: { addresses: 1 },
			});
			expect(body.text).toContain('Hello Grace, bring paper.');
			expect(body.html).toContain('Hello Grace, bring paper.');
			expect(body.text + body.html).not.toMatch(/my-ticket\/|unsubscribe\?token/);
		}
		const thanks = await preview(ofDate, { kind: 'after_end' });
		expect(thanks.body.subject).toContain('Thank you for coming to');
	});
});
