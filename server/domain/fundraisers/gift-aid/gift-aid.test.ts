import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { giftAidJobs } from '#server/domain/orders/gift-aid/declarations.ts';
import { orderData } from '#server/domain/orders/personal-data.ts';
import type { GiftAidDeclaration } from '#shared/contracts/gift-aid.ts';
import { newId } from '#shared/lib/ids.ts';
import { declarationText, tidyPostcode } from '#shared/rules/gift-aid.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { type PricedEvent, payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { untilBlocked } from '#tests/support/gate.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { stayInOneDay } from '#tests/support/one-day.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { fundraiserChecks } from '../checks.ts';
import { claimDue } from './make-claim.ts';
import { scheduleRows } from './schedule.ts';

const { database, services, api, query } = useTestApi();

const declared = {
	wording: 'uk-2026-11',
	scope: 'gift',
	title: 'Mrs',
	firstName: 'Ada',
	lastName: 'King-Noel',
	house: '12',
	postcode: 'sw1a1aa',
};

/** A UK charity with a live fundraiser in pounds and a ticket at 24.00. */
async function raise({ regime = 'uk', type = {} }: { regime?: string; type?: object } = {}) {
	const event = await makeFundraiser(services, api, await makeUser(services), {
		currency: 'GBP',
		type: { currency: 'GBP', ...type },
	});
	const { token } = event.owner;
	const org = `/api/organisations/${event.organisationId}`;
	await api.patch(`${org}/settings`, { legalName: 'Harbour Hall', address: 'Pier 1\nLeeds' }, { token });
	const settings = { regime, number: '1234567', isAutomatic: false };
	expect((await api.call('PUT', `${org}/gift-receipt-settings`, settings, { token })).status).toBe(200);
	return event;
}
async function give(
	event: PricedEvent,
	gift: { amountMinor: number } & Record<string, unknown>,
	tickets = 0,
) {
	const order = await holdGift(api, event, gift, tickets);
	expect((await payByCard(api, order)).status).toBe(201);
	await settleAll(services);
	return order;
}
const of = ({ organisationId }: PricedEvent) => `/api/organisations/${organisationId}`;
const dueOf = async (event: PricedEvent): Promise<{ amountMinor: number; declarationId: string }[]> =>
	(await api.get(`${of(event)}/gift-aid-gifts`, { token: event.owner.token })).body.data;
const amountsOf = async (event: PricedEvent) => (await dueOf(event)).map(({ amountMinor }) => amountMinor);
const claim = (event: PricedEvent, key: string = randomUUID()) =>
	api.post(`${of(event)}/gift-aid-claims`, undefined, {
		token: event.owner.token,
		headers: { 'Idempotency-Key': key },
	});
const ruleOf = ({ body }: { body: { metadata?: { rule?: string } } }) => body.metadata?.rule;
async function scheduleOf(event: PricedEvent, { id }: { id: string }) {
	const answer = await api.app.request(`http://foyer.test${of(event)}/gift-aid-claims/${id}/schedule`, {
		headers: { authorization: `Bearer ${event.owner.token}` },
	});
	const lines = (await answer.text()).replace('\uFEFF', '').trim().split('\r\n');
	return { name: answer.headers.get('content-disposition'), lines };
}
async function addOffline(
	event: PricedEvent,
	amountMinor: number,
	receivedOn: string,
	donorEmail = 'ADA@example.org',
) {
	const body = { amountMinor, receivedOn, donorName: 'Ada', donorEmail };
	const made = await api.post(`/api/events/${event.id}/donations`, body, { token: event.owner.token });
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	return made.body as { id: string };
}
/** In the United Kingdom, where days of declarations and schedules are counted. */
let today: string;
beforeAll(async () => {
	await stayInOneDay('Europe/London');
	today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format();
});

describe('a declaration', () => {
	test('is offered by UK charities alone, and stored with what the donor read', async () => {
		const event = await raise();
		expect((await api.get(`/api/events/${event.id}/fundraiser`)).body.giftAidCharity).toBe('Harbour Hall');
		await give(event, { amountMinor: 2_000, giftAid: declared });
		expect(
			await query('SELECT * FROM gift_aid_declarations WHERE organisation_id = $1', [event.organisationId]),
		).toMatchObject([
			{
				email: 'ada@example.org',
				postcode: 'SW1A 1AA',
				last_name: 'King-Noel',
				statement: declarationText('gift', 'Harbour Hall'),
			},
		]);
		await expectInvariants(services);
	});

	test('is refused where nobody could claim with it, and nothing is sold', async () => {
		const event = await raise({ regime: 'us' });
		expect((await api.get(`/api/events/${event.id}/fundraiser`)).body.giftAidCharity).toBeNull();
		await expect(holdGift(api, event, { amountMinor: 2_000, giftAid: declared })).rejects.toThrow(
			'gift-aid-closed',
		);
		expect(await query('SELECT id FROM orders WHERE event_id = $1', [event.id])).toEqual([]);
	});

	test.each([
		{ postcode: 'Paris' },
		{ postcode: '' },
		{ firstName: '' },
		{ title: 'Professor' },
		{ lastName: 'x'.repeat(36) },
		{ wording: 'mine' },
	])('with %o is refused where it was typed', async (wrong) => {
		const event = await raise();
		const gift = { amountMinor: 2_000, giftAid: { ...declared, ...wrong } };
		const { status, body } = await api.post(`/api/events/${event.id}/quote`, { items: [], gift });
		expect([status, body.details[0].field]).toEqual([400, `gift.giftAid.${Object.keys(wrong)[0]}`]);
	});

	test('covers its gift alone, or all of the donor from four years before it, once its order is paid', async () => {
		const event = await raise();
		await give(event, { amountMinor: 2_000, giftAid: declared });
		await addOffline(event, 700, today);
		expect(await amountsOf(event)).toEqual([2_000]);
		const held = await holdGift(api, event, { amountMinor: 1_000, giftAid: { ...declared, scope: 'all' } });
		expect(await amountsOf(event)).toEqual([2_000]);
		await payByCard(api, held);
		await settleAll(services);
		await addOffline(event, 800, `${Number(today.slice(0, 4)) - 5}-01-01`);
		expect(await amountsOf(event)).toEqual([2_000, 700, 1_000]);
	});

	test('that is cancelled covers nothing more; the one of another organisation is not found', async () => {
		const event = await raise();
		await give(event, { amountMinor: 2_000, giftAid: declared });
		const [due] = await dueOf(event);
		const cancel = (by: PricedEvent) =>
			api.post(`${of(by)}/gift-aid-declarations/${due?.declarationId}/cancel`, undefined, {
				token: by.owner.token,
			});
		expect((await cancel(await raise())).status).toBe(404);
		expect((await cancel(event)).status).toBe(204);
		expect((await cancel(event)).status).toBe(204);
		expect(await dueOf(event)).toEqual([]);
	});
});

const enter = (event: PricedEvent, donation: { id: string }, more: object = {}) =>
	api.post(
		`/api/events/${event.id}/donations/${donation.id}/gift-aid-declaration`,
		{ ...declared, madeOn: today, ...more },
		{ token: event.owner.token },
	);
const donationOf = async (orderId: string) =>
	(await query('SELECT id FROM donations WHERE order_id = $1 ORDER BY line', [orderId]))[0] as { id: string };
async function declarationsOf(event: PricedEvent, search = ''): Promise<GiftAidDeclaration[]> {
	const { status, body } = await api.get(`${of(event)}/gift-aid-declarations${search}`, {
		token: event.owner.token,
	});
	expect(status, JSON.stringify(body)).toBe(200);
	return body.data;
}
const cancel = (event: PricedEvent, { id }: { id: string }) =>
	api.post(`${of(event)}/gift-aid-declarations/${id}/cancel`, undefined, { token: event.owner.token });

describe('a declaration on paper', () => {
	test('covers the donation it is entered at, with all of its order', async () => {
		const event = await raise();
		const cash = await addOffline(event, 2_000, today, '');
		await addOffline(event, 900, today, '');
		const { status, body } = await enter(event, cash);
		expect([status, body]).toMatchObject([
			201,
			{
				state: 'valid',
				postcode: 'SW1A 1AA',
				madeOn: today,
				statement: declarationText('gift', 'Harbour Hall'),
			},
		]);
		expect(body.entered.by).not.toBe('');
		expect(await amountsOf(event)).toEqual([2_000]);
		const order = await give(event, { amountMinor: 4_000 });
		expect((await enter(event, await donationOf(order.id))).status).toBe(201);
		expect(await amountsOf(event)).toEqual([2_000, 4_000]);
		await expectInvariants(services);
	});

	test('over all donations covers those of the donor from four years before it', async () => {
		const event = await raise();
		const cash = await addOffline(event, 2_000, today);
		await give(event, { amountMinor: 1_000 });
		await addOffline(event, 800, `${Number(today.slice(0, 4)) - 3}-01-01`);
		await addOffline(event, 500, today, 'grace@example.org');
		const old = { scope: 'all', madeOn: `${Number(today.slice(0, 4)) - 1}-01-01` };
		expect((await enter(event, cash, old)).status).toBe(201);
		expect(await amountsOf(event)).toEqual([2_000, 1_000, 800]);
	});

	test('is one for a donation until it is cancelled, also when two enter it at once', async () => {
		const event = await raise();
		const cash = await addOffline(event, 2_000, today);
		const answers = await Promise.all([enter(event, cash), enter(event, cash)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
		expect(ruleOf(await enter(event, cash))).toBe('declaration-there');
		const online = await give(event, { amountMinor: 1_000, giftAid: declared });
		expect(ruleOf(await enter(event, await donationOf(online.id)))).toBe('declaration-there');
		const [, first] = await declarationsOf(event);
		expect((await cancel(event, first as { id: string })).status).toBe(204);
		expect(await amountsOf(event)).toEqual([1_000]);
		expect((await enter(event, cash)).status).toBe(201);
		expect(await amountsOf(event)).toEqual([2_000, 1_000]);
	});

	test('is refused by another organisation, where none are taken, for what is gone, and on a wrong day', async () => {
		const event = await raise();
		const year = Number(today.slice(0, 4));
		const cash = await addOffline(event, 2_000, `${year - 5}-06-01`);
		const other = await raise();
		expect((await enter(other, cash)).status).toBe(404);
		expect((await enter({ ...other, id: event.id }, cash)).status).toBe(404);
		for (const madeOn of [`${year + 1}-01-01`, `${year - 1}-06-02`]) {
			const { status, body } = await enter(event, cash, { madeOn });
			expect([status, body.details[0].field]).toEqual([400, 'madeOn']);
		}
		expect((await enter(event, cash, { postcode: 'Paris' })).body.details[0].field).toBe('postcode');
		expect((await enter(event, cash, { madeOn: `${year - 1}-06-01` })).status).toBe(201);
		const removed = await addOffline(event, 2_000, today);
		await api.call('DELETE', `/api/events/${event.id}/donations/${removed.id}`, undefined, {
			token: event.owner.token,
		});
		expect(ruleOf(await enter(event, removed))).toBe('nothing-to-declare');
		const closed = await raise({ regime: 'us' });
		expect(ruleOf(await enter(closed, await addOffline(closed, 2_000, today)))).toBe('gift-aid-closed');
		await expectInvariants(services);
	});

	test('outlives the 30 days after which those of unpaid orders go', async () => {
		const event = await raise();
		await enter(event, await addOffline(event, 2_000, today));
		await query(
			`UPDATE gift_aid_declarations SET created_at = now() - interval '31 days' WHERE organisation_id = $1`,
			[event.organisationId],
		);
		await giftAidJobs[0]?.run(services);
		expect(await declarationsOf(event)).toHaveLength(1);
	});
});

describe('the list of declarations', () => {
	test('says how each stands and who entered and cancelled it; unpaid ones are not there', async () => {
		const event = await raise();
		await holdGift(api, event, { amountMinor: 1_000, giftAid: { ...declared, lastName: 'Unpaid' } });
		await give(event, { amountMinor: 4_000, giftAid: { ...declared, lastName: 'Claimed' } });
		await claim(event);
		await enter(event, await addOffline(event, 700, today, 'grace@example.org'), {
			...{ firstName: 'Grace', lastName: 'Hopper', house: 'The Näve', title: '' },
		});
		await give(event, { amountMinor: 500, giftAid: { ...declared, lastName: 'Gone' } });
		const [last] = await declarationsOf(event);
		await cancel(event, last as GiftAidDeclaration);
		const shown = ({ state, lastName, entered, cancelled, claims, claimedMinor }: GiftAidDeclaration) => [
			...[lastName, state, entered !== null, cancelled?.by !== undefined, claims, claimedMinor],
		];
		expect((await declarationsOf(event)).map(shown)).toEqual([
			['Gone', 'cancelled', false, true, 0, 0],
			['Hopper', 'valid', true, false, 0, 0],
			['Claimed', 'claimed', false, false, 1, 4_000],
		]);
		const namesOf = async (search: string) =>
			(await declarationsOf(event, search)).map(({ lastName }) => lastName);
		expect(await namesOf('?state=claimed')).toEqual(['Claimed']);
		expect(await namesOf('?state=cancelled')).toEqual(['Gone']);
		expect(await namesOf('?state=valid')).toEqual(['Hopper']);
		expect(await namesOf('?q=grace%20nave')).toEqual(['Hopper']);
		expect(await namesOf(`?event=${(await raise()).id}`)).toEqual([]);
		expect(await namesOf(`?event=${event.id}&q=sw1a`)).toEqual(['Gone', 'Hopper', 'Claimed']);
		const token = event.owner.token;
		const first = await api.get(`${of(event)}/gift-aid-declarations?limit=2`, { token });
		expect(first.body.data).toHaveLength(2);
		expect(await namesOf(`?limit=2&cursor=${first.body.nextCursor}`)).toEqual(['Claimed']);
		const file = await api.app.request(`http://foyer.test${of(event)}/gift-aid-declarations/export`, {
			headers: { authorization: `Bearer ${token}` },
		});
		const lines = (await file.text()).trim().split('\r\n');
		expect(lines).toHaveLength(4);
		expect(lines[2]).toContain(
			`${today},valid,one donation,,Grace,Hopper,The Näve,SW1A 1AA,grace@example.org,`,
		);
	});
});

describe('what a ticket with a fair value counts for', () => {
	test.each([
		// Up to £100: a quarter. Above: £25 and 5 % of the rest.
		{ priceMinor: 8_000, fairValueMinor: 2_000, claimed: 8_000 },
		{ priceMinor: 8_000, fairValueMinor: 2_001, claimed: 5_999 },
		{ priceMinor: 30_000, fairValueMinor: 3_500, claimed: 30_000 },
		{ priceMinor: 30_000, fairValueMinor: 3_501, claimed: 26_499 },
	])('$priceMinor with $fairValueMinor: $claimed', async ({ claimed, ...type }) => {
		const event = await raise();
		const path = `/api/events/${event.id}/ticket-types/${event.ticketTypeId}`;
		expect((await api.patch(path, type, { token: event.owner.token })).status).toBe(200);
		await give(event, { amountMinor: 500, giftAid: declared }, 1);
		expect((await amountsOf(event)).sort((a, b) => a - b)).toEqual([500, claimed]);
	});
});

describe('a claim', () => {
	test('says each gift once, and its schedule is what HMRC reads', async () => {
		const event = await raise();
		await give(event, { amountMinor: 4_000, giftAid: declared });
		await give(event, {
			amountMinor: 3_050,
			giftAid: { ...declared, title: '', house: '=1', postcode: 'x' },
		});
		const { status, body } = await claim(event, 'asked-again');
		expect(status).toBe(201);
		expect((await claim(event, 'asked-again')).body).toEqual(body);
		expect(body).toMatchObject({
			...{ gifts: 2, amountMinor: 7_050, taxMinor: 1_762, returnedMinor: 0, returnedTaxMinor: 0 },
			...{ parts: 1, isTest: true },
		});
		expect(ruleOf(await claim(event))).toBe('nothing-to-claim');
		const [year, month, day] = today.split('-');
		const date = `${day}/${month}/${year?.slice(2)}`;
		const file = await scheduleOf(event, body);
		expect(file.name).toContain(`test-gift-aid-${today}-part-1.csv`);
		expect(file.lines).toEqual([
			'Item,Title,First name,Last name,House name or number,Postcode,Aggregated donations,Sponsored event,Donation date,Amount',
			`1,Mrs,Ada,King Noel,12,SW1A 1AA,,,${date},40.00`,
			`2,,Ada,King Noel,'=1,X,,,${date},30.50`,
		]);
		expect((await api.get(`${of(event)}/gift-aid-claims`, { token: event.owner.token })).body.data).toEqual([
			body,
		]);
		await expectInvariants(services);
	});

	test('spells in its schedule what HMRC’s validator refuses, and keeps the declaration as it was made', async () => {
		const event = await raise();
		const names = { firstName: 'Łukasz', lastName: 'Şahin-Ωmega', house: '№ 5, Žižkov “Zoë” 李' };
		await give(event, { amountMinor: 4_000, giftAid: { ...declared, ...names } });
		await give(event, {
			amountMinor: 4_000,
			giftAid: { ...declared, firstName: 'щ'.repeat(35), lastName: 'Müller Þór' },
		});
		const { body } = await claim(event);
		const { lines } = await scheduleOf(event, body);
		expect(lines[1]).toMatch(/,Mrs,Lukasz,Sahin Omega,"No\.? ?5, Zizkov ""Zoë"" Li",/);
		expect(lines[2]).toMatch(/,Mrs,[a-z]{35},Müller Þór,/);
		for (const line of lines.slice(1)) expect(line).toMatch(/^[ -~\u00a0-\u00ff]+$/);
		const { rows } = await database().pool.query(
			'SELECT first_name FROM gift_aid_declarations WHERE organisation_id = $1 ORDER BY id LIMIT 1',
			[event.organisationId],
		);
		expect(rows).toEqual([{ first_name: 'Łukasz' }]);
	});

	test('tells HMRC what went back of a claimed gift, once, and leaves out what was refunded before', async () => {
		const event = await raise();
		const kept = await give(event, { amountMinor: 4_000, giftAid: declared });
		const lost = await give(event, { amountMinor: 2_000, giftAid: declared });
		await refundOrder(api, event, lost, { token: event.owner.token });
		await settleAll(services);
		expect((await claim(event)).body).toMatchObject({ gifts: 1, amountMinor: 4_000 });
		const back = { token: event.owner.token, gift: true, amountMinor: 1_000 };
		expect((await refundOrder(api, event, kept, back)).status).toBe(201);
		await settleAll(services);
		expect(await amountsOf(event)).toEqual([-1_000]);
		expect((await claim(event)).body).toMatchObject({
			...{ gifts: 0, amountMinor: 0, returnedMinor: 1_000, returnedTaxMinor: 250, parts: 0 },
		});
		expect(await dueOf(event)).toEqual([]);
		await refundOrder(api, event, kept, { token: event.owner.token });
		await settleAll(services);
		expect(await amountsOf(event)).toEqual([-3_000]);
		await claim(event);
		expect(ruleOf(await claim(event))).toBe('nothing-to-claim');
		await expectInvariants(services);
	});

	test('waits for a dispute, and takes back what was charged back', async () => {
		const event = await raise();
		const order = await give(event, { amountMinor: 4_000, giftAid: declared });
		await claim(event);
		const other = await give(event, { amountMinor: 5_000, giftAid: declared });
		for (const { id } of [order, other]) {
			const [payment] = await query(
				`SELECT p.provider_id, a.provider_account FROM payments p
				JOIN payment_accounts a ON a.organisation_id = p.organisation_id AND a.id = p.account_id WHERE p.subject_id = $1`,
				[id],
			);
			await services.testGateway?.openDispute(payment.provider_account, payment.provider_id);
		}
		await settleAll(services);
		expect(await dueOf(event)).toEqual([]);
		const { token } = event.owner;
		const { body } = await api.get(`${of(event)}/disputes?open=true`, { token });
		for (const { id } of body.data)
			await api.post(`${of(event)}/disputes/${id}/accept`, undefined, {
				token,
				headers: { 'Idempotency-Key': randomUUID() },
			});
		expect(await amountsOf(event)).toEqual([-4_000]);
		expect((await claim(event)).body).toMatchObject({ gifts: 0, returnedMinor: 4_000 });
		await expectInvariants(services);
	});

	test('claims real gifts before those in test mode', async () => {
		const event = await raise();
		await give(event, { amountMinor: 1_000, giftAid: { ...declared, scope: 'all' } });
		await addOffline(event, 5_000, today);
		expect((await claim(event)).body).toMatchObject({ gifts: 1, amountMinor: 5_000, isTest: false });
		expect((await claim(event)).body).toMatchObject({ gifts: 1, amountMinor: 1_000, isTest: true });
		await expectInvariants(services);
	});

	test('made by two at once has each gift in one claim', async () => {
		const event = await raise();
		await give(event, { amountMinor: 1_000, giftAid: declared });
		const answers = await Promise.all([claim(event), claim(event), claim(event)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
		await expectInvariants(services);
	});

	test('negative control: claims that wait for nobody, without the unique index, have it twice', async () => {
		const event = await raise();
		await give(event, { amountMinor: 1_000, giftAid: declared });
		const { organisationId, owner } = event;
		const claiming = { organisationId, userId: owner.userId, now: services.clock.now() };
		const index = 'gift_aid_rows_claimed_once';
		const [{ definition }] = await query(`SELECT pg_get_indexdef('${index}'::regclass) AS definition`);
		/** Both have claimed before either has committed, or one of them waits for the other. */
		const claimTwice = async (waits?: () => Promise<void>) => {
			let claims = 0;
			let release = () => {};
			const both = new Promise<void>((resolve) => {
				release = resolve;
			});
			const claimOnce = () =>
				services.database.transaction(async (tx) => {
					await claimDue(tx, claiming);
					claims += 1;
					if (claims === 2) release();
					await (waits ? waits() : both);
				});
			return (await Promise.allSettled([claimOnce(), claimOnce()])).map(({ status }) => status).sort();
		};
		await query(`DROP INDEX ${index}`);
		expect(await claimTwice()).toEqual(['fulfilled', 'fulfilled']);
		const found = await fundraiserChecks
			.find(({ name }) => name === 'fundraisers.gift-aid-claims-add-up')
			?.run(services);
		expect(found).toHaveLength(1);
		await query('DELETE FROM gift_aid_rows WHERE organisation_id = $1', [organisationId]);
		await query('DELETE FROM gift_aid_claims WHERE organisation_id = $1', [organisationId]);
		await query(definition);
		// The index alone, without the lock, lets one through.
		expect(await claimTwice(() => untilBlocked(database()))).toEqual(['fulfilled', 'rejected']);
		await expectInvariants(services);
	});
});

describe('a schedule', () => {
	const gift = (amountMinor: number, more: object = {}) => ({
		...{ eventId: 'a', event: 'A walk', isTicket: false, givenOn: '2026-03-31', amountMinor },
		...{ title: '', firstName: 'Ada', lastName: 'King', house: '1', postcode: 'S1 1AA', ...more },
	});

	test('puts small gifts of an event and month together, up to £1,000 in a row', () => {
		const many = Array.from({ length: 34 }, () => gift(3_000));
		expect(scheduleRows(many)).toEqual([
			['', '', '', '', '', 'Donors A walk', '', '31/03/26', '990.00'],
			['', 'Ada', 'King', '1', 'S1 1AA', '', '', '31/03/26', '30.00'],
		]);
	});

	test('keeps apart what is larger, was paid for admission, or is of another event or month', () => {
		const rows = scheduleRows([
			gift(3_001),
			gift(1_000, { isTicket: true }),
			gift(1_000, { eventId: 'b' }),
			gift(1_000),
			gift(1_000, { givenOn: '2026-04-01' }),
		]);
		expect(rows.map((row) => [row[1], row.at(-1)])).toEqual([
			['Ada', '30.01'],
			['Ada', '10.00'],
			['Ada', '10.00'],
			['Ada', '10.00'],
			['Ada', '10.00'],
		]);
	});

	test.each([
		['sw1a1aa', 'SW1A 1AA'],
		['m1 1ae', 'M1 1AE'],
		['x', 'X'],
	])('writes the postcode %o as %o', (typed, tidy) => expect(tidyPostcode(typed)).toBe(tidy));
});

describe('personal data', () => {
	const exported = async (email: string) =>
		orderData
			.find(({ name }) => name === 'gift-aid-declarations')
			?.collect(services, { userId: newId(), email, isEmailVerified: true } as never);

	test('a declaration is exported with its end, outlives the account without its email, and goes in time', async () => {
		const event = await raise();
		const donor = await makeUser(services, { email: 'donor@example.org' });
		const paid = await give(event, { amountMinor: 1_000, giftAid: declared });
		const unpaid = await holdGift(api, event, { amountMinor: 1_000, giftAid: declared });
		for (const { id } of [paid, unpaid]) {
			await query(`UPDATE gift_aid_declarations SET email = 'donor@example.org' WHERE order_id = $1`, [id]);
		}
		const year = new Date().getUTCFullYear();
		expect(await exported('DONOR@example.org')).toMatchObject([
			{ first_name: 'Ada', house: '12', kept_until: `${year + 7}-01-01` },
			{ first_name: 'Ada' },
		]);
		const gone = await api.post('/api/account/deletion', { email: donor.email }, { token: donor.token });
		expect(gone.status).toBe(204);
		const stored = () =>
			query('SELECT email, first_name FROM gift_aid_declarations WHERE organisation_id = $1', [
				event.organisationId,
			]);
		expect(await stored()).toEqual([{ email: '', first_name: 'Ada' }]);
		const erase = () => giftAidJobs[0]?.run(services);
		const age = (table: string, years: number) =>
			query(
				`UPDATE ${table} SET created_at = now() - make_interval(years => ${years}) WHERE organisation_id = $1`,
				[event.organisationId],
			);
		await claim(event);
		await age('gift_aid_declarations', 8);
		await erase();
		expect(await stored()).toHaveLength(1);
		await age('gift_aid_claims', 8);
		await erase();
		expect(await stored()).toEqual([]);
		await expectInvariants(services);
	});

	test('a declaration of an order that was not paid goes after 30 days', async () => {
		const event = await raise();
		await holdGift(api, event, { amountMinor: 1_000, giftAid: declared });
		await query(
			`UPDATE gift_aid_declarations SET created_at = now() - interval '31 days' WHERE organisation_id = $1`,
			[event.organisationId],
		);
		await giftAidJobs[0]?.run(services);
		expect(
			await query('SELECT id FROM gift_aid_declarations WHERE organisation_id = $1', [event.organisationId]),
		).toEqual([]);
	});
});
