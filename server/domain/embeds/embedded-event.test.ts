import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { lockOrganisation } from '#server/domain/admin/organisations.ts';
import { makeSandbox } from '#server/domain/developer/sandbox/make-sandbox.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { embeddedEvent } from '#shared/contracts/embeds.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeSeries } from '#tests/factories/bookable-series.ts';
import { makeEvent, moveEvent } from '#tests/factories/events.ts';
import { makePricedEvent } from '#tests/factories/money.ts';
import { insertSellingEvent, insertTicketType } from '#tests/factories/tickets.ts';
import { sendingMailer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const { database, services, api, owner } = useTestOwner();
beforeAll(async () => {
	services.mailer = sendingMailer;
});

/** What an element reads; what was remembered of the event is forgotten, as rows are changed behind the back of the server. */
async function read(reference: string, token?: string) {
	const { rows } = await database().pool.query<{ id: string }>('SELECT id FROM events');
	for (const { id } of rows) stockStore(services).forget(id);
	return api.get(`/api/embed/events/${reference}`, { token });
}
const set = (id: string, values: string) =>
	database().pool.query(`UPDATE events SET ${values} WHERE id = $1`, [id]);
const stateOf = async (reference: string) => (await read(reference)).body.state;

/** Statements that are sent while something is done. */
async function countStatements(act: () => Promise<unknown>): Promise<number> {
	const { query } = pg.Client.prototype;
	let count = 0;
	onTestFinished(() => {
		pg.Client.prototype.query = query;
	});
	pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
		count += 1;
		return (query as (...all: unknown[]) => unknown).apply(this, args);
	} as typeof query;
	await act();
	pg.Client.prototype.query = query;
	return count;
}

test('an event is shown with its tickets as the public sees them, whoever asks', async () => {
	const event = await insertSellingEvent(database(), 8, {
		event: { summary: 'By the water', city: 'Hamburg', onlineUrl: 'https://meet.example/secret' },
		type: { description: 'Anywhere', needsApproval: true },
	});
	await insertTicketType(database(), event, { name: 'Crew', isHidden: true });
	const { slug } = (await database().pool.query('SELECT slug FROM events WHERE id = $1', [event.eventId]))
		.rows[0];
	const { status, body } = await read(slug);
	expect(status, JSON.stringify(body)).toBe(200);
	expect(body).toMatchObject({
		id: event.eventId,
		slug,
		city: 'Hamburg',
		state: 'open',
		externalUrl: '',
		opensAt: null,
		dates: [],
		isSandbox: false,
	});
	expect(body.tickets).toEqual([
		expect.objectContaining({
			id: event.ticketTypeId,
			state: 'on_sale',
			left: 8,
			needsApproval: true,
			totalMinor: 0,
		}),
	]);
	expect(Object.keys(body).toSorted()).toEqual(Object.keys(embeddedEvent.shape).toSorted());
	expect(JSON.stringify(body)).not.toMatch(/meet\.example|Crew/);
	expect((await read(event.eventId)).body).toEqual(body);
	// Members see no more.
	const own = await makeEvent(services, owner, { isPublished: true });
	const scope = { organisationId: own.organisationId, eventId: own.id };
	await insertTicketType(database(), scope, { name: 'Crew', isHidden: true });
	const seen = await read(own.id);
	expect(seen.status).toBe(200);
	for (const reference of [own.slug, own.code, own.code.toLowerCase()])
		expect((await read(reference, owner.token)).body).toEqual(seen.body);
	expect(JSON.stringify(seen.body)).not.toContain('Crew');
});

test('drafts, invitations, what was never shown and what is hidden by administrators are not found, also by their own people', async () => {
	const draft = await makeEvent(services, owner);
	const shown = await makeEvent(services, owner, { isPublished: true });
	for (const [id, values] of [
		[draft.id, `title = 'Draft'`],
		[draft.id, `status = 'archived'`],
		[shown.id, `visibility = 'invite_only'`],
	] as const) {
		await set(id, values);
		expect([values, (await read(id, owner.token)).status]).toEqual([values, 404]);
		expect([values, (await read(id)).body.code]).toEqual([values, 'RESOURCE_NOT_FOUND']);
	}
	await set(shown.id, `visibility = 'password', password_hash = 'x'`);
	for (const token of [undefined, owner.token]) {
		const locked = await read(shown.id, token);
		expect([locked.status, locked.body.metadata.rule]).toEqual([403, 'password-needed']);
		expect(JSON.stringify(locked.body)).not.toContain('Summer party');
	}
	for (const reference of [newId(), 'nothing', 'x'.repeat(200), '%00', "'--", '%F0%9F%8E%88'])
		expect([reference, (await read(reference)).status]).toEqual([reference, 404]);
	expect((await read('x'.repeat(201))).status).toBe(400);
	const other = await makeUser(services);
	const theirs = await makeEvent(services, other, { isPublished: true });
	expect((await read(theirs.id)).status).toBe(200);
	await lockOrganisation(services, other.organisationId, 'Fraud');
	expect((await read(theirs.id)).status).toBe(404);
});

describe('what stands in the way', () => {
	const make = (values: Parameters<typeof insertSellingEvent>[2] = {}, size: number | null = 5) =>
		insertSellingEvent(database(), size, values);
	const hour = 3_600_000;
	const fromNow = (hours: number) => new Date(Date.now() + hours * hour);

	test('of the sale', async () => {
		const opens = fromNow(24);
		const soon = await make({ type: { salesStartAt: opens } });
		const { body } = await read(soon.eventId);
		expect([body.state, body.opensAt]).toEqual(['not-yet', opens.toISOString()]);
		expect(await stateOf((await make({}, 0)).eventId)).toBe('sold-out');
		expect(await stateOf((await make({ type: { salesEndAt: fromNow(-1) } })).eventId)).toBe('sale-ended');
		expect(await stateOf((await make({ type: { kind: 'paid', priceMinor: 500 } })).eventId)).toBe(
			'unavailable',
		);
		expect(await stateOf((await make({ type: { isHidden: true } })).eventId)).toBe('unavailable');
		expect(await stateOf((await make()).eventId)).toBe('open');
		const priced = await makePricedEvent(services, api, owner);
		expect((await read(priced.id)).body).toMatchObject({
			state: 'open',
			minPriceMinor: 0,
			maxPriceMinor: 2_400,
			tickets: expect.arrayContaining([expect.objectContaining({ kind: 'paid', totalMinor: 2_400 })]),
		});
	});

	test('of the event, before all that is said of its sale', async () => {
		const { eventId } = await make({}, 0);
		for (const [values, state] of [
			[`status = 'cancelled', status_message = 'Storm'`, 'cancelled'],
			[`status = 'postponed'`, 'postponed'],
			[`status = 'archived'`, 'over'],
			[`status = 'published', external_url = 'https://tickets.example/1'`, 'elsewhere'],
		] as const) {
			await set(eventId, values);
			const { body } = await read(eventId);
			expect([values, body.state, body.statusMessage, body.externalUrl]).toEqual([
				values,
				state,
				'Storm',
				state === 'elsewhere' ? 'https://tickets.example/1' : '',
			]);
		}
		await moveEvent(services, eventId, { start: -3, end: -1 });
		expect((await read(eventId)).body).toMatchObject({ state: 'over', externalUrl: '' });
	});

	test('where no email can be sent, guests register on the page, and all else is said first', async () => {
		const sending = services.mailer;
		onTestFinished(() => {
			services.mailer = sending;
		});
		services.mailer = { ...sending, canSend: false };
		expect(await stateOf((await make()).eventId)).toBe('on-page');
		expect(await stateOf((await make({}, 0)).eventId)).toBe('sold-out');
		const cancelled = await make({ event: { status: 'cancelled' } });
		expect(await stateOf(cancelled.eventId)).toBe('cancelled');
	});
});

test('the slug of a series leads to its next date, with the public dates that are ahead', async () => {
	const { id, dates } = await makeSeries(services, api, owner, { count: 70 });
	const { slug } = (await database().pool.query('SELECT slug FROM event_series WHERE id = $1', [id])).rows[0];
	const [first, second, third, fourth, fifth, ...rest] = dates;
	const { body, status } = await read(slug);
	expect([status, body.id, body.state]).toEqual([200, first?.id, 'open']);
	expect(body.dates).toHaveLength(60);
	await moveEvent(services, first!.id, { start: -3, end: -1 });
	await set(second!.id, `visibility = 'unlisted'`);
	await set(third!.id, `status = 'cancelled'`);
	await set(fourth!.id, `status = 'draft', published_at = NULL`);
	await database().pool.query('UPDATE capacity_pools SET size = 0 WHERE event_id = $1', [rest[0]?.id]);
	const later = (await read(slug)).body;
	expect(later.id).toBe(fifth?.id);
	expect(later.dates).toHaveLength(60);
	expect(later.dates[0]).toEqual({
		slug: fifth?.slug,
		startsAt: fifth?.startsAt,
		timeZone: fifth?.timeZone,
		isSoldOut: false,
	});
	expect(
		later.dates
			.slice(0, 3)
			.map(({ slug, isSoldOut }: { slug: string; isSoldOut: boolean }) => [slug, isSoldOut]),
	).toEqual([
		[fifth?.slug, false],
		[rest[0]?.slug, true],
		[rest[1]?.slug, false],
	]);
	expect((await read(third!.slug)).body).toMatchObject({ state: 'cancelled', dates: later.dates });
});

test('a date of a course that is booked as a whole is had on its page', async () => {
	const { dates } = await makeSeries(services, api, owner, { count: 2, booking: 'all' });
	expect(await stateOf(dates[0]!.id)).toBe('on-page');
});

test('an event of a sandbox says so', async () => {
	const { organisationId, userId, email } = owner;
	const sandbox = await makeSandbox(services, { organisationId, userId, email });
	const { rows } = await database().pool.query<{ id: string }>(
		`SELECT id FROM events WHERE organisation_id = $1 AND status = 'published' AND visibility <> 'invite_only' LIMIT 1`,
		[sandbox],
	);
	expect((await read(rows[0]!.id)).body).toMatchObject({ id: rows[0]?.id, isSandbox: true });
});

test('a reader costs one question, of a series two; many at once no more', async () => {
	const event = await insertSellingEvent(database(), 8);
	const { dates } = await makeSeries(services, api, owner, { count: 3 });
	const get = (id: string) => api.get(`/api/embed/events/${id}`);
	await Promise.all([get(event.eventId), get(dates[0]!.id)]);
	expect(await countStatements(() => get(event.eventId))).toBeLessThanOrEqual(2);
	expect(await countStatements(() => get(dates[0]!.id))).toBeLessThanOrEqual(3);
	const many = await countStatements(() => Promise.all(Array.from({ length: 40 }, () => get(dates[0]!.id))));
	expect(many).toBeLessThanOrEqual(8);
	await expectInvariants(services);
});
