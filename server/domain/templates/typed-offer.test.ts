import { expect, test } from 'vitest';
import { makeMember } from '#tests/factories/accounts.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Ticket types and questions that come with the event they are for. */

const { database, services, api, owner } = useTestOwner();

const start = { title: 'Night of the bats', startsAtLocal: '2031-05-02T19:30', timeZone: 'Europe/Berlin' };
const make = (body: object, by = owner) =>
	api.post('/api/events', { ...start, ...body }, { token: by.token });
const offer = {
	currency: 'USD',
	pools: [{ key: 'hall', name: 'Hall', size: 60 }],
	tickets: [
		{ key: 'a', name: 'Seat', kind: 'paid', priceMinor: 1_250, capacity: 40, sharedPool: 'hall' },
		{ key: 'b', name: 'Child', salesEnd: { days: -1, time: '18:00' }, sharedPool: 'hall' },
	],
	questions: [
		{ key: 'q', label: 'Do you eat?', kind: 'single_choice', choices: [{ key: 'y', label: 'Yes' }] },
		{ key: 'r', label: 'What?', kind: 'text', tickets: ['b'], shownWhen: { question: 'q', equals: 'y' } },
	],
};

test('an event is made with the ticket types and questions that were typed', async () => {
	const made = await make({ ...offer, refundPolicy: 'Until the day before.' });
	expect(made.status).toBe(201);
	expect(made.body).toMatchObject({ currency: 'USD', refundPolicy: 'Until the day before.' });
	const types = await api.get(`/api/events/${made.body.id}/ticket-types`, { token: owner.token });
	const [seat, child] = types.body.data;
	expect(types.body.data).toHaveLength(2);
	expect(seat).toMatchObject({ name: 'Seat', priceMinor: 1_250, currency: 'USD' });
	expect(seat.organiser).toMatchObject({ capacity: 40, sharedPoolId: child.organiser.sharedPoolId });
	expect(child).toMatchObject({ name: 'Child', kind: 'free', salesEndAt: '2031-05-01T16:00:00.000Z' });
	const questions = await api.get(`/api/events/${made.body.id}/questions`, { token: owner.token });
	const [eats, what] = questions.body.data;
	expect(what).toMatchObject({ ticketTypeIds: [child.id], shownWhen: { questionId: eats.id, equals: 'y' } });
});

test('what is typed takes the place of the template’s', async () => {
	const made = await make({ template: 'concert', tickets: [{ key: 'a', name: 'Door' }], questions: [] });
	const types = await api.get(`/api/events/${made.body.id}/ticket-types`, { token: owner.token });
	expect(types.body.data.map(({ name }: { name: string }) => name)).toEqual(['Door']);
	const questions = await api.get(`/api/events/${made.body.id}/questions`, { token: owner.token });
	expect(questions.body.data).toEqual([]);
	expect(made.body.summary).not.toBe('');
});

const [seat] = offer.tickets;
const ask = (question: object) => ({ questions: [{ key: 'q', label: 'Why?', kind: 'text', ...question }] });
const wrong: [string, object, string][] = [
	['a price of nothing', { tickets: [{ ...seat, sharedPool: null, priceMinor: 0 }] }, 'tickets.0.priceMinor'],
	[
		'a price too small to pay',
		{ tickets: [{ key: 'a', name: 'A', kind: 'paid', priceMinor: 1 }] },
		'tickets.0.priceMinor',
	],
	[
		'a free ticket with a price',
		{ tickets: [{ key: 'a', name: 'A', priceMinor: 900 }] },
		'tickets.0.priceMinor',
	],
	[
		'a key twice',
		{
			tickets: [
				{ key: 'a', name: 'A' },
				{ key: 'a', name: 'B' },
			],
		},
		'tickets.1.key',
	],
	['a pool that is not there', { tickets: [seat] }, 'tickets.0.sharedPool'],
	['a ticket that is not there', ask({ tickets: ['zz'] }), 'questions.0.tickets'],
	[
		'a question that is not there',
		ask({ shownWhen: { question: 'z', equals: 'y' } }),
		'questions.0.shownWhen.questionId',
	],
	['no choices', ask({ kind: 'single_choice' }), 'questions.0.choices'],
	['the door for an order', ask({ scope: 'order', isAskedAtDoor: true }), 'questions.0.isAskedAtDoor'],
	['news asked by a text', ask({ asksForNews: true }), 'questions.0.asksForNews'],
	[
		'news that must be agreed to',
		ask({ kind: 'consent', isRequired: true, asksForNews: true }),
		'questions.0.asksForNews',
	],
	['a name of nothing', { tickets: [{ key: 'a', name: ' ' }] }, 'tickets.0.name'],
	['too many', { tickets: Array.from({ length: 101 }, (_, n) => ({ key: `k${n}`, name: 'A' })) }, 'tickets'],
];

test.each(wrong)('%s is refused by its field, and nothing is made', async (_, body, field) => {
	const before = await database().pool.query('SELECT count(*) FROM events');
	const refused = await make(body);
	expect(refused.status).toBe(400);
	expect(refused.body.details[0].field).toBe(field);
	expect((await database().pool.query('SELECT count(*) FROM events')).rows).toEqual(before.rows);
});

test('whoever may not change tickets makes an event, but not with tickets', async () => {
	const member = await makeMember(services, owner.organisationId, 'event_manager');
	await database().pool.query(`UPDATE memberships SET denied_actions = '{tickets.edit}' WHERE user_id = $1`, [
		member.userId,
	]);
	const there = { organisationId: owner.organisationId };
	expect((await make({ ...offer, ...there }, member)).status).toBe(403);
	expect((await make({ ...ask({}), ...there }, member)).status).toBe(403);
	expect((await make(there, member)).status).toBe(201);
});
