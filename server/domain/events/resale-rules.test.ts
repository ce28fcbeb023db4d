import { expect, test } from 'vitest';
import { openEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** How guests of an event resell tickets: set, shown, copied, and changed once tickets are taken. */
const { services, api, owner } = useTestOwner({ isFresh: true });

const policy =
	'You can sell a ticket for what you paid to the next person on the waitlist. A fee of €2.50 is kept of each sold ticket.';

const open = (fields: object = {}) => openEvent(services, api, owner, fields);

test('a new event has no resale; it is set with the event or later, read by everybody, and copied', async () => {
	const { edit, read, duplicate } = await open();
	expect(await read()).toMatchObject({ resaleRules: null, resalePolicy: '' });
	const created = await api.post(
		'/api/events',
		{ title: 'Choir', startsAt: '2030-01-01T18:00:00Z', currency: 'EUR', resaleRules: { keepMinor: 250 } },
		{ token: owner.token },
	);
	expect([created.status, created.body.resaleRules, created.body.resalePolicy]).toEqual([
		201,
		{ keepMinor: 250 },
		policy,
	]);
	expect((await edit({ resaleRules: { keepMinor: 250 } })).status).toBe(200);
	const { version, ...shown } = await read();
	expect(shown).toMatchObject({ resaleRules: { keepMinor: 250 }, resalePolicy: policy });
	expect((await edit({ resaleRules: { keepMinor: 250 } })).body.version).toBe(version);
	expect((await duplicate()).body).toMatchObject({ resaleRules: { keepMinor: 250 } });
	expect((await edit({ resaleRules: null })).body).toMatchObject({ resaleRules: null, resalePolicy: '' });
});

test.each([{ keepMinor: 0 }, { keepMinor: 2.5 }, { keepMinor: -1 }, { more: 1 }, 'yes'])(
	'%j is refused at its field',
	async (resaleRules) => {
		const { edit } = await open();
		const { status, body } = await edit({ resaleRules });
		expect([status, body.details[0].field]).toEqual([400, expect.stringMatching(/^resaleRules/)]);
	},
);

test('once tickets are taken it only becomes more generous', async () => {
	const { edit, plan, read, takeTicket } = await open({ resaleRules: { keepMinor: 250 } });
	await takeTicket();
	for (const resaleRules of [null, { keepMinor: 251 }]) {
		const { status, body } = await edit({ resaleRules });
		expect([status, body.metadata.rule]).toEqual([422, 'resale-rules-kinder']);
	}
	expect((await plan({ resaleRules: null })).body.effects).toMatchObject([
		{ field: 'resaleRules', verdict: 'refused', message: expect.stringMatching(/only become more generous/) },
	]);
	expect((await edit({ resaleRules: { keepMinor: 100 } })).status).toBe(200);
	expect((await edit({ resaleRules: {} })).status).toBe(200);
	expect(await read()).toMatchObject({ resaleRules: {} });
});

test('without tickets taken it is switched on and off; with them it can still be switched on', async () => {
	const { edit, takeTicket } = await open({ resaleRules: {} });
	expect((await edit({ resaleRules: null })).status).toBe(200);
	await takeTicket();
	expect((await edit({ resaleRules: { keepMinor: 500 } })).status).toBe(200);
});

test('is in the history and undone, until somebody orders under it', async () => {
	const { edit, read, newest, undo, takeTicket } = await open();
	await edit({ resaleRules: { keepMinor: 250 } });
	const first = await newest();
	expect(first.changes).toEqual([
		expect.objectContaining({ path: 'event.resaleRules', before: null, after: { keepMinor: 250 } }),
	]);
	expect((await undo(first.id)).status).toBe(200);
	expect(await read()).toMatchObject({ resaleRules: null });
	await edit({ resaleRules: {} });
	const second = await newest();
	await takeTicket();
	expect((await undo(second.id)).body.userMessage).toBe(
		'This can’t be undone as a whole: people have ordered under the new rules for reselling tickets.',
	);
});
