import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ERASED_NAME, eraseAccount } from '#server/domain/settings/personal-data/erase-account.ts';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import {
	doorCalls,
	makeDoorSale,
	newNonce,
	otherDevice,
	type SellingDoor,
} from '#tests/factories/door-sales.ts';
import { type ApiAnswer, createTestApi, createTestServices } from '#tests/support/api.ts';
import { expectChecks, expectInvariants } from '#tests/support/invariants.ts';
import { faultSeed, rounds } from '#tests/support/seed.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { doorSaleChecks } from './checks.ts';
import { doorSaleData } from './personal-data.ts';

/** Cash that is counted at opening and at closing. */
const { database, services, api, owner, query } = useTestOwner();

const mine = () => ({ token: owner.token });
const ruleOf = ({ status, body }: ApiAnswer) => [status, body.metadata?.rule];
const makeTill = async (type: Record<string, unknown> = {}) => {
	const door = await makeDoorSale(services, api, owner, type);
	return { door, ...doorCalls(api, door) };
};
/** What the books have of a drawer: what each account got. */
const booked = async (drawerId: string) =>
	Object.fromEntries(
		(
			await query<{ account: string; sum: string }>(
				`SELECT account, sum(minor) AS sum FROM (
					SELECT debit AS account, amount_minor AS minor FROM ledger_transfers WHERE subject_id = $1
					UNION ALL SELECT credit, -amount_minor FROM ledger_transfers WHERE subject_id = $1) one GROUP BY 1 ORDER BY 1`,
				[drawerId],
			)
		).map(({ account, sum }) => [account, Number(sum)]),
	);
const setAside = (door: SellingDoor, allotmentSize: number) =>
	api.call(
		'PUT',
		`/api/events/${door.event.id}/door-sales/settings`,
		{ ticketTypeIds: null, ways: ['cash', 'card', 'transfer'], allotmentSize },
		mine(),
	);
const closeByHand = (door: SellingDoor, drawerId: string, countedMinor: number, token = owner.token) =>
	api.post(`/api/events/${door.event.id}/cash-drawers/${drawerId}/close`, { countedMinor }, { token });

describe('a drawer', () => {
	test('is counted at its opening and at its closing; the difference is booked with who counted', async () => {
		const { door, count, sell, shop } = await makeTill();
		expect((await shop()).body.drawer).toBeNull();
		const opened = await count('open', 5_000);
		expect(opened.body).toMatchObject({
			...{
				openedMinor: 5_000,
				openedBy: 'Ada',
				currency: 'EUR',
				expectedMinor: 5_000,
				sales: 0,
				soldMinor: 0,
			},
			closed: null,
		});
		expect(ruleOf(await count('open', 5_000))).toEqual([422, 'drawer-open']);
		for (const quantity of [1, 2])
			expect((await sell({ items: [{ ticketTypeId: door.event.ticketTypeId, quantity }] })).status).toBe(201);
		expect((await shop()).body.drawer).toMatchObject({ expectedMinor: 12_200, sales: 2, soldMinor: 7_200 });
		const closed = await count('close', 12_000);
		expect(closed.body).toMatchObject({
			expectedMinor: 12_200,
			closed: { by: 'Ada', countedMinor: 12_000, differenceMinor: -200 },
		});
		expect(await booked(opened.body.id)).toEqual({ cash: -200, cash_differences: 200 });
		const [transfer] = await query('SELECT note, kind FROM ledger_transfers WHERE subject_id = $1', [
			opened.body.id,
		]);
		expect(transfer).toEqual({ note: 'Ada', kind: 'cash_difference' });
		// A closing whose answer was lost, and one of another count.
		expect((await count('close', 12_000)).body).toEqual(closed.body);
		expect(ruleOf(await count('close', 12_100))).toEqual([422, 'drawer-not-open']);
		expect(ruleOf(await sell())).toEqual([422, 'drawer-not-open']);
		expect((await shop()).body.drawer).toBeNull();
		await expectInvariants(services);
	});

	test('with more in it than there should be has the difference the other way round, and without one none', async () => {
		const { count } = await makeTill();
		const more = (await count('open', 1_000)).body.id;
		await count('close', 1_050);
		expect(await booked(more)).toEqual({ cash: 50, cash_differences: -50 });
		const exact = (await count('open', 1_050)).body.id;
		await count('close', 1_050);
		expect(await booked(exact)).toEqual({});
		await expectInvariants(services);
	});

	test('is of one device of one staff link', async () => {
		const { door, count } = await makeTill();
		await count('open', 100);
		const other = doorCalls(api, otherDevice(door));
		expect((await other.shop()).body.drawer).toBeNull();
		expect(ruleOf(await other.count('close', 100))).toEqual([422, 'drawer-not-open']);
		const link = await api.post(
			`/api/events/${door.event.id}/staff-links`,
			{ label: 'Back door', abilities: ['scan', 'sell_at_door'] },
			mine(),
		);
		const sameName = doorCalls(api, { ...door, token: link.body.token });
		expect((await sameName.shop()).body.drawer).toBeNull();
		expect(ruleOf(await sameName.sell())).toEqual([422, 'drawer-not-open']);
		await expectInvariants(services);
	});

	test('of a device that sold without a network takes what arrives after it was closed', async () => {
		const { door, count, sell, topUp } = await makeTill({ capacity: 100 });
		await setAside(door, 5);
		const drawerId = (await count('open', 5_000)).body.id;
		const { priceList } = (await topUp()).body;
		// Of one sale the cash is in what is counted, and the sale not here yet.
		expect((await count('close', 7_400)).body.closed).toMatchObject({ differenceMinor: 2_400 });
		const offline = { soldAt: new Date().toISOString(), clockOffsetMs: 0, priceList, drawerId };
		const late = { offline, nonce: newNonce() };
		expect((await sell(late)).status).toBe(201);
		expect((await sell(late)).status).toBe(201);
		const { body } = await api.get(`/api/events/${door.event.id}/cash-drawers`, mine());
		expect(body.data).toMatchObject([{ id: drawerId, expectedMinor: 7_400, closed: { differenceMinor: 0 } }]);
		expect(await booked(drawerId)).toEqual({ cash: 0, cash_differences: 0 });
		// Nothing else goes into it, and it is no drawer of another device.
		expect(ruleOf(await sell())).toEqual([422, 'drawer-not-open']);
		expect((await doorCalls(api, otherDevice(door)).sell({ offline, nonce: newNonce() })).status).toBe(404);
		await expectInvariants(services);
	});

	test('that was opened in another currency than the event has by now is closed first', async () => {
		const { door, count, sell } = await makeTill();
		const drawerId = (await count('open', 100)).body.id;
		await query(`UPDATE cash_drawers SET currency = 'CHF' WHERE id = $1`, [drawerId]);
		expect(ruleOf(await sell())).toEqual([422, 'drawer-not-open']);
		await count('close', 100);
		expect((await count('open', 100)).body.currency).toBe('EUR');
		expect((await sell()).status).toBe(201);
		expect(door.event.id).toBeTruthy();
		await expectInvariants(services);
	});

	test('is closed by an organiser who may move money, for its device', async () => {
		const { door, count } = await makeTill();
		const drawerId = (await count('open', 5_000)).body.id;
		const closed = await closeByHand(door, drawerId, 4_000);
		expect(closed.body.closed).toMatchObject({ by: 'Ada Lovelace', differenceMinor: -1_000 });
		expect((await closeByHand(door, drawerId, 4_000)).body).toEqual(closed.body);
		expect(ruleOf(await closeByHand(door, drawerId, 4_100))).toEqual([422, 'drawer-not-open']);
		expect((await closeByHand(door, door.event.id, 1)).status).toBe(404);
		const stranger = await makeUser(services);
		expect((await closeByHand(door, drawerId, 4_000, stranger.token)).status).toBe(404);
		expect(ruleOf(await count('close', 4_000))).toEqual([422, 'drawer-not-open']);
		await expectInvariants(services);
	});

	test('is of a member’s device, too', async () => {
		const { door } = await makeTill();
		const path = `/api/events/${door.event.id}/door-sales/cash`;
		const body = { countedMinor: 700, name: 'Grace', device: door.device };
		const opened = await api.post(path, { ...body, action: 'open' }, mine());
		expect(opened.body).toMatchObject({ openedBy: 'Grace', device: 'Till 1' });
		expect((await api.post(path, { ...body, action: 'close' }, mine())).body.closed.by).toBe('Grace');
		await expectInvariants(services);
	});
});

test('lists of drawers and sales go on where a page ended', async () => {
	const { door, count, sell } = await makeTill({ capacity: 100 });
	const ids: string[] = [];
	const sales: string[] = [];
	for (let n = 0; n < 3; n += 1) {
		ids.unshift((await count('open', n)).body.id);
		sales.unshift((await sell({ given: 5_000 })).body.id);
		await count('close', n + 2_400);
	}
	const pages = async (path: string) => {
		const found: string[] = [];
		let cursor: string | null = '';
		while (cursor !== null) {
			const { body } = (await api.get(`/api/events/${door.event.id}/${path}`, {
				...mine(),
				query: { limit: '2', ...(cursor && { cursor }) },
			})) as ApiAnswer;
			found.push(...body.data.map(({ id }: { id: string }) => id));
			cursor = body.nextCursor;
		}
		return found;
	};
	expect(await pages('cash-drawers')).toEqual(ids);
	expect(await pages('door-sales')).toEqual(sales);
	const ofOne = await api.get(`/api/events/${door.event.id}/door-sales`, {
		...mine(),
		query: { drawer: ids[0] as string },
	});
	expect(ofOne.body.data).toMatchObject([
		{ id: sales[0], state: 'paid', way: 'cash', dueMinor: 2_400, givenMinor: 5_000, changeMinor: 2_600 },
	]);
	await expectInvariants(services);
});

test('whatever order sales, late ones and counts come in: what is missing is what was counted less what there was', async () => {
	const act = fc.oneof(
		fc.record({ kind: fc.constant('sell' as const), quantity: fc.integer({ min: 1, max: 3 }) }),
		fc.record({ kind: fc.constant('note' as const), quantity: fc.integer({ min: 1, max: 3 }) }),
		fc.record({ kind: fc.constant('send' as const) }),
		fc.record({ kind: fc.constant('count' as const), wrong: fc.integer({ min: -500, max: 500 }) }),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 12 }), async (acts) => {
			const { door, count, sell, topUp } = await makeTill({ capacity: 1_000 });
			await setAside(door, 40);
			const { priceList } = (await topUp()).body;
			/** Cash that is in the drawer beside what was counted at its opening, and what was counted wrongly at its end. */
			const drawers: { id: string; cash: number; wrong: number | null }[] = [];
			const unsent: Record<string, unknown>[] = [];
			const open = async () => {
				drawers.push({ id: (await count('open', 1_000)).body.id, cash: 0, wrong: null });
				return drawers.at(-1) as (typeof drawers)[number];
			};
			let drawer = await open();
			const itemsOf = (quantity: number) => [{ ticketTypeId: door.event.ticketTypeId, quantity }];
			for (const one of acts) {
				if (one.kind === 'send') {
					for (const body of unsent.splice(0)) expect((await sell(body)).status).toBe(201);
				} else if (one.kind === 'count') {
					drawer.wrong = Math.max(-1_000 - drawer.cash, one.wrong);
					const counted = await count('close', 1_000 + drawer.cash + drawer.wrong);
					expect(counted.status).toBe(200);
					drawer = await open();
				} else {
					const items = itemsOf(one.quantity);
					drawer.cash += one.quantity * 2_400;
					if (one.kind === 'sell') expect((await sell({ items })).status).toBe(201);
					else
						unsent.push({
							...{ items, nonce: newNonce() },
							offline: {
								...{ soldAt: new Date().toISOString(), clockOffsetMs: 0, priceList },
								drawerId: drawer.id,
							},
						});
				}
				await expectChecks(services, doorSaleChecks);
			}
			for (const body of unsent) expect((await sell(body)).status).toBe(201);
			const { body } = await api.get(`/api/events/${door.event.id}/cash-drawers`, mine());
			const shown = new Map<string, number | null>(
				body.data.map(({ id, closed }: { id: string; closed: { differenceMinor: number } | null }) => [
					id,
					closed?.differenceMinor ?? null,
				]),
			);
			for (const { id, wrong } of drawers) {
				expect(shown.get(id)).toBe(wrong);
				expect((await booked(id)).cash_differences ?? 0).toBe(wrong === null ? 0 : 0 - wrong);
			}
		}),
		{ numRuns: rounds(6, 60), seed: faultSeed },
	);
	await expectInvariants(services);
});

test('closing beside sales: each sale is in the count of what should be there, or refused', async () => {
	const one = await createTestServices({ ...database() });
	const two = await createTestServices({ ...database() });
	const door = await makeDoorSale(services, api, owner, { capacity: 200 });
	for (let round = 0; round < rounds(3, 20); round += 1) {
		await doorCalls(api, door).count('open', 0);
		const calls = [one, two].map((server) => doorCalls(createTestApi(server), door));
		const results = await Promise.all([
			...Array.from({ length: 8 }, (_, n) => calls[n % 2]?.sell()),
			calls[round % 2]?.count('close', 0),
		]);
		const sold = results.slice(0, 8).filter((answer) => answer?.status === 201).length;
		for (const answer of results.slice(0, 8))
			if (answer?.status !== 201) expect(ruleOf(answer as ApiAnswer)).toEqual([422, 'drawer-not-open']);
		expect(results[8]?.body).toMatchObject({ expectedMinor: sold * 2_400 });
		await expectInvariants(services);
	}
	// Without the row held, a sale that is not committed yet is missed by the count.
	const drawerId = (await doorCalls(api, door).count('open', 0)).body.id;
	await doorCalls(api, door).sell();
	await query(
		`UPDATE cash_drawers SET counted_minor = 0, expected_minor = 0, closed_by = 'Eve', closed_at = now() WHERE id = $1`,
		[drawerId],
	);
	await expect(expectChecks(services, doorSaleChecks)).rejects.toThrow('drawers-hold-their-sales');
	await query(`UPDATE cash_drawers SET counted_minor = 2400, expected_minor = 2400 WHERE id = $1`, [
		drawerId,
	]);
	await expectInvariants(services);
});

test('a member takes along what they counted, and is erased from it with their account', async () => {
	const { door } = await makeTill();
	const member = await makeMember(services, owner.organisationId, 'admin');
	const at = { token: member.token };
	const body = { countedMinor: 700, name: 'Grace', device: { ...door.device, name: '' } };
	const path = `/api/events/${door.event.id}/door-sales/cash`;
	await api.post(path, { ...body, action: 'open' }, at);
	await api.post(path, { ...body, action: 'close' }, at);
	const person = { userId: member.userId, email: member.email, isEmailVerified: true };
	expect(await doorSaleData[0]?.collect(services, person)).toMatchObject([
		{ opened_minor: '700', opened_by: 'Grace', closed_by: 'Grace', device: member.email },
	]);
	await eraseAccount(services, { userId: member.userId, typedEmail: member.email });
	const [left] = await query('SELECT opened_by, closed_by, device FROM cash_drawers WHERE event_id = $1', [
		door.event.id,
	]);
	expect(left).toEqual({ opened_by: ERASED_NAME, closed_by: ERASED_NAME, device: '' });
	await expectInvariants(services);
});
