import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toSingleLine } from '#shared/lib/typed-text.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

const strings = JSON.parse(
	readFileSync(new URL('../../../tests/fixtures/naughty-strings.json', import.meta.url), 'utf8'),
) as string[];

const { services, api, owner } = useTestOwner();

interface Answered {
	[field: string]: unknown;
	venue: { name: string; address: string; region: string };
	organisation: { coverSeed: string };
}

/** Where each text field of the input comes back. */
const fields: Record<string, (event: Answered) => unknown> = {
	title: (event) => event.title,
	summary: (event) => event.summary,
	description: (event) => event.description,
	venueName: (event) => event.venue.name,
	address: (event) => event.venue.address,
	city: (event) => event.city,
	region: (event) => event.venue.region,
	refundPolicy: (event) => event.refundPolicy,
	coverAlt: () => undefined,
	coverSeed: (event) => event.organisation.coverSeed,
};

const severalLines = new Set(['summary', 'description', 'address', 'refundPolicy']);

test.each(Object.keys(fields))('%s: stored whole, or refused with a field error', async (field) => {
	const event = await makeEvent(services, owner, { isPublished: true });
	for (const text of strings) {
		const { status, body } = await api.patch(
			`/api/events/${event.id}`,
			{ [field]: text },
			{ token: owner.token },
		);
		if (status === 200) {
			const back = fields[field]!(body);
			const stored = severalLines.has(field) ? text : toSingleLine(text);
			if (back !== undefined) expect(back).toBe(stored.trim());
			continue;
		}
		expect(status, JSON.stringify(text)).toBe(400);
		expect(body.details[0].field).toBe(field);
		// Only emptiness, length and what no database can hold are reasons.
		expect(body.details[0].message).toMatch(
			/^(This field is required\.|At most \d+ characters\.|Contains a character)/,
		);
	}
});

test('every string can be searched for, filtered by, or name an event', async () => {
	for (const text of strings) {
		for (const name of ['q', 'city', 'category', 'country', 'organiser', 'cursor', 'from']) {
			const { status } = await api.get('/api/events', { query: { [name]: text } });
			expect([200, 400], `${name} ${JSON.stringify(text)}`).toContain(status);
		}
		const path = encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '')) || 'x';
		expect([200, 400, 404]).toContain((await api.get(`/api/events/${path}/calendar.ics`)).status);
	}
});

test('a search finds an event by the words of any title', async () => {
	for (const text of strings.filter((one) => /[\p{L}\p{N}]{3}/u.test(one) && one.trim().length <= 200)) {
		await makeEvent(services, owner, { title: text, isPublished: true });
		const { status, body } = await api.get('/api/events', { query: { q: text.trim().slice(0, 200) } });
		expect(status).toBe(200);
		expect(body.data.length, JSON.stringify(text)).toBeGreaterThan(0);
	}
});
