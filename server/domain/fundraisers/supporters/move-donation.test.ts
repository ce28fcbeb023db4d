import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { holdGift, makeFundraiser, makeSupporterPage } from '#tests/factories/fundraisers.ts';
import { type PricedEvent, payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { fundraiserChecks } from '../checks.ts';
import { creditPages } from '../commands/count-gifts.ts';

const { services, api, owner, query } = useTestOwner();

/** A team with a page, another page, and a donation of 20.00 through the first one. */
async function stage() {
	const event = await makeFundraiser(services, api, owner, { supporters: 'open' });
	const team = await makeSupporterPage(api, event, { kind: 'team', name: 'The Rowers' });
	const member = await makeSupporterPage(api, event, { teamId: team.id });
	const other = await makeSupporterPage(api, event, { name: 'Grace Hopper' });
	const order = await give(event, member.id);
	const [donation] = await query('SELECT id FROM donations WHERE order_id = $1', [order.id]);
	return { event, team, member, other, order, donation: donation as { id: string } };
}
async function give(event: PricedEvent, pageId: string) {
	const order = await holdGift(api, event, { amountMinor: 2_000, pageId });
	expect((await payByCard(api, order)).status).toBe(201);
	return order;
}
const move = (event: { id: string }, donation: { id: string }, pageId: string | null, token = owner.token) =>
	api.patch(`/api/events/${event.id}/donations/${donation.id}`, { pageId }, { token });
const figures = async (...pages: { id: string }[]) =>
	Promise.all(
		pages.map(async ({ id }) => {
			const [row] = await query(
				'SELECT raised_minor::int AS raised, donors FROM fundraiser_pages WHERE id = $1',
				[id],
			);
			return [row.raised, row.donors];
		}),
	);

describe('a donation that is moved to another page', () => {
	test('counts there and for its team, and no more where it was; the log says who moved it', async () => {
		const { event, team, member, other, donation } = await stage();
		expect(await figures(team, member, other)).toEqual([
			[2_000, 1],
			[2_000, 1],
			[0, 0],
		]);
		expect((await move(event, donation, other.id)).body).toMatchObject({
			page: { id: other.id },
			team: null,
		});
		expect(await figures(team, member, other)).toEqual([
			[0, 0],
			[0, 0],
			[2_000, 1],
		]);
		await move(event, donation, team.id);
		await move(event, donation, team.id);
		expect(await figures(team, member, other)).toEqual([
			[2_000, 1],
			[0, 0],
			[0, 0],
		]);
		await move(event, donation, null);
		expect((await move(event, donation, member.id)).body).toMatchObject({
			page: { id: member.id },
			team: { id: team.id },
		});
		await expectInvariants(services);
		const acts = await query(
			`SELECT input FROM organisation_acts WHERE organisation_id = $1 AND action = 'fundraisers.updateDonation' AND subject = $2
			ORDER BY id`,
			[owner.organisationId, donation.id],
		);
		expect(acts.length).toBeGreaterThan(0);
		expect(JSON.stringify(acts)).toContain('pageId');
	});

	test('goes to no page that is gone or another event’s, and is moved by roles that may', async () => {
		const { event, donation, other } = await stage();
		const { other: foreign } = await stage();
		for (const page of [foreign.id, donation.id])
			expect((await move(event, donation, page)).status).toBe(400);
		await api.call('DELETE', `/api/fundraiser-pages/${other.pageToken}`, undefined);
		expect((await move(event, donation, other.id)).status).toBe(400);
		const helper = await makeMember(services, owner.organisationId, 'check_in');
		expect((await move(event, donation, null, helper.token)).status).toBe(403);
		expect((await move(event, donation, null, (await makeUser(services)).token)).status).toBe(404);
	});

	test('is refunded where it is then, however moves and the refund fall together', async () => {
		const { event, member, other, team, order, donation } = await stage();
		await Promise.all([
			move(event, donation, other.id),
			refundOrder(api, event, order, { token: owner.token, amountMinor: 500 }),
			move(event, donation, team.id),
			move(event, donation, member.id),
			move(event, donation, null),
		]);
		await settleAll(services);
		await expectInvariants(services);
	});

	test('negative control: moves that do not wait for each other leave wrong sums', async () => {
		const { event, member, other, team, donation } = await stage();
		await give(event, member.id);
		const { organisationId } = owner;
		let readers = 0;
		let release = () => {};
		const bothHaveRead = new Promise<void>((resolve) => {
			release = resolve;
		});
		await Promise.all(
			[other.id, null].map((to) =>
				services.database.transaction(async (tx) => {
					const { rows } = await tx.execute<{ page_id: string; team_id: string }>(
						sql`SELECT page_id, team_id FROM donations WHERE id = ${donation.id}`,
					);
					readers += 1;
					if (readers === 2) release();
					await bothHaveRead;
					await tx.execute(
						sql`UPDATE donations SET page_id = ${to}, team_id = NULL WHERE id = ${donation.id}`,
					);
					await tx.execute(
						creditPages(
							organisationId,
							sql`SELECT ${rows[0]?.page_id}::uuid AS page_id, ${rows[0]?.team_id}::uuid AS team_id, -2000::bigint AS minor, -1 AS donors
								UNION ALL SELECT ${to}::uuid, NULL::uuid, 2000, 1`,
						),
					);
				}),
			),
		);
		const found = await fundraiserChecks
			.find(({ name }) => name === 'fundraisers.pages-match-donations')
			?.run(services);
		expect(found?.length).toBeGreaterThan(0);
		await query(
			`UPDATE fundraiser_pages p SET raised_minor = d.minor, donors = d.n FROM (
				SELECT x.id, coalesce(sum(amount_minor), 0) AS minor, count(g.id) AS n FROM unnest($1::uuid[]) x (id)
				LEFT JOIN donations g ON x.id IN (g.page_id, g.team_id) GROUP BY 1) d WHERE p.id = d.id`,
			[[member.id, other.id, team.id]],
		);
		await expectInvariants(services);
	});
});

test('the links of a page are sent again to its owner alone; every address is answered the same, and gets few', async () => {
	const { event } = await stage();
	const email = 'lost.link@example.org';
	for (const name of ['One', 'Two']) await makeSupporterPage(api, event, { name, email });
	const ask = (typed: string) => api.post(`/api/events/${event.id}/fundraiser-pages/links`, { email: typed });
	const answers = [await ask('Lost.Link@example.org'), await ask('nobody@example.org'), await ask(email)];
	expect(answers.map(({ status, body }) => [status, body])).toEqual(
		answers.map(() => [204, answers[0]?.body]),
	);
	const { signal } = new AbortController();
	while ((await factPoller.run(services, signal)) > 0);
	const mails = await query(
		`SELECT recipient, dedupe_key LIKE '%:link:%' AS is_again FROM mails WHERE recipient IN ($1, 'nobody@example.org')`,
		[email],
	);
	expect(mails.filter((mail) => mail.is_again)).toHaveLength(2);
	expect(mails.every((mail) => mail.recipient === email)).toBe(true);
});
