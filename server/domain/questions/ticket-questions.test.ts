import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeEvent, moveEvent } from '#tests/factories/events.ts';
import { shareOrder } from '#tests/factories/groups.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Whoever holds a ticket that was claimed answers for themselves, and sees nothing of the others. */
const { database, services, api, owner } = useTestOwner();

const choices = [{ label: 'Vegan' }, { label: 'Other' }];

/** An order of three that is shared; the order is asked how it comes, each guest a diet, and by bus where they board. */
async function makeWorld() {
	const event = await makeEvent(services, owner, { isPublished: true });
	const path = `/api/events/${event.id}`;
	const token = owner.token;
	const ask = async (body: object) => (await api.post(`${path}/questions`, body, { token })).body;
	const by = await ask({
		...{ label: 'How do you come?', kind: 'single_choice', scope: 'order', isRequired: true },
		choices: [{ label: 'Bus' }, { label: 'Car' }],
	});
	const diet = await ask({ label: 'Diet', kind: 'single_choice', choices, isRequired: true });
	const which = await ask({
		...{ label: 'Which?', kind: 'text', isRequired: true },
		shownWhen: { questionId: diet.id, equals: diet.choices[1].id },
	});
	const board = await ask({
		...{ label: 'Where do you board?', kind: 'text', isRequired: true },
		shownWhen: { questionId: by.id, equals: by.choices[0].id },
	});
	const types = await api.get(`${path}/ticket-types`, { token });
	const placed = await api.post(
		`${path}/orders`,
		{
			buyer: { name: 'Ada', email: 'ada@example.org' },
			items: [{ ticketTypeId: types.body.data[0].id, quantity: 3 }],
		},
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	const order = { path: `/api/orders/${placed.body.manageToken}` };
	const ids = placed.body.attendees.map(({ id }: { id: string }) => id) as string[];
	const answer = (...people: object[]) => api.patch(`${order.path}/answers`, { people });
	const group = await shareOrder(api, order);
	const claim = async (n = 1) => {
		const guest = { name: `Guest ${n}`, email: `guest-${n}@example.org` };
		const { body } = await group.claim(guest);
		return `/api/tickets/${body.ticketToken}`;
	};
	return { event, order, ids, by, diet, which, board, answer, group, claim };
}
const labels = (body: { questions: { label: string }[] }) => body.questions.map(({ label }) => label);

test('its guest is asked what is asked of them, and nothing that others answered', async () => {
	const { ids, by, diet, which, board, answer, claim } = await makeWorld();
	const [first, second] = ids as [string, string];
	await answer(
		{ attendeeId: null, answers: { [by.id]: by.choices[1].id } },
		{ attendeeId: first, answers: { [diet.id]: diet.choices[1].id, [which.id]: 'No nuts' } },
		{ attendeeId: second, answers: { [diet.id]: diet.choices[0].id } },
	);
	const held = await claim();
	const asked = await api.get(`${held}/questions`);
	expect(labels(asked.body)).toEqual(['Diet', 'Which?']);
	expect(asked.body).toMatchObject({ isEditable: true, order: { answers: {} }, missingCount: 1 });
	// What the buyer said of the place is gone with the claim.
	expect(asked.body.attendees).toMatchObject([{ attendeeId: first, name: 'Guest 1', answers: {} }]);
	const answers = { [diet.id]: diet.choices[0].id };
	const saved = await api.patch(`${held}/answers`, { answers });
	expect(saved.status, JSON.stringify(saved.body)).toBe(200);
	expect(saved.body).toMatchObject({ missingCount: 0, attendees: [{ attendeeId: first, answers }] });
	// Once the order comes by bus, its guests are asked where they board.
	await answer({ attendeeId: null, answers: { [by.id]: by.choices[0].id } });
	const more = await api.get(`${held}/questions`);
	expect(labels(more.body)).toEqual(['Diet', 'Which?', 'Where do you board?']);
	expect(more.body.questions[2].shownWhen).toBeNull();
	expect(more.body.missingCount).toBe(1);
	expect((await api.patch(`${held}/answers`, { answers: { [board.id]: 'Pier 1' } })).status).toBe(200);
	expect((await api.patch(`${held}/answers`, { answers: { [by.id]: by.choices[0].id } })).status).toBe(400);
	expect((await api.patch(`${held}/answers`, { answers: { [randomUUID()]: 'x' } })).status).toBe(400);
	await expectInvariants(services);
});

test('the buyer neither sees nor changes what the guest of a claimed ticket answered', async () => {
	const { order, ids, by, diet, answer, claim } = await makeWorld();
	const held = await claim();
	await api.patch(`${held}/answers`, { answers: { [diet.id]: diet.choices[0].id } });
	const seen = await api.get(`${order.path}/questions`);
	expect(seen.body.attendees.map(({ attendeeId }: { attendeeId: string }) => attendeeId)).toEqual(
		ids.slice(1),
	);
	expect(seen.body.missingCount).toBe(3);
	const refused = await answer(
		{ attendeeId: null, answers: { [by.id]: by.choices[1].id } },
		{ attendeeId: ids[0], answers: { [diet.id]: diet.choices[1].id } },
	);
	expect([refused.status, refused.body.metadata?.rule]).toEqual([422, 'ticket-handed-on']);
	expect((await api.get(`${order.path}/questions`)).body.order.answers).toEqual({});
	await expectInvariants(services);
});

test('a place that is released forgets what was answered, and its link answers no more', async () => {
	const { ids, diet, group, claim } = await makeWorld();
	const held = await claim();
	await api.patch(`${held}/answers`, { answers: { [diet.id]: diet.choices[0].id } });
	expect((await api.delete(`${group.path}/claims/${ids[0]}`)).status).toBe(200);
	expect((await api.get(`${held}/questions`)).status).toBe(404);
	expect((await api.patch(`${held}/answers`, { answers: {} })).status).toBe(404);
	const next = await claim(2);
	expect((await api.get(`${next}/questions`)).body.attendees).toMatchObject([
		{ attendeeId: ids[0], name: 'Guest 2', answers: {} },
	]);
	await expectInvariants(services);
});

test('answers beside a release are forgotten with it or refused', async () => {
	const { ids, diet, group, claim } = await makeWorld();
	for (let round = 0; round < 6; round += 1) {
		const held = await claim(round);
		const answers = { [diet.id]: diet.choices[0].id };
		const [released, saved] = await Promise.all([
			api.delete(`${group.path}/claims/${ids[0]}`),
			api.patch(`${held}/answers`, { answers }),
		]);
		expect(released.status).toBe(200);
		expect([200, 404]).toContain(saved.status);
		const { rows } = await database().pool.query('SELECT FROM answers WHERE attendee_id = $1', [ids[0]]);
		expect(rows).toEqual([]);
	}
});

test('answers can be given until the event starts', async () => {
	const { event, diet, claim } = await makeWorld();
	const held = await claim();
	await moveEvent(services, event.id, { start: -1, end: 1 });
	expect((await api.get(`${held}/questions`)).body.isEditable).toBe(false);
	const late = await api.patch(`${held}/answers`, { answers: { [diet.id]: diet.choices[0].id } });
	expect([late.status, late.body.metadata?.rule]).toEqual([422, 'event-started']);
	await expectInvariants(services);
});
