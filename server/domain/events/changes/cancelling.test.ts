import { expect, test } from 'vitest';
import { makeMember } from '#tests/factories/accounts.ts';
import { endUndoTime, makeEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Cancelling an event, and the time in which it can be undone. */

const { database, services, api, owner } = useTestOwner();

const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** A published event with one buyer. */
async function sold(startsAt = '2030-03-12T19:30:00Z') {
	const event = await makeEvent(services, owner, { startsAt, isPublished: true });
	const at = `/api/events/${event.id}`;
	const as = { token: owner.token };
	const types = await api.get(`${at}/ticket-types`);
	const buy = () =>
		api.post(`${at}/orders`, {
			buyer: { name: 'Grace', email: 'grace@example.org' },
			items: [{ ticketTypeId: types.body.data[0].id, quantity: 1 }],
		});
	expect((await buy()).status).toBe(201);
	return {
		event,
		buy,
		step: (name: string, body: object = {}) => api.post(`${at}/${name}`, body, as),
		latest: async () => (await api.get(`${at}/changes`, as)).body.data[0],
		undo: (id: string, token = owner.token) => api.post(`${at}/changes/${id}/undo`, {}, { token }),
		facts: async () =>
			(
				await database().pool.query<{ name: string }>(
					`SELECT name FROM facts WHERE event_id = $1 AND name ~ 'cancel' ORDER BY id`,
					[event.id],
				)
			).rows.map(({ name }) => name),
	};
}

test('within ten minutes it is undone: nobody was notified, and tickets are sold again', async () => {
	const { event, buy, step, latest, undo, facts } = await sold();
	expect((await step('cancel', { message: 'Storm' })).body.status).toBe('cancelled');
	expect((await buy()).body.metadata.rule).toBe('event-cancelled');
	const set = await latest();
	expect(set).toMatchObject({ kind: 'cancel', canUndo: true, notify: true, guests: 1, notifiedAt: null });
	const minutes = (Date.parse(set.notifyAt) - Date.parse(set.createdAt)) / 60_000;
	expect(Math.round(minutes)).toBe(10);
	const undone = await undo(set.id);
	expect(undone.body.event).toMatchObject({ status: 'published', statusMessage: '' });
	expect(undone.body.changeSet).toMatchObject({
		kind: 'undo',
		undoOf: set.id,
		notify: false,
		canUndo: false,
	});
	expect((await undo(set.id)).body.changeSet).toBeNull();
	expect((await buy()).status).toBe(201);
	await endUndoTime(services, event.id);
	expect(await facts()).toEqual([]);
	// And again, for good this time.
	await step('cancel');
	await endUndoTime(services, event.id);
	expect(await facts()).toEqual(['events.event-cancelled']);
});

test('once guests are notified it is for good', async () => {
	const { event, step, latest, undo, facts } = await sold();
	await step('cancel', { message: 'Storm' });
	await endUndoTime(services, event.id);
	await endUndoTime(services, event.id);
	expect(await facts()).toEqual(['events.event-cancelled']);
	const set = await latest();
	expect(set.canUndo).toBe(false);
	const refused = await undo(set.id);
	expect([refused.status, refused.body.metadata.rule]).toEqual([422, 'undo-blocked']);
	expect((await api.get(`/api/events/${event.id}`)).body.status).toBe('cancelled');
});

test('a postponed event is postponed again, with its message', async () => {
	const { step, latest, undo, buy } = await sold();
	await step('postpone', { message: 'Mud' });
	await step('cancel', { message: 'More mud' });
	const { body } = await undo((await latest()).id);
	expect(body.event).toMatchObject({ status: 'postponed', statusMessage: 'Mud' });
	expect((await buy()).status).toBe(422);
});

test('an event that starts within two hours is cancelled at once', async () => {
	const { step, latest } = await sold(soon(90));
	await step('cancel');
	const set = await latest();
	expect(Date.parse(set.notifyAt)).toBeLessThanOrEqual(Date.now() + 1_000);
});

test('nothing is undone that changed since, nor by whoever may not publish', async () => {
	const { step, latest, undo } = await sold();
	await step('cancel');
	const { id } = await latest();
	const editor = await makeMember(services, owner.organisationId, 'event_manager');
	await database().pool.query(
		`UPDATE memberships SET denied_actions = '{events.publish}' WHERE user_id = $1`,
		[editor.userId],
	);
	expect((await undo(id, editor.token)).status).toBe(403);
	await step('archive');
	expect((await undo(id)).body.metadata.rule).toBe('undo-blocked');
});

test('two people at once, one undoing and one telling guests: one of them wins', async () => {
	const { event, step, latest, undo, facts } = await sold();
	await step('cancel');
	const { id } = await latest();
	const [undone] = await Promise.all([undo(id), endUndoTime(services, event.id)]);
	const { body } = await api.get(`/api/events/${event.id}`);
	const isUndone = undone.status === 200;
	expect(body.status).toBe(isUndone ? 'published' : 'cancelled');
	await endUndoTime(services, event.id);
	expect((await facts()).includes('events.event-cancelled')).toBe(!isUndone);
});
