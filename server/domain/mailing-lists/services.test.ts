import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestClock } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';
import { mailingServices } from '#shared/rules/mailing-services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { changeConsent, makeFollowers } from '#tests/factories/mailing-lists.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type StandIn, startMailingService } from '#tests/support/mailing-services.ts';
import { claimDue, claimSeconds, readFollowers } from './claim.ts';
import { fillPoller } from './fill.ts';
import { createMailingListPoller } from './send.ts';
import { sendOne } from './send-one.ts';
import { realReach } from './services/adapters.ts';

/** The whole way by the API, to stand-ins that refuse what the services do not document. */
const database = useTestDatabase();
const { signal } = new AbortController();
const clock = createTestClock(new Date());

describe.each(mailingServices)('%s', (service) => {
	let services: Services;
	let owner: TestUser;
	let standIn: StandIn;
	let list: { id: string; name: string };
	beforeEach(async () => {
		await database().truncate();
		standIn = await startMailingService(service);
		list = standIn.lists[0] as typeof list;
		services = await createTestServices(
			database(),
			{
				FOYER_PRIVATE_TARGETS: '127.0.0.0/8',
				...(service === 'mailchimp' && { MAILCHIMP_URL: standIn.url }),
				...(service === 'brevo' && { BREVO_URL: standIn.url }),
			},
			clock,
		);
		owner = await makeUser(services);
	});

	afterEach(() => standIn.close());

	const body = (apiKey = standIn.apiKey) => {
		const { address, user } = standIn.settings;
		const settings = { apiKey, ...(address && { address, user }) };
		return { service, settings };
	};
	const api = () => createTestApi(services);
	const base = () => `/api/organisations/${owner.organisationId}`;
	const round = async () => {
		const poller = createMailingListPoller();
		while ((await fillPoller.run(services, signal)) + (await poller.run(services, signal)) > 0);
	};
	const connect = async () => {
		const input = { ...body(), listId: list.id };
		const made = await api().post(`${base()}/mailing-lists`, input, { token: owner.token });
		expect([made.status, made.body.listName]).toEqual([201, list.name]);
		return made.body.id as string;
	};
	const subscribed = () =>
		standIn
			.members(list.id)
			.filter(({ status }) => status === 'subscribed')
			.map(({ email }) => email);
	const follower = async (email: string) => {
		const [id = ''] = await makeFollowers(services, owner.organisationId, [email]);
		return { organisationId: owner.organisationId, id };
	};

	test('is connected, filled, and hears who comes, leaves, comes back and is erased', async () => {
		const { token } = owner;
		const found = await api().post(`${base()}/mailing-list-choices`, body(), { token });
		expect(found.body.data.map(({ id, name }: typeof list) => ({ id, name }))).toEqual(
			expect.arrayContaining([list]),
		);
		const ada = await follower('ada@example.org');
		await connect();
		await round();
		expect(subscribed()).toEqual(['ada@example.org']);
		await changeConsent(services, ada, 'left');
		await round();
		expect(subscribed()).toEqual([]);
		await changeConsent(services, ada, 'confirmed');
		await round();
		expect(subscribed()).toEqual(['ada@example.org']);
		await changeConsent(services, ada, 'erased');
		await round();
		expect(subscribed()).toEqual([]);
		expect(standIn.undocumented).toEqual([]);
		expect((await database().pool.query('SELECT FROM mailing_list_contacts')).rowCount).toBe(0);
		await expectInvariants(services);
	});

	test('whoever left after an adding that nobody recorded is found and removed', async () => {
		await connect();
		const ada = await follower('ada@example.org');
		await changeConsent(services, ada, 'confirmed');
		const [claimed] = await claimDue(services, new Map(), 16);
		if (!claimed) throw new Error('nothing was claimed');
		const [now = null] = await readFollowers(services, [claimed]);
		await sendOne(services, claimed, now, realReach, signal);
		expect(subscribed()).toEqual(['ada@example.org']);
		clock.advance(claimSeconds * 1_000);
		await changeConsent(services, ada, 'left');
		await round();
		expect(subscribed()).toEqual([]);
		// And one whose adding never reached the service.
		const bob = await follower('bob@example.org');
		await changeConsent(services, bob, 'confirmed');
		await claimDue(services, new Map(), 16);
		clock.advance(claimSeconds * 1_000);
		await changeConsent(services, bob, 'left');
		await round();
		expect(standIn.undocumented).toEqual([]);
		const { rows } = await database().pool.query('SELECT DISTINCT state FROM mailing_list_contacts');
		expect(rows).toEqual([{ state: 'removed' }]);
	});

	test('a wrong key is refused when it is typed, and stops the list when it is revoked', async () => {
		const { token } = owner;
		const wrong = `${'0'.repeat(32)}-us6`;
		const refused = await api().post(
			`${base()}/mailing-lists`,
			{ ...body(wrong), listId: list.id },
			{ token },
		);
		expect([refused.status, refused.body.metadata.rule]).toEqual([422, 'key-refused']);
		expect(JSON.stringify(refused.body)).not.toContain(wrong);
		const id = await connect();
		await follower('ada@example.org');
		standIn.fail('key-revoked');
		await round();
		const stopped = await api().get(`${base()}/mailing-lists/${id}`, { token });
		expect(stopped.body).toMatchObject({ state: 'stopped', problem: 'key-refused' });
		standIn.fail(null);
		const { settings } = body();
		const changed = await api().patch(`${base()}/mailing-lists/${id}`, { settings }, { token });
		expect([changed.status, changed.body.state]).toEqual([200, 'active']);
		await round();
		expect(subscribed()).toEqual(['ada@example.org']);
	});

	test('a service that is away or busy is tried again', async () => {
		await connect();
		await follower('ada@example.org');
		for (const how of ['busy', 'error', 'dead', 'text', 'huge', 'wrong-types'] as const) {
			standIn.fail(how);
			clock.advance(3_600_000);
			await round();
			expect([how, subscribed()]).toEqual([how, []]);
		}
		standIn.fail(null);
		clock.advance(3_600_000);
		await round();
		expect(subscribed()).toEqual(['ada@example.org']);
		const { rows } = await database().pool.query('SELECT state, failing_since FROM mailing_lists');
		expect(rows).toEqual([{ state: 'active', failing_since: null }]);
	});
});
