import { expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import { makePricedEvent } from '#tests/factories/money.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { readSettings, writeSettings } from './settings.ts';

const database = useTestDatabase();

test('a copy of an event sells at the door as the event does, its own ticket types', async () => {
	const services = await createTestServices(database());
	const api = createTestApi(services);
	const owner = await makeUser(services);
	const { token, organisationId } = owner;
	const event = await makePricedEvent(services, api, owner);
	const type = { name: 'Box', kind: 'paid', currency: 'EUR', capacity: 10, priceMinor: 4_000 };
	const box = await api.post(`/api/events/${event.id}/ticket-types`, type, { token });
	const scope = { organisationId, eventId: event.id };
	const settings = { ticketTypeIds: [box.body.id], ways: ['cash' as const], allotmentSize: 7 };
	await writeSettings(services, scope, settings);
	const copyOf = async () => (await api.post(`/api/events/${event.id}/duplicate`, {}, { token })).body.id;
	const eventId: string = await copyOf();
	const { body } = await api.get(`/api/events/${eventId}/ticket-types`, { token });
	const copied = body.data.find(({ name }: { name: string }) => name === 'Box');
	const { db } = services.database;
	expect(await readSettings(db, { organisationId, eventId })).toEqual({
		...settings,
		ticketTypeIds: [copied.id],
	});
	await writeSettings(services, scope, { ...settings, ticketTypeIds: null });
	expect(await readSettings(db, { organisationId, eventId: await copyOf() })).toEqual({
		...settings,
		ticketTypeIds: null,
	});
	await expectInvariants(services);
});
