import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DoorSetup } from '#shared/contracts/door-setup.ts';
import type { SyncEntryInput } from '#shared/contracts/door-sync.ts';
import { unpackId } from '#shared/rules/door-hash.ts';
import type { Door, DoorGuest } from '#tests/factories/door.ts';
import { nonce, scanOf, useDoorWorld } from '#tests/support/door-world.ts';
import { faultSeed } from '#tests/support/seed.ts';

/** Questions that are asked at the door: what devices are sent, and what they hand in. */

const world = useDoorWorld();
const { openDoor, sync, feed, database } = world;

const mine = () => ({ token: world.owner.token });
const choices = [{ label: 'Vegan' }, { label: 'Everything' }];

/** Asks for a meal, required; of vegans, which allergies; and something that is not asked at the door. */
async function askingDoor(options: Parameters<typeof openDoor>[0] = {}) {
	const door = await openDoor(options);
	const ask = async (body: object) => {
		const answer = await world.api.post(`/api/events/${door.event}/questions`, body, mine());
		expect(answer.status).toBe(201);
		return answer.body;
	};
	const meal = await ask({
		label: 'Meal',
		kind: 'single_choice',
		choices,
		isRequired: true,
		isAskedAtDoor: true,
	});
	const [vegan, everything] = meal.choices.map((choice: { id: string }) => choice.id) as [string, string];
	const allergies = await ask({
		label: 'Allergies',
		kind: 'text',
		isAskedAtDoor: true,
		shownWhen: { questionId: meal.id, equals: vegan },
	});
	const secret = await ask({ label: 'Company', kind: 'text' });
	return { door, meal, allergies, secret, vegan, everything };
}

const earlier = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const answerOf = (
	guest: Pick<DoorGuest, 'id'>,
	questionId: string,
	value: string,
	more: object = {},
): SyncEntryInput => ({
	kind: 'answer',
	nonce: nonce(),
	guestId: guest.id,
	questionId,
	value,
	scannedAt: new Date().toISOString(),
	...more,
});

const stored = async (door: Door) =>
	(
		await database().pool.query(
			'SELECT attendee_id, question_id, value, answered_by FROM answers WHERE event_id = $1 ORDER BY attendee_id, question_id',
			[door.event],
		)
	).rows;

const valuesOf = async (door: Door) => (await stored(door)).map(({ value }) => value);

const setupOf = async (door: Door): Promise<DoorSetup> =>
	(await world.api.get(`/api/staff-access/door/${door.token}`)).body;

/** What each guest is still asked, by label. */
async function openAt(door: Door, cursor?: string) {
	const { questions } = await setupOf(door);
	const page = await feed(door, cursor);
	const asked = page.guests.map(([id, , , , , , open]) => [
		unpackId(id),
		(open ?? []).map((index) => questions[index]?.label),
	]);
	return { asked: new Map(asked as [string, string[]][]), cursor: page.cursor, page };
}

test('an event without such questions sends devices nothing of them', async () => {
	const door = await openDoor();
	await world.api.post(`/api/events/${door.event}/questions`, { label: 'Company', kind: 'text' }, mine());
	expect((await setupOf(door)).questions).toEqual([]);
	for (const guest of (await feed(door)).guests) expect(guest).toHaveLength(6);
});

test('the setup has the questions, the list who still owes an answer, and never what somebody said', async () => {
	const { door, meal, vegan } = await askingDoor();
	const [one, two] = door.guests as [DoorGuest, DoorGuest];
	const before = await feed(door);
	await world.api.patch(
		`/api/events/${door.event}/attendees/${one.id}/answers`,
		{ answers: { [meal.id]: vegan } },
		mine(),
	);
	const { questions } = await setupOf(door);
	expect(questions.map(({ label }) => label)).toEqual(['Meal', 'Allergies']);
	const all = await openAt(door);
	// An allergy is asked of those who said that they are vegan.
	expect(all.asked.get(one.id)).toEqual(['Allergies']);
	expect(all.asked.get(two.id)).toEqual(['Meal']);
	// Devices that were there before hear of it as a change.
	const changed = await openAt(door, before.cursor);
	expect(changed.asked.get(one.id)).toEqual(['Allergies']);
	expect(JSON.stringify(all.page)).not.toContain(vegan);
	expect(JSON.stringify(all.page)).not.toContain('Company');
});

test('who is asked changes with the questions: devices begin anew', async () => {
	const { door, allergies } = await askingDoor();
	const { cursor } = await feed(door);
	const path = `/api/events/${door.event}/questions/${allergies.id}`;
	await world.api.patch(path, { label: 'Any allergies?' }, mine());
	expect((await feed(door, cursor)).mustReset).toBe(false);
	await world.api.patch(path, { shownWhen: null }, mine());
	expect((await feed(door, cursor)).mustReset).toBe(true);
	expect((await openAt(door)).asked.get(door.guests[0]!.id)).toEqual(['Meal', 'Any allergies?']);
});

test('answers come in beside scans, count once, and other devices hear of them', async () => {
	const { door, meal, allergies, vegan } = await askingDoor();
	const [one, two] = door.guests as [DoorGuest, DoorGuest];
	const before = await openAt(door);
	const items: SyncEntryInput[] = [
		answerOf(one, meal.id, vegan),
		scanOf(one, 1),
		answerOf(one, allergies.id, '  Nuts '),
		scanOf(two, 1),
	];
	const first = await sync(door, 'a', items);
	expect(first.results.map((one: { outcome: string }) => one.outcome)).toEqual(Array(4).fill('recorded'));
	expect(first.results[2]).toMatchObject({ nonce: items[2]!.nonce, guest: { id: one.id } });
	expect(first.stats.checkedInCount).toBe(2);
	expect((await stored(door)).map((row) => [row.value, row.answered_by]).toSorted()).toEqual(
		[
			[vegan, 'door'],
			['Nuts', 'door'],
		].toSorted(),
	);
	const again = await sync(door, 'b', items);
	expect(again.results.map((one: { outcome: string }) => one.outcome)).toEqual(Array(4).fill('repeated'));
	const after = await openAt(door, before.cursor);
	expect(after.asked.get(one.id)).toEqual([]);
	expect((await openAt(door)).asked.get(two.id)).toEqual(['Meal']);
});

test('an answer of the door overwrites none that was given later', async () => {
	const { door, meal, vegan, everything } = await askingDoor();
	const guest = door.guests[0]!;
	await world.api.patch(
		`/api/events/${door.event}/attendees/${guest.id}/answers`,
		{ answers: { [meal.id]: vegan } },
		mine(),
	);
	const late = await sync(door, 'a', [answerOf(guest, meal.id, everything, { scannedAt: earlier(10) })]);
	expect(late.results[0].outcome).toBe('repeated');
	expect(await valuesOf(door)).toEqual([vegan]);
	// Hours off, and known to be: the offset puts it right.
	const hour = 3_600_000;
	const ahead = {
		scannedAt: new Date(Date.now() + 5 * hour - 600_000).toISOString(),
		clockOffsetMs: -5 * hour,
	};
	await sync(door, 'a', [answerOf(guest, meal.id, everything, ahead)]);
	expect(await valuesOf(door)).toEqual([vegan]);
	await sync(door, 'a', [answerOf(guest, meal.id, everything)]);
	expect(await valuesOf(door)).toEqual([everything]);
});

test('what is not asked there, or not of them, is refused and takes nothing else with it', async () => {
	const { door, meal, allergies, secret, vegan } = await askingDoor();
	const [one, two] = door.guests as [DoorGuest, DoorGuest];
	const other = await askingDoor({ guests: 1 });
	const { results } = await sync(door, 'a', [
		answerOf(one, secret.id, 'Acme'),
		answerOf(other.door.guests[0]!, meal.id, vegan),
		answerOf(one, other.meal.id, other.vegan),
		answerOf(two, meal.id, 'no choice'),
		answerOf(two, allergies.id, 'Not vegan'),
		answerOf(one, meal.id, vegan),
	]);
	expect(results.map((one: { problem: string | null }) => one.problem)).toEqual([
		'This question is not asked at the door.',
		'This guest is not of this event.',
		'This question is not asked at the door.',
		'Please choose one of the answers offered.',
		'This question isn’t asked.',
		null,
	]);
	expect(results[1].guest).toBeNull();
	expect(await valuesOf(door)).toEqual([vegan]);
	expect(await valuesOf(other.door)).toEqual([]);
});

test('any link that lets people in may answer; one that does not, or has ended, may not', async () => {
	const { door, meal, vegan } = await askingDoor({ link: { abilities: ['scan'] } });
	const [one, two] = door.guests as [DoorGuest, DoorGuest];
	const link = async (abilities: string[]) => {
		const made = await world.api.post(
			`/api/events/${door.event}/staff-links`,
			{ label: 'Other', abilities },
			mine(),
		);
		return { ...door, token: made.body.token as string };
	};
	const list = await sync(await link(['search', 'export']), 'b', [answerOf(one, meal.id, vegan)]);
	expect(list.results[0].problem).toBe('This link may not take answers.');
	const before = answerOf(one, meal.id, vegan);
	await world.api.post(`/api/events/${door.event}/staff-links/${door.linkId}/revoke`, {}, mine());
	const late = new Date(Date.now() + 60_000).toISOString();
	const { results } = await sync(door, 'a', [before, answerOf(two, meal.id, vegan, { scannedAt: late })]);
	expect(results.map((one: { outcome: string }) => one.outcome)).toEqual(['recorded', 'refused']);
	expect(results[0].guest).toBeNull();
});

test('whatever the order in which devices hand answers in, the one that was given last stands', async () => {
	const { door, meal, vegan, everything } = await askingDoor({ guests: 8 });
	const base = Date.now() - 3_600_000;
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...door.guests),
			fc.array(fc.record({ minute: fc.nat(50), isVegan: fc.boolean(), order: fc.nat(), batch: fc.nat(2) }), {
				minLength: 1,
				maxLength: 8,
			}),
			async (guest, given) => {
				await database().pool.query('DELETE FROM answers WHERE attendee_id = $1', [guest.id]);
				// One answer a minute: who says two things at once says neither last.
				const byMinute = new Map(given.map((one) => [one.minute, one]));
				const answers = [...byMinute.values()].map((one) => ({
					...one,
					item: answerOf(guest, meal.id, one.isVegan ? vegan : everything, {
						scannedAt: new Date(base + one.minute * 60_000).toISOString(),
					}),
				}));
				const arriving = answers.toSorted((a, b) => a.order - b.order);
				for (const batch of [0, 1, 2, 1])
					await sync(
						door,
						`device${batch}`,
						arriving.filter((one) => one.batch === batch).map(({ item }) => item),
					);
				const last = answers.reduce((a, b) => (a.minute > b.minute ? a : b));
				const { rows } = await database().pool.query('SELECT value FROM answers WHERE attendee_id = $1', [
					guest.id,
				]);
				expect(rows).toEqual([{ value: last.isVegan ? vegan : everything }]);
			},
		),
		{ numRuns: 25, seed: faultSeed },
	);
});
