import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toSingleLine } from '#shared/lib/typed-text.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { type ApiAnswer, createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';

/** A few of the Big List of Naughty Strings (tests/fixtures/ATTRIBUTION.md); NAUGHTY_STRINGS names a file with all of them. */
const file = process.env.NAUGHTY_STRINGS ?? join(import.meta.dirname, 'fixtures/naughty-strings.json');
const strings: string[] = JSON.parse(readFileSync(file, 'utf8'));
const database = useTestDatabase();

/** Either the text is there as it was sent, in one line and blanks at its ends aside, or the field was refused by name. Never a fault. */
function expectWhole(answer: ApiAnswer, field: string, sent: string, shown: unknown): void {
	if (answer.status < 300) expect([field, shown]).toEqual([field, toSingleLine(sent).trim()]);
	else {
		expect([field, sent, answer.status]).toEqual([field, sent, 400]);
		expect(answer.body.details.map((detail: { field: string }) => detail.field)).toContain(field);
	}
}

test('tickets, orders, guests and staff links keep every text whole or refuse the field', async () => {
	const services = await createTestServices(database());
	const api = createTestApi(services);
	const user = await makeUser(services);
	const event = await makeEvent(services, user);
	const { token } = user;
	const path = `/api/events/${event.id}`;
	expect((await api.post(`${path}/publish`, undefined, { token })).status).toBe(200);
	const [standard] = (await api.get(`${path}/ticket-types`)).body.data;
	expect(strings.length).toBeGreaterThan(20);
	for (const [index, text] of strings.entries()) {
		const order = await api.post(`${path}/orders`, {
			buyer: { name: text, email: `guest-${index}@example.org` },
			items: [{ ticketTypeId: standard.id, quantity: 1 }],
		});
		expectWhole(order, 'buyer.name', text, order.body.buyer?.name);
		const guest = await api.post(
			`${path}/attendees`,
			{ name: text, email: '', notes: text, sendMail: false },
			{ token },
		);
		expectWhole(guest, 'name', text, guest.body.name);
		if (guest.status < 300) expect(guest.body.notes).toBe(text.trim());
		const link = await api.post(`${path}/staff-links`, { label: text }, { token });
		expectWhole(link, 'label', text, link.body.label);
		if (link.status < 300) await api.post(`${path}/staff-links/${link.body.id}/revoke`, undefined, { token });
		const type = await api.post(
			`${path}/ticket-types`,
			{ name: text, description: text, kind: 'free' },
			{ token },
		);
		expectWhole(type, 'name', text, type.body.name);
		if (type.status < 300) {
			expect((await api.delete(`${path}/ticket-types/${type.body.id}`, { token })).status).toBe(204);
		}
		const search = await api.get(`${path}/attendees`, { token, query: { q: text.slice(0, 200) } });
		expect([text, search.status < 500]).toEqual([text, true]);
	}
	const exported = await api.get(`${path}/attendees/export`, { token, query: { format: 'csv' } });
	expect(exported.status).toBe(200);
});
