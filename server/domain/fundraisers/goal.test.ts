import { describe, expect, test } from 'vitest';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { type PricedEvent, payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { scheduledJobs } from '../modules.ts';
import { makeUnsubscribeToken } from '../notifications/opt-outs.ts';
import { fundraiserUpdatePoller } from '../notifications/update-mails.ts';

const { services, api, owner, query } = useTestOwner();

const token = () => ({ token: owner.token });

/** How often the goal of an event was announced: to its organiser by email and under the bell, and to connections. */
async function announced(event: { id: string }) {
	const [row] = await query(
		`SELECT (SELECT count(*)::int FROM mails WHERE event_id = $1 AND template = 'organisers/goal-reached') AS mails,
			(SELECT count(*)::int FROM notices WHERE event_id = $1 AND kind = 'goal-reached') AS notices,
			(SELECT count(*)::int FROM facts WHERE event_id = $1 AND name = 'fundraisers.goal-reached') AS facts`,
		[event.id],
	);
	return [row.mails, row.notices, row.facts];
}
const hold = (event: PricedEvent, amountMinor: number, more: object = {}) =>
	holdGift(api, event, { amountMinor, ...more });
async function give(event: PricedEvent, amountMinor: number, more: object = {}) {
	const order = await hold(event, amountMinor, more);
	expect((await payByCard(api, order)).status).toBe(201);
	return order;
}

describe('a goal that is reached', () => {
	test('is announced once, also of donations at once and after a refund took it below', async () => {
		const event = await makeFundraiser(services, api, owner, { goalMinor: 5_000 });
		await give(event, 4_000);
		expect(await announced(event)).toEqual([0, 0, 0]);
		const held = await Promise.all([2_000, 3_000, 1_000].map((minor) => hold(event, minor)));
		const paid = await Promise.all(held.map((order) => payByCard(api, order)));
		expect(paid.map(({ status }) => status)).toEqual([201, 201, 201]);
		expect(await announced(event)).toEqual([1, 1, 1]);
		for (const order of held) await refundOrder(api, event, order, { token: owner.token, gift: true });
		await settleAll(services);
		const { body } = await api.get(`/api/events/${event.id}/fundraiser`);
		expect(body.raisedMinor).toBe(4_000);
		await give(event, 6_000);
		expect(await announced(event)).toEqual([1, 1, 1]);
		await expectInvariants(services);
	});

	test('is announced again once a higher one is reached, and by money that came offline', async () => {
		const event = await makeFundraiser(services, api, owner, { goalMinor: 1_000 });
		await give(event, 1_500);
		expect(await announced(event)).toEqual([1, 1, 1]);
		const saved = await api.call(
			'PUT',
			`/api/events/${event.id}/fundraiser`,
			{ goalMinor: 3_000, currency: 'EUR' },
			token(),
		);
		expect(saved.status).toBe(200);
		expect(await announced(event)).toEqual([1, 1, 1]);
		const day = new Date(services.clock.now().getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
		const added = await api.post(
			`/api/events/${event.id}/donations`,
			{ amountMinor: 1_500, receivedOn: day, donorName: 'Choir' },
			token(),
		);
		expect(added.status).toBe(201);
		expect(await announced(event)).toEqual([2, 2, 2]);
	});
});

describe('a goal that is changed', () => {
	const setGoal = async (event: PricedEvent, goalMinor: number) =>
		expect(
			(await api.call('PUT', `/api/events/${event.id}/fundraiser`, { goalMinor, currency: 'EUR' }, token()))
				.status,
		).toBe(200);

	test('is not announced where it is lowered below what is raised, at any time', async () => {
		const event = await makeFundraiser(services, api, owner, { goalMinor: 1_000 });
		await give(event, 1_500);
		expect(await announced(event)).toEqual([1, 1, 1]);
		await setGoal(event, 3_000);
		await setGoal(event, 1_200);
		await give(event, 100);
		expect(await announced(event)).toEqual([1, 1, 1]);
		const never = await makeFundraiser(services, api, owner, { goalMinor: 5_000 });
		await give(never, 2_000);
		await setGoal(never, 2_000);
		await give(never, 100);
		expect(await announced(never)).toEqual([0, 0, 0]);
		// A higher one is announced when it is reached.
		await setGoal(never, 3_000);
		await give(never, 1_000);
		expect(await announced(never)).toEqual([1, 1, 1]);
	});

	test('is announced once for an amount, also where it was lowered and raised to it again', async () => {
		const event = await makeFundraiser(services, api, owner, { goalMinor: 3_000 });
		const order = await give(event, 3_000);
		expect(await announced(event)).toEqual([1, 1, 1]);
		await refundOrder(api, event, order, { token: owner.token, gift: true });
		await settleAll(services);
		await setGoal(event, 2_000);
		await setGoal(event, 3_000);
		await give(event, 3_000);
		expect(await announced(event)).toEqual([1, 1, 1]);
		await setGoal(event, 4_000);
		await give(event, 1_000);
		expect(await announced(event)).toEqual([2, 2, 2]);
	});
});

describe('updates by email', () => {
	test('go to donors who asked for them, once to an address, until they unsubscribe', async () => {
		const event = await makeFundraiser(services, api, owner);
		await give(event, 1_000, { updates: true });
		await give(event, 1_000, { updates: true });
		await give(event, 1_000);
		const post = async (email?: boolean) => {
			const { status, body } = await api.post(
				`/api/events/${event.id}/fundraiser/updates`,
				{ title: 'The roof', body: 'It is *dry*.', ...(email !== undefined && { email }) },
				token(),
			);
			expect(status).toBe(201);
			await fundraiserUpdatePoller.run(services, new AbortController().signal);
			await fundraiserUpdatePoller.run(services, new AbortController().signal);
			return body.id as string;
		};
		const owed = (update: string) =>
			query(
				`SELECT id, recipient FROM mails WHERE template = 'fundraisers/update' AND props->>'updateId' = $1`,
				[update],
			);
		const first = await owed(await post());
		expect(first).toMatchObject([{ recipient: 'ada@example.org' }]);
		expect(await owed(await post(false))).toEqual([]);
		const mail = first[0] as { id: string };
		const link = `/api/unsubscribe/${makeUnsubscribeToken(services.secret, mail.id)}`;
		expect((await api.get(link)).body).toMatchObject({ kind: 'updates', isSubscribed: true });
		expect((await api.post(link)).status).toBeLessThan(300);
		expect((await api.get(link)).body.isSubscribed).toBe(false);
	});
});

describe('the total for a big screen', () => {
	test('names donors as they chose, follows donations at once, and is refused where the event is', async () => {
		const event = await makeFundraiser(services, api, owner);
		const live = () => api.get(`/api/events/${event.id}/fundraiser/live`);
		expect((await live()).body).toMatchObject({ raisedMinor: 0, goalMinor: 100_000, donors: 0, latest: [] });
		await give(event, 1_000);
		await give(event, 2_500, { anonymous: true });
		const { body } = await live();
		expect(body).toMatchObject({ raisedMinor: 3_500, donors: 2 });
		expect(body.latest.map(({ name }: { name: string | null }) => name)).toEqual([null, 'Ada Lovelace']);
		expect(JSON.stringify(body)).not.toContain('example.org');
		await query(`UPDATE events SET visibility = 'invite_only' WHERE id = $1`, [event.id]);
		expect((await live()).status).toBe(404);
		const draft = await makeFundraiser(services, api, owner, { isLive: false });
		expect((await api.get(`/api/events/${draft.id}/fundraiser/live`, token())).status).toBe(404);
	});
});

describe('a donation that an older process left out', () => {
	test('is repaired however old it is', async () => {
		const event = await makeFundraiser(services, api, owner);
		const order = await give(event, 1_000);
		await query('DELETE FROM donations WHERE order_id = $1', [order.id]);
		await query('UPDATE fundraisers SET raised_minor = 0, donors = 0 WHERE event_id = $1', [event.id]);
		await query('ALTER TABLE ledger_transfers DISABLE TRIGGER USER');
		await query(
			`UPDATE ledger_transfers SET created_at = created_at - interval '400 days' WHERE subject_id = $1`,
			[order.id],
		);
		await query('ALTER TABLE ledger_transfers ENABLE TRIGGER USER');
		const run = (name: string) => scheduledJobs.find((job) => job.name === name)?.run(services);
		const count = async () =>
			(await query('SELECT amount_minor::int AS minor FROM donations WHERE order_id = $1', [order.id])).map(
				({ minor }) => minor,
			);
		await run('fundraisers.add-missing-donations');
		expect(await count()).toEqual([]);
		await run('fundraisers.add-older-donations');
		expect(await count()).toEqual([1_000]);
		await expectInvariants(services);
	});
});
