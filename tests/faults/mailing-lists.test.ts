import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { claimSeconds } from '#server/domain/mailing-lists/claim.ts';
import { askForList, createMailingList } from '#server/domain/mailing-lists/commands/save-list.ts';
import { fillPoller } from '#server/domain/mailing-lists/fill.ts';
import { createMailingListPoller } from '#server/domain/mailing-lists/send.ts';
import { createTestClock } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';
import { type MailingService, mailingServices } from '#shared/rules/mailing-services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { changeConsent, makeFollowers } from '#tests/factories/mailing-lists.ts';
import { createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { fastClock } from '#tests/support/fast-clock.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type StandIn, startMailingService } from '#tests/support/mailing-services.ts';
import { createChance, rounds, takesTurn } from '#tests/support/seed.ts';
import { startWorkerProgram } from '#tests/support/server-process.ts';

/**
 * What holds: whenever the worker is killed, and however often the service fails, in the end its list is who agrees, and nobody who left.
 * Time runs fast, so that claims of killed workers end, and pauses after failures, while the test goes on.
 */
const database = useTestDatabase();
const { signal } = new AbortController();
const fast = [Date.now(), 120] as const;
const hasTurn = takesTurn('mailing-lists', mailingServices);
let standIn: StandIn;
let services: Services;
let environment: Record<string, string>;
let owner: TestUser;

beforeEach(() => database().truncate());
afterEach(() => standIn?.close());

async function begin(service: MailingService): Promise<void> {
	standIn = await startMailingService(service);
	environment = {
		FOYER_PRIVATE_TARGETS: '127.0.0.0/8',
		...(service === 'mailchimp' && { MAILCHIMP_URL: standIn.url }),
		...(service === 'brevo' && { BREVO_URL: standIn.url }),
	};
	services = await createTestServices(database(), environment, fastClock(...fast));
	owner = await makeUser(services);
}

function startWorkerProcess() {
	const name = (database().address as { database: string }).database;
	const words = [inject('databaseHost'), name, JSON.stringify(environment), ...fast.map(String)];
	return startWorkerProgram('mailing-list-worker', words);
}

/** Works until nothing is due any more, as a worker does that comes after every claim and pause. */
async function finish(): Promise<void> {
	const clock = createTestClock(services.clock.now());
	const later = { ...services, clock };
	const poller = createMailingListPoller();
	for (let turn = 0; turn < 500; turn += 1) {
		clock.advance(Math.max(claimSeconds, 1_800) * 1_000);
		await fillPoller.run(later, signal);
		await poller.run(later, signal);
		const { rowCount } = await database().pool.query(
			`SELECT FROM mailing_lists l WHERE is_filling OR EXISTS (SELECT FROM mailing_list_contacts WHERE state = 'due')`,
		);
		if (rowCount === 0) return;
	}
	throw new Error('Contacts stay due.');
}

for (const service of mailingServices)
	test.runIf(hasTurn(service))(
		`${service}: over kill -9 of the worker and failures of the service, the list is who agrees`,
		async () => {
			const chance = createChance(`mailing-lists ${service}`);
			await begin(service);
			const emails = Array.from({ length: rounds(45, 2_000) }, (_, n) => `guest-${n}@example.org`);
			const ids = await makeFollowers(services, owner.organisationId, emails);
			const agreeing = new Set(emails);
			const { id: listId } = standIn.lists[0] as StandIn['lists'][number];
			const found = await askForList(services, {
				organisationId: owner.organisationId,
				rights: { role: 'owner', isLimited: false },
				input: { service, settings: standIn.settings, listId },
			});
			await createMailingList(services, {
				organisationId: owner.organisationId,
				userId: owner.userId,
				found,
			});
			const restless = chance.shuffle([...emails.keys()].filter((n) => n % 3 === 0));
			let failures = 0;
			const change = async () => {
				const n = chance.pick(restless);
				const email = emails[n] as string;
				const to = agreeing.has(email) ? 'left' : 'confirmed';
				await changeConsent(services, { organisationId: owner.organisationId, id: ids[n] as string }, to);
				to === 'left' ? agreeing.delete(email) : agreeing.add(email);
			};
			const kills = rounds(2, 20);
			for (let kill = 0; kill < kills; kill += 1) {
				const worker = startWorkerProcess();
				const ended = once(worker, 'exit');
				await once(worker.stdout, 'data');
				const untilMs = performance.now() + chance.between(100, rounds(400, 1_500));
				do {
					await change();
					if (chance.next() < 0.1) {
						failures += 1;
						standIn.fail(chance.pick(['busy', 'error', 'dead'] as const), 1);
					}
					await sleep(chance.between(0, 10));
				} while (performance.now() < untilMs);
				worker.kill('SIGKILL');
				await ended;
				// While no worker is there, too.
				for (let n = 0; n < 3; n += 1) await change();
			}
			const open = await database().pool.query(
				`SELECT FROM mailing_list_contacts WHERE claimed_until IS NOT NULL`,
			);
			standIn.fail(null);
			await finish();
			const subscribed = standIn
				.members(listId)
				.flatMap(({ email, status }) => (status === 'subscribed' ? [email] : []));
			expect(subscribed.toSorted()).toEqual([...agreeing].toSorted());
			const { rows } = await database().pool.query(
				`SELECT state, count(*)::int AS n FROM mailing_list_contacts GROUP BY 1 ORDER BY 1`,
			);
			expect(rows).toEqual(
				[
					{ state: 'added', n: agreeing.size },
					{ state: 'removed', n: emails.length - agreeing.size },
				].filter(({ n }) => n > 0),
			);
			expect(standIn.undocumented).toEqual([]);
			if (process.env.SHOW_FAULTS)
				console.log({
					kills,
					failures,
					left: open.rowCount,
					calls: standIn.calls.length,
					agreeing: agreeing.size,
				});
			await expectInvariants(services);
		},
		rounds(60_000, 600_000),
	);
