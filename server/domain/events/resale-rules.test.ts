import { beforeEach, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';

/** How guests of an event resell tickets: set, shown, copied, and changed once tickets are taken. */
const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;

beforeEach(async () => {
	await database().truncate();
	services = await createTestServices(database());
	api = createTestApi(services);
	owner = await makeUser(services);
});

const policy =
	'You can sell a ticket for what you paid to the next person on the waitlist. A fee of €2.50 is kept of each sold ticket.';

async function openEvent(fields: object = {}) {
	const event = await makeEvent(services, owner, { currency: 'EUR', isPublished: true, ...fields });
	const at = `/api/events/${event.id}`;
	const as = { token: owner.token };
	return {
		edit: (changes: object) => api.patch(at, changes, as),
		read: async () => (await api.get(at)).body,
		plan: (changes: object) => api.post(`${at}/changes/plan`, { parts: { event: changes } }, as),
		newest: async () => (await api.get(`${at}/changes`, as)).body.data[0],
		undo: (id: string) => api.post(`${at}/changes/${id}/undo`, {}, as),
		duplicate: () => api.post(`${at}/duplicate`, {}, as),
		async takeTicket() {
			const { data } = (await api.get(`${at}/ticket-types`)).body;
			const buyer = { name: 'Grace Hopper', email: 'grace@example.org' };
			const items = [{ ticketTypeId: data[0].id, quantity: 1 }];
			expect((await api.post(`${at}/orders`, { buyer, items })).status).toBe(201);
		},
	};
}

test('a new event has no resale; it is set with the event or later, read by everybody, and copied', async () => {
	const { edit, read, duplicate } = await openEvent();
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
		const { edit } = await openEvent();
		const { status, body } = await edit({ resaleRules });
		expect([status, body.details[0].field]).toEqual([400, expect.stringMatching(/^resaleRules/)]);
	},
);

test('once tickets are taken it only becomes more generous', async () => {
	const { edit, plan, read, takeTicket } = await openEvent({ resaleRules: { keepMinor: 250 } });
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
	const { edit, takeTicket } = await openEvent({ resaleRules: {} });
	expect((await edit({ resaleRules: null })).status).toBe(200);
	await takeTicket();
	expect((await edit({ resaleRules: { keepMinor: 500 } })).status).toBe(200);
});

test('is in the history and undone, until somebody orders under it', async () => {
	const { edit, read, newest, undo, takeTicket } = await openEvent();
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
