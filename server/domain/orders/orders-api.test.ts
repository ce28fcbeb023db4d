import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cancelEvent } from '#server/domain/events/commands/change-status.ts';
import { updateEvent } from '#server/domain/events/commands/update-event.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { editAttendee } from './commands/edit-attendee.ts';

const { database, services, api, owner } = useTestOwner();

const buyer = { name: 'Grace Hopper', email: 'grace@example.org' };

/** A published event with its "Standard" ticket type. */
async function selling(options: Parameters<typeof makeEvent>[2] = {}) {
	const event = await makeEvent(services, owner, { isPublished: true, ...options });
	const { body } = await api.get(`/api/events/${event.id}/ticket-types`);
	return { event, ticketTypeId: body.data[0].id as string };
}
const register = (
	eventReference: string,
	ticketTypeId: string,
	more: object = {},
	headers: Record<string, string> = {},
) =>
	api.post(
		`/api/events/${eventReference}/orders`,
		{ buyer, items: [{ ticketTypeId, quantity: 1 }], ...more },
		{ headers },
	);

describe('registering', () => {
	test('by id, slug and code of the event; the answer opens "my ticket"', async () => {
		const { event, ticketTypeId } = await selling({
			onlineUrl: 'https://meet.example.org/1',
			format: 'online',
		});
		for (const reference of [event.id, event.slug, event.code]) {
			const { status, body } = await register(reference, ticketTypeId);
			expect(status).toBe(201);
			expect(body).toMatchObject({
				status: 'confirmed',
				eventId: event.id,
				buyer,
				attendees: [{ name: buyer.name, status: 'active' }],
			});
			const mine = await api.get(`/api/orders/${body.manageToken}`);
			expect(mine.status).toBe(200);
			expect(mine.body).toMatchObject({
				id: body.id,
				canCancel: true,
				canExtend: false,
				attendees: [{ ticketCode: body.attendees[0].ticketCode, ticketTypeName: 'Standard' }],
				event: {
					title: event.title,
					onlineUrl: 'https://meet.example.org/1',
					organiserName: event.organiserName,
				},
			});
		}
		await expectInvariants(services);
	});

	test('an order of nothing says what is missing, in the singular', async () => {
		const { event, ticketTypeId } = await selling();
		const { status, body } = await register(event.id, ticketTypeId, { items: [] });
		expect([status, body.details]).toMatchObject([400, [{ field: 'items', message: 'Choose a ticket.' }]]);
	});

	test('the same key gives the same 201 answer; another body is refused', async () => {
		const { event, ticketTypeId } = await selling();
		const headers = { 'Idempotency-Key': randomUUID() };
		const first = await register(event.slug, ticketTypeId, {}, headers);
		const again = await register(event.id, ticketTypeId, {}, headers);
		expect([again.status, again.body]).toEqual([201, first.body]);
		const other = await register(event.id, ticketTypeId, { buyer: { ...buyer, name: 'Somebody' } }, headers);
		expect([other.status, other.body.code]).toEqual([422, 'BUSINESS_RULE_VIOLATION']);
	});

	test('refusals carry the reason, the field and the numbers', async () => {
		const { event, ticketTypeId } = await selling();
		await api.patch(
			`/api/events/${event.id}/ticket-types/${ticketTypeId}`,
			{ capacity: 2 },
			{ token: owner.token },
		);
		const { status, body } = await register(event.id, ticketTypeId, {
			items: [{ ticketTypeId, quantity: 3 }],
		});
		expect(status).toBe(422);
		expect(body).toMatchObject({
			code: 'BUSINESS_RULE_VIOLATION',
			userMessage: 'Only 2 tickets left for “Standard”.',
			metadata: { rule: 'sold-out', left: 2, ticketTypeId },
			details: [{ field: 'items.0.quantity' }],
		});
	});

	test.each([
		[{ buyer: { name: '', email: 'x' } }, ['buyer.name', 'buyer.email']],
		[{ items: [] }, ['items']],
		[{ locale: '\0' }, ['locale']],
		[{ attendees: [{ email: 'nope' }] }, ['attendees.0.email']],
	])('%j is refused field by field', async (more, fields) => {
		const { event, ticketTypeId } = await selling();
		const { status, body } = await register(event.id, ticketTypeId, more);
		expect(status).toBe(400);
		expect(body.details.map((detail: { field: string }) => detail.field)).toEqual(fields);
	});

	test('drafts, unknown events and invitations are not found; a password opens', async () => {
		const draft = await makeEvent(services, owner);
		const { body } = await api.get(`/api/events/${draft.id}/ticket-types`, { token: owner.token });
		expect((await register(draft.id, body.data[0].id)).status).toBe(404);
		expect((await register(randomUUID(), randomUUID())).status).toBe(404);
		const invited = await selling({ visibility: 'invite_only' }).catch(() => null);
		expect(invited).toBeNull();
		const secret = await makeEvent(services, owner, {
			isPublished: true,
			visibility: 'password',
			password: 'open sesame',
		});
		const types = await api.get(`/api/events/${secret.id}/ticket-types`, { token: owner.token });
		const ticketTypeId = types.body.data[0].id;
		expect((await api.get(`/api/events/${secret.id}/ticket-types`)).status).toBe(403);
		expect((await register(secret.id, ticketTypeId)).status).toBe(403);
		const { accessToken } = (await api.post(`/api/events/${secret.id}/unlock`, { password: 'open sesame' }))
			.body;
		const headers = { 'X-Event-Access': accessToken };
		expect((await api.get(`/api/events/${secret.id}/ticket-types`, { headers })).status).toBe(200);
		expect((await register(secret.id, ticketTypeId, {}, headers)).status).toBe(201);
	});
});

describe('a hold', () => {
	const hold = async (quantity = 1) => {
		const { event, ticketTypeId } = await selling();
		const { body } = await register(event.id, ticketTypeId, {
			hold: true,
			items: [{ ticketTypeId, quantity }],
		});
		return { event, ticketTypeId, order: body, path: `/api/orders/${body.manageToken}` };
	};

	test('shows no codes and no link until it is confirmed; confirming twice is once', async () => {
		const { order, path } = await hold(2);
		expect(order).toMatchObject({ status: 'pending', attendees: [{ ticketCode: null, status: 'held' }, {}] });
		expect(Date.parse(order.expiresAt) - Date.parse(order.createdAt)).toBe(15 * 60_000);
		const first = await api.post(`${path}/confirm`);
		expect(first.body).toMatchObject({
			status: 'confirmed',
			expiresAt: null,
			attendees: [{ status: 'active' }, {}],
		});
		expect(first.body.attendees[0].ticketCode).toHaveLength(26);
		expect((await api.post(`${path}/confirm`)).body).toEqual(first.body);
		await expectInvariants(services);
	});

	test('is extended once', async () => {
		const { order, path } = await hold();
		const { body } = await api.post(`${path}/extend`);
		expect(Date.parse(body.expiresAt) - Date.parse(order.expiresAt)).toBe(15 * 60_000);
		expect(body.canExtend).toBe(false);
		expect((await api.post(`${path}/extend`)).body.metadata.rule).toBe('hold-extended');
	});

	test('is given back, once, and not confirmed afterwards', async () => {
		const { path } = await hold();
		expect((await api.delete(`${path}/hold`)).status).toBe(204);
		expect((await api.delete(`${path}/hold`)).status).toBe(204);
		expect((await api.post(`${path}/confirm`)).body.metadata.rule).toBe('order-cancelled');
		await expectInvariants(services);
	});
});

describe('my ticket', () => {
	test('cancelling gives the place back once; the ticket has no code any more', async () => {
		const { event, ticketTypeId } = await selling();
		const { body: order } = await register(event.id, ticketTypeId, {
			items: [{ ticketTypeId, quantity: 3 }],
		});
		const path = `/api/orders/${order.manageToken}`;
		const one = await api.post(`${path}/cancel`, { attendeeId: order.attendees[1].id });
		expect(one.body.attendees.map((attendee: { status: string }) => attendee.status)).toEqual([
			'active',
			'cancelled',
			'active',
		]);
		expect(one.body.attendees[1].ticketCode).toBeNull();
		await api.post(`${path}/cancel`, { attendeeId: order.attendees[1].id });
		const all = await api.post(`${path}/cancel`);
		expect(all.body).toMatchObject({ status: 'cancelled', canCancel: false });
		expect((await api.post(`${path}/cancel`)).status).toBe(200);
		expect((await api.post(`${path}/cancel`, { attendeeId: randomUUID() })).status).toBe(404);
		await expectInvariants(services);
	});

	test('an event that is over keeps its tickets', async () => {
		const { event, ticketTypeId } = await selling();
		const { body: order } = await register(event.id, ticketTypeId);
		const clock = { now: () => new Date(event.endsAt.getTime() + 1) };
		const later = createTestApi({ ...services, clock });
		const { body } = await later.post(`/api/orders/${order.manageToken}/cancel`);
		expect(body.metadata.rule).toBe('event-ended');
	});

	test('names are corrected; foreign tickets are not found', async () => {
		const { event, ticketTypeId } = await selling();
		const { body: order } = await register(event.id, ticketTypeId);
		const { body: other } = await register(event.id, ticketTypeId);
		const path = `/api/orders/${order.manageToken}/attendees`;
		const mended = await api.patch(`${path}/${order.attendees[0].id}`, { name: 'Grace B. Hopper' });
		expect(mended.body.attendees[0]).toMatchObject({
			name: 'Grace B. Hopper',
			ticketCode: order.attendees[0].ticketCode,
		});
		expect((await api.patch(`${path}/${other.attendees[0].id}`, { name: 'x' })).status).toBe(404);
	});

	test('a corrected address voids the old link and codes', async () => {
		const { event, ticketTypeId } = await selling();
		const { body: order } = await register(event.id, ticketTypeId);
		const same = await api.post(`/api/orders/${order.manageToken}/resend`);
		expect([same.status, same.body.manageToken]).toEqual([202, order.manageToken]);
		const { status, body } = await api.post(`/api/orders/${order.manageToken}/resend`, {
			email: 'right@example.org',
		});
		expect(status).toBe(202);
		expect((await api.get(`/api/orders/${order.manageToken}`)).status).toBe(404);
		const now = await api.get(`/api/orders/${body.manageToken}`);
		expect(now.body).toMatchObject({
			buyer: { email: 'right@example.org' },
			attendees: [{ email: 'right@example.org' }],
		});
		expect(now.body.attendees[0].ticketCode).not.toBe(order.attendees[0].ticketCode);
		const { rows } = await database().pool.query(
			'SELECT ticket_code FROM retired_ticket_codes WHERE event_id = $1',
			[event.id],
		);
		expect(rows).toEqual([{ ticket_code: order.attendees[0].ticketCode }]);
	});

	test('is a calendar entry with one UID for life, cancelled with the order', async () => {
		const { event, ticketTypeId } = await selling();
		const { body: order } = await register(event.id, ticketTypeId);
		const path = `/api/orders/${order.manageToken}`;
		const first = await api.get(`${path}/calendar.ics`);
		expect(first.headers.get('content-type')).toContain('text/calendar');
		expect(first.body).toContain(`UID:${order.id}@foyer`);
		expect(first.body).toContain('STATUS:CONFIRMED');
		await updateEvent(services, {
			...owner,
			eventId: event.id,
			input: { title: 'Winter party' },
			ifMatch: undefined,
		});
		await api.post(`${path}/cancel`);
		const last = await api.get(`${path}/calendar.ics`);
		expect(last.body).toContain(`UID:${order.id}@foyer`);
		expect(last.body).toContain('STATUS:CANCELLED');
		const sequence = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
		expect(sequence(last.body)).toBeGreaterThan(sequence(first.body));
	});

	test('wrong, foreign and cut tokens are all the same: not found', async () => {
		const { event, ticketTypeId } = await selling();
		const { body: order } = await register(event.id, ticketTypeId);
		for (const token of [
			order.manageToken.slice(0, 70),
			`${order.manageToken.slice(0, 70)}_`,
			'x'.repeat(71),
			'x'.repeat(30),
		])
			expect((await api.get(`/api/orders/${token}`)).status).toBe(404);
	});
});

describe('the organiser', () => {
	test('adds, edits, cancels and lists', async () => {
		const { event, ticketTypeId } = await selling();
		const { token } = owner;
		const guests = `/api/events/${event.id}/attendees`;
		const added = await api.post(guests, { name: 'Walk In', notes: 'by the door' }, { token });
		expect(added.status).toBe(201);
		expect(added.body).toMatchObject({
			name: 'Walk In',
			email: '',
			notes: 'by the door',
			status: 'active',
			source: 'manual',
			checkedInAt: null,
			version: 1,
		});
		const edited = await api.patch(
			`${guests}/${added.body.id}`,
			{ name: 'Walked In' },
			{ token, headers: { 'If-Match': '"1"' } },
		);
		expect(edited.body).toMatchObject({ name: 'Walked In', version: 2 });
		const late = await api.patch(
			`${guests}/${added.body.id}`,
			{ name: 'x' },
			{ token, headers: { 'If-Match': '"1"' } },
		);
		expect(late.status).toBe(412);
		expect(
			(await api.post(`${guests}/${added.body.id}/resend`, undefined, { token })).body.metadata.rule,
		).toBe('no-address');
		await register(event.id, ticketTypeId, { items: [{ ticketTypeId, quantity: 2 }] });
		for (const _ of [1, 2]) {
			const gone = await api.post(`${guests}/${added.body.id}/cancel`, {}, { token });
			expect(gone.body.status).toBe('cancelled');
		}
		const listed = await api.get(`/api/events/${event.id}/orders`, { token, query: { limit: '1' } });
		expect(listed.body.data).toMatchObject([{ status: 'confirmed', attendeeCount: 2, buyer }]);
		const rest = await api.get(`/api/events/${event.id}/orders`, {
			token,
			query: { limit: '1', cursor: listed.body.nextCursor },
		});
		expect(rest.body).toMatchObject({
			data: [{ status: 'cancelled', buyer: { name: 'Walked In' } }],
			nextCursor: null,
		});
		const only = await api.get(`/api/events/${event.id}/orders`, { token, query: { status: 'cancelled' } });
		expect(only.body.data).toHaveLength(1);
		await expectInvariants(services);
	});

	test('cannot reach guests of another event or organisation', async () => {
		const { event, ticketTypeId } = await selling();
		const other = await selling();
		const { body: order } = await register(event.id, ticketTypeId);
		const id = order.attendees[0].id;
		expect(
			(
				await api.patch(
					`/api/events/${other.event.id}/attendees/${id}`,
					{ name: 'x' },
					{ token: owner.token },
				)
			).status,
		).toBe(404);
		const stranger = await makeUser(services);
		expect(
			(await api.post(`/api/events/${event.id}/attendees/${id}/cancel`, {}, { token: stranger.token }))
				.status,
		).toBe(404);
		const scope = { organisationId: stranger.organisationId, eventId: event.id, attendeeId: id };
		await expect(editAttendee(services, scope, { name: 'x' })).rejects.toMatchObject({
			code: 'RESOURCE_NOT_FOUND',
		});
	});

	test('an event that was cancelled takes no order, and no hold is confirmed', async () => {
		const { event, ticketTypeId } = await selling();
		const { body: held } = await register(event.id, ticketTypeId, { hold: true });
		await cancelEvent(services, { ...owner, eventId: event.id }, 'Storm');
		expect((await register(event.id, ticketTypeId)).body.metadata.rule).toBe('event-cancelled');
		expect((await api.post(`/api/orders/${held.manageToken}/confirm`)).body.metadata.rule).toBe(
			'registration-closed',
		);
	});

	test('deletes neither an event nor a ticket type that somebody ordered', async () => {
		const event = await makeEvent(services, owner);
		const { token } = owner;
		const added = await api.post(`/api/events/${event.id}/attendees`, { name: 'Early Bird' }, { token });
		const refused = await api.delete(`/api/events/${event.id}/ticket-types/${added.body.ticketTypeId}`, {
			token,
		});
		expect(refused.body.metadata.rule).toBe('ticket-type-sold');
		expect((await api.delete(`/api/events/${event.id}`, { token })).body.metadata.rule).toBe('has-guests');
		const empty = await makeEvent(services, owner);
		expect((await api.delete(`/api/events/${empty.id}`, { token })).status).toBe(204);
	});
});
