import { beforeEach, describe, expect, test } from 'vitest';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import {
	changeConsent,
	createMemoryService,
	type MemoryService,
	makeFollowers,
	makeMailingList,
} from '#tests/factories/mailing-lists.ts';
import { createTestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { claimDue, claimSeconds } from './claim.ts';
import { pauseMailingList, resumeMailingList } from './commands/run-list.ts';
import { changeListKey } from './commands/save-list.ts';
import { fillPoller } from './fill.ts';
import { reconcileLists } from './jobs.ts';
import { createMailingListPoller } from './send.ts';

const { services, clock, owner, query: rows } = useTestOwner({ isFresh: true, hasClock: true });
const { signal } = new AbortController();
let service: MemoryService;

beforeEach(async () => {
	service = createMemoryService();
});
const send = (on = services) => createMailingListPoller(service.reach).run(on, signal);
const fill = () => fillPoller.run(services, signal);
const follower = async (email = 'ada@example.org') => {
	const [id = ''] = await makeFollowers(services, owner.organisationId, [email]);
	return { organisationId: owner.organisationId, id };
};
const contacts = () =>
	rows(`SELECT state, problem, attempts, remote_id IS NOT NULL AS "isKnown", claimed_until AS "claimedUntil"
		FROM mailing_list_contacts ORDER BY follower_id`);
const list = async () => (await rows('SELECT * FROM mailing_lists'))[0];
const scopeOf = (row: { id: string }) => ({ organisationId: owner.organisationId, mailingListId: row.id });
const maker = () => ({ userId: owner.userId, rights: { role: 'owner' as const, isLimited: false } });
/** A promise that is settled by hand. */
function gate() {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { passed: promise, open: () => resolve() };
}

describe('what a list hears', () => {
	test('earlier followers are filled in, and of five changes the last is sent', async () => {
		await follower('early@example.org');
		await makeMailingList(services, owner, service);
		await fill();
		const ada = await follower();
		for (const to of ['confirmed', 'left', 'confirmed', 'left', 'confirmed'] as const)
			await changeConsent(services, ada, to);
		await send();
		expect(service.members()).toEqual(['ada@example.org', 'early@example.org']);
		expect(service.calls.toSorted()).toEqual(['add ada@example.org', 'add early@example.org']);
		await changeConsent(services, ada, 'left');
		await send();
		expect(service.members()).toEqual(['early@example.org']);
		expect(await list()).toMatchObject({ is_filling: false, state: 'active', failing_since: null });
		await expectInvariants(services);
	});

	test('who was never added and leaves is settled without a call', async () => {
		await makeMailingList(services, owner, service);
		const ada = await follower();
		await changeConsent(services, ada, 'confirmed');
		await changeConsent(services, ada, 'left');
		await send();
		expect(service.calls).toEqual([]);
		expect(await contacts()).toMatchObject([{ state: 'removed', isKnown: false }]);
	});

	test('who leaves while being added is removed', async () => {
		await makeMailingList(services, owner, service);
		const ada = await follower();
		await changeConsent(services, ada, 'confirmed');
		const [begun, left] = [gate(), gate()];
		service.after = async (what) => {
			if (what === 'add') {
				begun.open();
				await left.passed;
			}
			return undefined;
		};
		const sending = send();
		await begun.passed;
		await changeConsent(services, ada, 'left');
		left.open();
		await sending;
		await send();
		expect(service.calls).toEqual(['add ada@example.org', 'remove ada@example.org']);
		expect(service.members()).toEqual([]);
		expect(await contacts()).toMatchObject([{ state: 'removed', isKnown: true }]);
	});

	test('an erased follower is removed at the service, and nothing of them is left', async () => {
		await makeMailingList(services, owner, service);
		const ada = await follower();
		await changeConsent(services, ada, 'confirmed');
		await send();
		await changeConsent(services, ada, 'erased');
		await send();
		expect(service.members()).toEqual([]);
		expect(await contacts()).toEqual([]);
		// One who had left before, of whom nothing is heard.
		const bob = await follower('bob@example.org');
		await changeConsent(services, bob, 'confirmed');
		await send();
		await changeConsent(services, bob, 'left');
		await send();
		await rows('DELETE FROM followers');
		await reconcileLists(services);
		expect(await contacts()).toEqual([]);
		await expectInvariants(services);
	});

	test('who left the list at the service is not added again', async () => {
		await makeMailingList(services, owner, service);
		const ada = await follower();
		service.leftThere.add('ada@example.org');
		await changeConsent(services, ada, 'confirmed');
		await send();
		expect(await contacts()).toMatchObject([{ state: 'refused', problem: 'left-there', attempts: 0 }]);
		await reconcileLists(services);
		await fill();
		await send();
		expect(service.calls).toHaveLength(1);
		await changeConsent(services, ada, 'left');
		await send();
		expect(await contacts()).toMatchObject([{ state: 'removed', problem: null }]);
		await expectInvariants(services);
	});

	test('what was missed is found at night', async () => {
		const ada = await follower();
		await makeMailingList(services, owner, service);
		await fill();
		await send();
		await rows(`UPDATE followers SET state = 'left', left_at = now() WHERE id = $1`, [ada.id]);
		await follower('bob@example.org');
		await reconcileLists(services);
		await fill();
		await send();
		expect(service.members()).toEqual(['bob@example.org']);
	});

	test('5,000 earlier followers are put in the queue a thousand at a time', async () => {
		const emails = Array.from({ length: 5_000 }, (_, n) => `guest-${n}@example.org`);
		await makeFollowers(services, owner.organisationId, emails);
		await makeMailingList(services, owner, service);
		let pieces = 0;
		for (let n = await fill(); n > 0; n = await fill()) pieces += n;
		expect(pieces).toBe(6);
		expect(
			await rows(
				'SELECT count(*)::int AS n, count(DISTINCT follower_id)::int AS f FROM mailing_list_contacts',
			),
		).toEqual([{ n: 5_000, f: 5_000 }]);
		expect(await list()).toMatchObject({ is_filling: false, filled_to: null });
	});
});

describe('workers', () => {
	test('a worker that is killed after the call repeats nothing that matters', async () => {
		await makeMailingList(services, owner, service);
		const ada = await follower();
		await changeConsent(services, ada, 'confirmed');
		// The call is made, and nothing recorded: as a worker that is killed leaves it.
		const [claimed] = await claimDue(services, new Map(), 16);
		expect(claimed).toMatchObject({ attempts: 1, remoteId: null });
		const adapter = service.reach.adapterOf(services.config, 'brevo');
		const contact = { email: 'ada@example.org', name: '', remoteId: null };
		const consent = { text: '', confirmedAt: new Date() };
		const settings = { apiKey: service.key, address: '', user: '' };
		await adapter.add(async () => ({ status: 200, json: null, retryAfterSeconds: null }), settings, '7', {
			...contact,
			consent,
		});
		expect(await send()).toBe(0);
		clock.advance(claimSeconds * 1_000);
		// The follower leaves before anybody knows that they are on the list.
		await changeConsent(services, ada, 'left');
		await send();
		expect(service.calls).toEqual(['add ada@example.org', 'find ada@example.org', 'remove ada@example.org']);
		expect(service.members()).toEqual([]);
		await expectInvariants(services);
	});

	test('two workers make one call for each contact', async () => {
		const emails = Array.from({ length: 40 }, (_, n) => `guest-${n}@example.org`);
		await makeFollowers(services, owner.organisationId, emails);
		await makeMailingList(services, owner, service);
		await fill();
		const work = async () => {
			while ((await send()) > 0);
		};
		await Promise.all([work(), work()]);
		await work();
		expect(service.calls).toHaveLength(40);
		expect(service.members()).toHaveLength(40);
	});

	test('a list that hangs holds up no other', async () => {
		await makeFollowers(services, owner.organisationId, ['ada@example.org']);
		const other = await makeUser(services);
		await makeFollowers(services, other.organisationId, ['bob@example.org']);
		await makeMailingList(services, owner, service);
		await makeMailingList(services, other, service);
		await fill();
		const [hung, done] = [gate(), gate()];
		service.before = async (_, email) => {
			if (email.startsWith('ada')) await hung.passed;
			return undefined;
		};
		service.after = async () => {
			done.open();
			return undefined;
		};
		const sending = send();
		await done.passed;
		expect(service.members()).toEqual(['bob@example.org']);
		hung.open();
		await sending;
		expect(service.members()).toHaveLength(2);
	});
});

describe('failures', () => {
	test('a service that asks for a pause gets it, and is tried one call at a time', async () => {
		await makeFollowers(services, owner.organisationId, ['a@example.org', 'b@example.org', 'c@example.org']);
		await makeMailingList(services, owner, service);
		await fill();
		service.before = async () => ({ kind: 'later', afterSeconds: 120 });
		await send();
		const tried = service.calls.length;
		expect(await send()).toBe(0);
		clock.advance(121_000);
		await send();
		expect(service.calls).toHaveLength(tried + 1);
		expect((await list()).failing_since).not.toBeNull();
		service.before = async () => undefined;
		clock.advance(3_600_000);
		await send();
		await send();
		expect(service.members()).toHaveLength(3);
		expect(await list()).toMatchObject({ failing_since: null, state: 'active' });
		expect((await contacts()).map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
	});

	test('a refused key stops the list and says so once; another key makes it go on', async () => {
		await makeFollowers(services, owner.organisationId, ['a@example.org', 'b@example.org']);
		const made = await makeMailingList(services, owner, service);
		await fill();
		service.key = 'another-key-of-the-account';
		await send();
		expect(await list()).toMatchObject({ state: 'stopped', problem: 'key-refused' });
		expect(
			await rows(`SELECT template FROM mails WHERE template = 'integrations/list-stopped'`),
		).toHaveLength(1);
		const settings = { apiKey: service.key };
		const changed = await changeListKey(
			services,
			scopeOf(made),
			settings,
			{ editor: maker() },
			service.reach,
		);
		expect(changed).toMatchObject({ state: 'active', problem: null, version: 2 });
		await send();
		expect(service.members()).toEqual(['a@example.org', 'b@example.org']);
		await expectInvariants(services);
	});

	test('a stopped list is on the dashboard of those who may see to it, until it goes on', async () => {
		const api = createTestApi(services);
		const needs = async ({ token }: { token: string }) => {
			const { status, body } = await api.get(`/api/organisations/${owner.organisationId}/dashboard`, {
				token,
			});
			expect(status).toBe(200);
			return body.needsYou;
		};
		const stranger = await makeUser(services);
		service.lists.push({ id: '8', name: 'Members', contacts: null });
		const [first, second] = [
			await makeMailingList(services, owner, service),
			await makeMailingList(services, owner, service, '8'),
		];
		await makeMailingList(services, stranger, service);
		await pauseMailingList(services, scopeOf(first));
		// What was paused by hand needs nothing.
		expect(await needs(owner)).toEqual([]);
		await rows(`UPDATE mailing_lists SET state = 'stopped', problem = 'key-refused' WHERE id = ANY ($1)`, [
			[first.id, second.id],
		]);
		const two = {
			kind: 'mailing_lists',
			count: 2,
			items: [{ title: '', eventId: null, orderId: null, count: 2 }],
		};
		expect(await needs(owner)).toEqual([two]);
		const manager = await makeMember(services, owner.organisationId, 'event_manager');
		const { body } = await api.get(`/api/organisations/${stranger.organisationId}/dashboard`, {
			token: stranger.token,
		});
		expect([await needs(manager), body.needsYou]).toEqual([[], []]);
		await resumeMailingList(services, scopeOf(first), maker());
		expect(await needs(owner)).toMatchObject([{ kind: 'mailing_lists', count: 1 }]);
		await resumeMailingList(services, scopeOf(second), maker());
		expect(await needs(owner)).toEqual([]);
	});

	test('a key of another account is refused, also where that has a list of the same number and name', async () => {
		await makeFollowers(services, owner.organisationId, ['a@example.org', 'b@example.org']);
		const made = await makeMailingList(services, owner, service);
		await fill();
		await send();
		const { reach, key } = createMemoryService();
		const change = (at: typeof reach) =>
			changeListKey(services, scopeOf(made), { apiKey: key }, { editor: maker() }, at);
		await expect(change(reach)).rejects.toMatchObject({ metadata: { rule: 'another-account' } });
		expect(await list()).toMatchObject({ version: 1 });
		// One contact that is known again is enough: others may have been deleted there.
		let requested = 0;
		service.before = async () => (requested++ === 0 ? { kind: 'later', afterSeconds: null } : undefined);
		expect(await change(service.reach)).toMatchObject({ version: 2 });
		expect(requested).toBe(2);
	});

	test('three days of nothing but failures stop the list; it is resumed', async () => {
		await makeFollowers(services, owner.organisationId, ['a@example.org']);
		const made = await makeMailingList(services, owner, service);
		await fill();
		service.before = async () => ({ kind: 'later', afterSeconds: null });
		await send();
		for (let day = 0; day < 3; day += 1) {
			clock.advance(24 * 3_600_000);
			await send();
		}
		expect(await list()).toMatchObject({ state: 'stopped', problem: 'failing' });
		service.before = async () => undefined;
		expect((await resumeMailingList(services, scopeOf(made), maker())).state).toBe('active');
		await send();
		expect(service.members()).toEqual(['a@example.org']);
	});

	test('a list that is paused hears what it missed when it goes on', async () => {
		const made = await makeMailingList(services, owner, service);
		await pauseMailingList(services, scopeOf(made));
		const ada = await follower();
		await changeConsent(services, ada, 'confirmed');
		await send();
		expect(service.calls).toEqual([]);
		await resumeMailingList(services, scopeOf(made), maker());
		await send();
		expect(service.members()).toEqual(['ada@example.org']);
	});

	test('a list stops when its maker may not see followers any more', async () => {
		await makeFollowers(services, owner.organisationId, ['a@example.org']);
		await makeMailingList(services, owner, service);
		await fill();
		const { userId } = await makeMember(services, owner.organisationId, 'marketing');
		await rows('UPDATE mailing_lists SET created_by = $1', [userId]);
		await send();
		expect(service.calls).toEqual([]);
		expect(await list()).toMatchObject({ state: 'stopped', problem: 'not-allowed' });
	});

	test('nothing is sent by a plan without integrations, and all of it once the plan has them', async () => {
		await makeFollowers(services, owner.organisationId, ['a@example.org']);
		await makeMailingList(services, owner, service);
		await fill();
		await rows(
			'INSERT INTO plan_settings (id, are_charged) VALUES (1, true) ON CONFLICT (id) DO UPDATE SET are_charged = true',
		);
		await send();
		expect(service.calls).toEqual([]);
		expect(await contacts()).toMatchObject([{ state: 'due', attempts: 0, claimedUntil: null }]);
		await rows('UPDATE plan_settings SET are_charged = false');
		clock.advance(3_600_000);
		await send();
		expect(service.members()).toEqual(['a@example.org']);
	});
});
