import { beforeAll, expect, test } from 'vitest';
import { createTestClock } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	changeConsent,
	createMemoryService,
	makeFollowers,
	makeMailingList,
} from '#tests/factories/mailing-lists.ts';
import { createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, rounds } from '#tests/support/seed.ts';
import { claimDue, claimSeconds, readFollowers } from './claim.ts';
import { fillPoller } from './fill.ts';
import { createMailingListPoller } from './send.ts';
import { sendOne } from './send-one.ts';

/*
 * Whatever happens in whatever order (consents, workers that end at any instant, services that fail before or after the effect, a list that
 * comes later), in the end those are on the list who agree, and nobody else. A service adds nobody who had left when the call began.
 */
const database = useTestDatabase();
const chance = createChance('mailing lists');
const { signal } = new AbortController();
const clock = createTestClock(new Date());
let services: Services;
beforeAll(async () => {
	services = await createTestServices(database(), {}, clock);
});

const agreeing = async (organisationId: string): Promise<string[]> =>
	(
		await database().pool.query<{ email: string }>(
			`SELECT email FROM followers WHERE organisation_id = $1 AND state = 'confirmed' ORDER BY email`,
			[organisationId],
		)
	).rows.map(({ email }) => email);

test('lists end as the consents do', async () => {
	for (let history = 0; history < rounds(20, 400); history += 1) {
		const owner = await makeUser(services);
		const { organisationId } = owner;
		const service = createMemoryService();
		const poller = createMailingListPoller(service.reach);
		const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}-${history}@example.org`);
		const ids = await makeFollowers(services, organisationId, emails);
		const erased = new Set<string>();
		/** Whose consent changed since the worker read it. */
		const changing = new Set<string>();
		const fails = () =>
			chance.between(0, 4) === 0 ? ({ kind: 'later', afterSeconds: null } as const) : undefined;
		service.before = async (what, email) => {
			if (what === 'add' && !changing.has(email))
				expect([history, email, await agreeing(organisationId)]).toEqual([
					history,
					email,
					expect.arrayContaining([email]),
				]);
			return fails();
		};
		// The effect is there, and the answer never came.
		service.after = async () => {
			const id = chance.pick(ids);
			// Meanwhile a consent changes, of this contact or another.
			if (chance.between(0, 3) === 0 && !erased.has(id)) {
				changing.add(emails[ids.indexOf(id)] ?? '');
				await changeConsent(services, { organisationId, id }, chance.pick(['confirmed', 'left'] as const));
			}
			return fails();
		};
		let isMade = false;
		const steps: (() => Promise<unknown>)[] = [
			async () => {
				const id = chance.pick(ids);
				if (erased.has(id)) return;
				// Of whoever is erased while it is not known whether they were added, nothing is left to find them by.
				const to = chance.pick(['confirmed', 'left', 'confirmed', 'left'] as const);
				await changeConsent(services, { organisationId, id }, to);
			},
			async () => {
				if (!isMade) await makeMailingList(services, owner, service);
				isMade = true;
			},
			() => fillPoller.run(services, signal),
			() => poller.run(services, signal),
			async () => {
				clock.advance(chance.between(1, 100) * 1_000);
			},
			// A worker that is killed with its claims, before or after its calls.
			async () => {
				const claimed = await claimDue(services, new Map(), 16);
				const followers = await readFollowers(services, claimed);
				for (const [index, one] of claimed.entries())
					if (chance.between(0, 1) === 0)
						await sendOne(services, one, followers[index] ?? null, service.reach, signal);
			},
			async () => {
				const { rows } = await database().pool.query<{ id: string }>(
					`SELECT follower_id AS id FROM mailing_list_contacts WHERE organisation_id = $1 AND state <> 'due' LIMIT 1`,
					[organisationId],
				);
				const [id] = rows.map((row) => row.id);
				if (!id || erased.has(id) || chance.between(0, 2) > 0) return;
				erased.add(id);
				await changeConsent(services, { organisationId, id }, 'erased');
			},
		];
		for (let step = 0; step < 25; step += 1) {
			changing.clear();
			await chance.pick(steps)();
		}
		if (!isMade) await makeMailingList(services, owner, service);
		service.before = async () => undefined;
		service.after = async () => undefined;
		clock.advance(claimSeconds * 1_000 + 7_200_000);
		while ((await fillPoller.run(services, signal)) + (await poller.run(services, signal)) > 0);
		expect([history, service.members()]).toEqual([history, await agreeing(organisationId)]);
		await database().pool.query('DELETE FROM mailing_lists');
	}
	await expectInvariants(services);
});
