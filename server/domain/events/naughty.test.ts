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

/** Only emptiness, length and what no database can hold are reasons. */
const reasons = /^(This field is required\.|At most \d+ characters\.|Contains a character)/;

test('in every field of an event: stored whole, or refused with an error of that field', async () => {
	const event = await makeEvent(services, owner, { isPublished: true });
	const patch = (names: string[], text: string) =>
		api.patch(`/api/events/${event.id}`, Object.fromEntries(names.map((name) => [name, text])), {
			token: owner.token,
		});
	const stored = new Set<string>();
	for (const text of strings) {
		const names = Object.keys(fields);
		const all = await patch(names, text);
		expect([200, 400], JSON.stringify(text)).toContain(all.status);
		const details: { field: string; message: string }[] = all.status === 400 ? all.body.details : [];
		for (const { message } of details) expect(message, JSON.stringify(text)).toMatch(reasons);
		const refused = new Set(details.map(({ field }) => field));
		expect(refused.difference(new Set(names)).size).toBe(0);
		const others = names.filter((name) => !refused.has(name));
		if (others.length === 0) continue;
		const { status, body } = all.status === 200 ? all : await patch(others, text);
		expect(status, JSON.stringify(text)).toBe(200);
		for (const name of others) {
			stored.add(name);
			const back = fields[name]?.(body);
			const whole = severalLines.has(name) ? text : toSingleLine(text);
			if (back !== undefined) expect([name, back]).toEqual([name, whole.trim()]);
		}
		// By the words of its title, whatever they are, it is found.
		if (!refused.has('title') && /[\p{L}\p{N}]{3}/u.test(text)) {
			const found = await api.get('/api/events', { query: { q: text.trim().slice(0, 200) } });
			expect([text, found.status, found.body.data?.length]).toEqual([text, 200, 1]);
		}
	}
	expect(stored.size).toBe(Object.keys(fields).length);
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
