import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { pageViewDays } from '#server/db/tables/analytics.ts';
import { checkIns, gates } from '#server/db/tables/check-in.ts';
import { codeBatches, codes } from '#server/db/tables/codes.ts';
import { cashDrawers, doorSales } from '#server/db/tables/door-sales.ts';
import { donations, fundraisers } from '#server/db/tables/fundraisers.ts';
import { giftCardPurchases, giftCards } from '#server/db/tables/gift-cards.ts';
import { groupBookings } from '#server/db/tables/groups.ts';
import { attendees, orderItems, orderLines, orders } from '#server/db/tables/orders.ts';
import { payments, payouts } from '#server/db/tables/payments.ts';
import { answers, questions } from '#server/db/tables/questions.ts';
import { eventSeries } from '#server/db/tables/series.ts';
import { capacityPools, ticketTypes } from '#server/db/tables/tickets.ts';
import { resaleListings, waitlistEntries, waitlistOffers } from '#server/db/tables/waitlist.ts';
import { withdrawals } from '#server/db/tables/withdrawals.ts';
import { newId } from '#shared/lib/ids.ts';
import { payoutStates } from '#shared/rules/payment-states.ts';
import { insertEvent, insertTicketType } from '#tests/factories/tickets.ts';
import type { Chance } from './seed.ts';

const file = new URL('../fixtures/naughty-strings.json', import.meta.url);

/** Texts that people and attackers type, without what no column can hold. */
export const naughtyTexts = (JSON.parse(readFileSync(file, 'utf8')) as string[]).filter(
	(text) => text.length < 200 && !text.includes('\0') && text.isWellFormed() && text.trim() === text,
);

export const currencies = ['EUR', 'JPY', 'KWD'];

/**
 * Fills an organisation with rows of every dataset: events, orders, tickets, answers, check-ins, payments, gifts, page views, codes, waitlists, groups, payouts, sales at the door, gift cards, withdrawals and resale, with
 * empty and hostile texts, several currencies and every state.
 */
export async function fillOrganisation(
	database: Database,
	chance: Chance,
	options: { organisationId: string; events: number; orders: number },
): Promise<string[]> {
	const { organisationId } = options;
	const some = <T>(...from: T[]) => chance.pick(from);
	const text = () =>
		chance.next() < 0.5
			? some('Ada', 'Bob', 'Café', 'ÉMILE', 'Müller', 'Mueller', '')
			: chance.pick(naughtyTexts);
	const instant = () => new Date(Date.UTC(2026, 8, 1) + Math.floor(chance.next() * 150 * 86_400_000));
	const maybe = <T>(value: T): T | null => (chance.next() < 0.3 ? null : value);
	const minor = () => chance.between(1, 20_000);
	const eventIds: string[] = [];
	const types: { eventId: string; id: string }[] = [];
	const askedQuestions: {
		eventId: string;
		id: string;
		kind: 'text' | 'multiple_choice' | 'single_choice' | 'number' | 'date' | 'consent';
		scope: 'order' | 'attendee';
	}[] = [];
	const doors: { eventId: string; id: string }[] = [];
	const seriesId = newId();
	await database.db
		.insert(eventSeries)
		.values({ id: seriesId, organisationId, title: 'Twins', slug: `twins-${seriesId}` });
	for (let n = 0; n < options.events; n += 1) {
		const startsAt = instant();
		const { eventId } = await insertEvent(database, {
			organisationId,
			// Two events may have one title and are two groups all the same.
			title: n < 2 ? 'Twins' : `Event ${n}`,
			...{ startsAt, city: text().slice(0, 40), category: some('music', 'other', '') },
			status: some('draft', 'published', 'cancelled', 'archived'),
			format: some('in_person', 'online', 'hybrid'),
			visibility: some('public', 'unlisted', 'invite_only'),
			publishedAt: maybe(instant()),
			...(n % 3 === 0 && { seriesId, seriesKey: `2027-01-01/${n + 1}` }),
		});
		eventIds.push(eventId);
		for (const name of ['Standard', chance.pick(naughtyTexts) || 'VIP']) {
			const size = maybe(chance.between(10, 500));
			const made = await insertTicketType(database, { organisationId, eventId }, { name, size });
			types.push({ eventId, id: made.ticketTypeId });
			await database.db
				.update(capacityPools)
				.set({ confirmed: chance.between(0, (size ?? 90) - 5), held: chance.between(0, 5) })
				.where(eq(capacityPools.id, made.poolId));
			await database.db
				.update(ticketTypes)
				.set({
					...{ kind: 'paid', currency: chance.pick(currencies), priceMinor: minor() },
					...{ isClosed: chance.next() < 0.3, isHidden: chance.next() < 0.3, salesEndAt: maybe(instant()) },
					...{ isAdmission: chance.next() < 0.8, admits: some(1, 1, 3) },
				})
				.where(eq(ticketTypes.id, made.ticketTypeId));
		}
		const choices = [
			{ id: 'a', label: 'Vegan' },
			{ id: 'b', label: chance.pick(naughtyTexts) },
		];
		const kinds = [
			...(['text', 'multiple_choice', 'single_choice', 'number', 'date', 'consent'] as const),
			...chance.shuffle(['text', 'multiple_choice', 'number'] as const),
		];
		for (const kind of kinds) {
			const id = newId();
			const scope = some('attendee', 'attendee', 'order');
			await database.db.insert(questions).values({
				...{ id, organisationId, eventId, kind, choices },
				position: 1,
				label: some('Diet', 'diet', 'Anything else?', "{0} $1 ' “"),
				scope,
				archivedAt: chance.next() < 0.2 ? instant() : null,
			});
			askedQuestions.push({ eventId, id, kind, scope });
		}
		const batch = { organisationId, eventId, id: newId(), label: text().slice(0, 100) };
		await database.db.insert(codeBatches).values(batch);
		for (let letter = 0; letter < 6; letter += 1) {
			const kind = some('percent', 'fixed', 'price');
			const used = chance.between(0, 4);
			await database.db.insert(codes).values({
				...{ organisationId, eventId, id: newId(), kind, used, createdAt: instant() },
				...{ code: `Code-${letter}`, key: `CODE${letter}`, label: text().slice(0, 100) },
				...{
					batchId: maybe(batch.id),
					uses: maybe(5),
					budgetMinor: maybe(90_000),
					startsAt: maybe(instant()),
				},
				basisPoints: kind === 'percent' ? 1_000 : null,
				amountMinor: kind === 'percent' ? null : minor(),
				savedMinor: used * minor(),
			});
		}
		for (let place = 0; place < 6; place += 1) {
			const state = some('waiting', 'bought', 'left', 'lapsed');
			const entryId = newId();
			await database.db.insert(waitlistEntries).values({
				...{ organisationId, eventId, id: entryId, state, createdAt: instant() },
				...{ ticketTypeIds: [newId()], party: chance.between(1, 5), takesFewer: chance.next() < 0.5 },
				...{ name: text().slice(0, 100), email: `guest${place}@example.org` },
				endedAt: state === 'waiting' ? null : instant(),
			});
			if (state === 'lapsed')
				await database.db.insert(waitlistOffers).values({
					...{ organisationId, eventId, id: newId(), entryId, ticketTypeId: newId(), quantity: 1, state },
					...{ expiresAt: instant(), endedAt: instant() },
				});
		}
		const gate = { organisationId, eventId, id: newId(), name: some('North', 'South') };
		await database.db.insert(gates).values(gate);
		doors.push(gate);
		await database.db
			.insert(fundraisers)
			.values({ organisationId, eventId, goalMinor: 1_000, currency: 'EUR', title: 'Help' } as never);
	}

	const rows = {
		orders: [] as (typeof orders.$inferInsert)[],
		items: [] as (typeof orderItems.$inferInsert)[],
		lines: [] as (typeof orderLines.$inferInsert)[],
		attendees: [] as (typeof attendees.$inferInsert)[],
		payments: [] as (typeof payments.$inferInsert)[],
		checkIns: [] as (typeof checkIns.$inferInsert)[],
		answers: [] as (typeof answers.$inferInsert)[],
		donations: [] as (typeof donations.$inferInsert)[],
		views: [] as (typeof pageViewDays.$inferInsert)[],
	};
	for (let n = 0; n < options.orders; n += 1) {
		const eventId = chance.pick(eventIds);
		const scope = { organisationId, eventId };
		const orderId = newId();
		const currency = chance.pick(currencies);
		const createdAt = instant();
		rows.orders.push({
			...{ ...scope, id: orderId, currency, createdAt },
			code: `C${n}`,
			status: some('confirmed', 'confirmed', 'cancelled', 'expired', 'awaiting_approval'),
			source: some('web', 'manual', 'import', 'door'),
			buyerName: text(),
			buyerEmail: some('ada@example.org', 'ADA@example.org', `b${n}@example.org`),
			totalMinor: minor(),
			locale: some('en', 'de'),
			confirmedAt: maybe(instant()),
			cancelledAt: maybe(instant()),
		});
		const mine = types.filter((type) => type.eventId === eventId);
		for (const type of mine.slice(0, chance.between(1, 2))) {
			const places = chance.between(1, 3);
			rows.items.push({
				...scope,
				orderId,
				ticketTypeId: type.id,
				quantity: places,
				places,
				unitPriceMinor: 0,
			});
			for (let place = 0; place < places; place += 1) addTicket(scope, orderId, type.id);
		}
		for (let line = 0; line < chance.between(0, 3); line += 1) {
			const [net, tax] = [minor(), minor()];
			rows.lines.push({
				...{ ...scope, orderId, line, kind: 'ticket', quantity: 1, unitMinor: net + tax },
				...{ ticketTypeId: chance.pick(mine).id, tierName: some(null, 'Early bird', 'Last minute') },
				...{ netMinor: net, taxMinor: tax, grossMinor: net + tax },
			});
		}
		for (let payment = 0; payment < chance.between(0, 2); payment += 1) {
			const amount = minor();
			const captured = some(0, amount);
			rows.payments.push({
				...{ ...scope, id: newId(), currency, createdAt, subjectId: orderId },
				subjectKind: some('order', 'order', 'agreement'),
				method: some('card', 'cash', 'transfer'),
				state: captured ? 'succeeded' : some('failed', 'cancelled'),
				amountMinor: amount,
				feeMinor: chance.between(0, 300),
				capturedMinor: captured,
				refundedMinor: captured ? some(0, captured, 1) : 0,
				settledAt: captured ? instant() : null,
			});
		}
		const amountMinor = minor();
		if (chance.next() < 0.4)
			rows.donations.push({
				...{ ...scope, id: newId(), currency, createdAt: instant(), amountMinor },
				source: 'offline',
				way: some('cash', 'transfer'),
				coverMinor: chance.between(0, 90),
				refundedMinor: some(0, amountMinor, 1),
				donorName: text(),
				donorEmail: some('', 'ada@example.org', 'Ada@Example.org', 'grace@example.org'),
				isAnonymous: chance.next() < 0.5,
				message: text(),
			});
		if (chance.next() < 0.5)
			rows.views.push({
				...{ ...scope, id: newId(), path: `/p${n}`, source: text().slice(0, 60) },
				viewedOn: instant().toISOString().slice(0, 10),
				views: chance.between(1, 50),
				visitors: chance.between(1, 30),
			});
	}

	function addTicket(
		scope: { organisationId: string; eventId: string },
		orderId: string,
		ticketTypeId: string,
	) {
		const id = newId();
		rows.attendees.push({
			...{ ...scope, id, orderId, ticketTypeId },
			name: text(),
			email: some('', 'ada@example.org', 'ADA@example.org', 'grace@example.org'),
			ticketCode: id.replaceAll('-', '').slice(0, 26),
			status: some('active', 'active', 'held', 'cancelled'),
			notes: text(),
			createdAt: instant(),
			cancelledAt: maybe(instant()),
		});
		for (let scan = 0; scan < chance.between(0, 2); scan += 1) {
			const verdict =
				scan === 0 ? some('accepted', 'unknown_code', 'unpaid') : some('already_checked_in', 'left');
			rows.checkIns.push({
				...{ ...scope, id: newId(), listId: scope.eventId, verdict },
				attendeeId: verdict === 'unknown_code' ? null : id,
				direction: some('in', 'out'),
				gateId: maybe(doors.find((door) => door.eventId === scope.eventId)?.id ?? null),
				method: some('scan', 'manual'),
				device: text().slice(0, 50),
				isReplayed: chance.next() < 0.3,
				occurredAt: instant(),
				scannedAt: instant(),
				annulledAt: chance.next() < 0.2 ? instant() : null,
			});
		}
		for (const question of askedQuestions.filter((one) => one.eventId === scope.eventId)) {
			if (chance.next() < 0.5) continue;
			const isOfOrder = question.scope === 'order';
			if (isOfOrder && rows.answers.some((one) => one.orderId === orderId && one.questionId === question.id))
				continue;
			const value = {
				text,
				single_choice: () => some('a', 'b'),
				multiple_choice: () => some(['a'], ['b', 'a'], ['gone', 'a'], [] as string[]),
				number: () => some(0, 3, -7),
				date: () => some('2026-10-01', '2026-11-30'),
				consent: () => some(true, false),
			}[question.kind];
			rows.answers.push({
				...{ ...scope, id: newId(), questionId: question.id, orderId, attendeeId: isOfOrder ? null : id },
				value: value(),
				answeredBy: some('buyer', 'organiser', 'door'),
				answeredAt: instant(),
			});
		}
	}

	const { db } = database;
	const groups: (typeof groupBookings.$inferInsert)[] = [];
	for (const eventId of eventIds) {
		const ofEvent = rows.attendees.filter((one) => one.eventId === eventId);
		for (const pays of ['leader', 'leader', 'each', 'each'] as const) {
			const first = ofEvent.find((one) => !one.groupId);
			const [id, state] = [newId(), some('open' as const, 'ended' as const)];
			const party = ofEvent.filter(
				(one) => !one.groupId && (pays === 'leader' ? one.orderId === first?.orderId : chance.next() < 0.4),
			);
			if (!first) continue;
			for (const one of party) Object.assign(one, { groupId: id, holderVersion: maybe(1) });
			groups.push({
				...{ organisationId, eventId, id, pays, state, name: text().slice(0, 80), createdAt: instant() },
				...{ leaderName: text(), leaderEmail: some('', 'ada@example.org') },
				endedAt: state === 'open' ? null : instant(),
				...(pays === 'leader'
					? { orderId: first.orderId, keptIds: party.slice(0, some(0, 1)).map((one) => one.id) }
					: {
							ticketTypeId: types.find((type) => type.eventId === eventId)?.id ?? newId(),
							places: chance.between(1, 9),
							deadlineAt: instant(),
						}),
			});
		}
	}
	const drawers: (typeof cashDrawers.$inferInsert)[] = [];
	const sales: (typeof doorSales.$inferInsert)[] = [];
	for (const eventId of eventIds) {
		const currency = chance.pick(currencies);
		const drawer = { organisationId, eventId, id: newId(), holderId: newId(), deviceId: newId(), currency };
		drawers.push({ ...drawer, openedMinor: minor(), openedBy: text().slice(0, 60) });
		drawers.push({
			...{ ...drawer, id: newId(), openedMinor: minor(), openedBy: text().slice(0, 60), note: text() },
			...{ openedAt: instant(), closedAt: instant(), closedBy: text().slice(0, 60), device: text() },
			...{ countedMinor: minor(), expectedMinor: minor(), lateMinor: some(0, minor()) },
		});
		for (const order of rows.orders.filter((one) => one.eventId === eventId)) {
			if (chance.next() < 0.6) continue;
			const way = some('cash', 'card', 'transfer');
			const due = minor();
			sales.push({
				...{ organisationId, eventId, id: newId(), holderId: drawer.holderId, deviceId: drawer.deviceId },
				...{ orderId: order.id, kind: some('sale', 'payment'), nonce: newId(), way, currency },
				...{ device: text().slice(0, 60), requestHash: Buffer.alloc(32), soldAt: instant() },
				totalMinor: due + some(-1, 0, 1),
				...(way === 'cash'
					? { dueMinor: due, givenMinor: maybe(due + minor()), drawerId: drawer.id }
					: { dueMinor: null, givenMinor: null, drawerId: null }),
				isOffline: way === 'cash' && chance.next() < 0.5,
			});
		}
	}
	const purchases: (typeof giftCardPurchases.$inferInsert)[] = [];
	const cards: (typeof giftCards.$inferInsert)[] = [];
	for (let number = 0; number < 40; number += 1) {
		const [id, purchaseId, currency] = [newId(), newId(), chance.pick(currencies)];
		const isBought = chance.next() < 0.5;
		const state = isBought
			? some('ordered' as const, 'active' as const, 'cancelled' as const)
			: some('active' as const, 'blocked' as const, 'lapsed' as const);
		const hasBalance = state === 'active' || state === 'blocked';
		const parts = { balanceMinor: hasBalance ? minor() : 0, returnedMinor: minor(), lapsedMinor: minor() };
		const issuedMinor = parts.balanceMinor + parts.returnedMinor + parts.lapsedMinor + minor() + 1;
		if (isBought)
			purchases.push({
				...{ organisationId, id: purchaseId, buyerName: text(), buyerEmail: some('ada@example.org', '') },
				...{ locale: 'en', currency, totalMinor: issuedMinor },
				...(state === 'ordered' ? {} : { state: 'paid', paidAt: instant() }),
			});
		cards.push({
			...{
				organisationId,
				id,
				purchaseId: isBought ? purchaseId : null,
				currency,
				state,
				...parts,
				issuedMinor,
			},
			...{ origin: isBought ? 'bought' : some('given' as const, 'cash' as const, 'transfer' as const) },
			...{
				codeHash: Buffer.from(id),
				last4: some('7XK2', 'Q0A1'),
				locale: 'en',
				isTest: chance.next() < 0.2,
			},
			...{ blockedBy: state === 'blocked' ? some('organiser' as const, 'dispute' as const) : null },
			...{ recipientName: text(), recipientEmail: some('', 'grace@example.org'), note: text() },
			...{ expiresOn: maybe('2029-12-31'), sentAt: maybe(instant()) },
			issuedAt: state === 'ordered' ? null : instant(),
		});
	}
	const statements: (typeof withdrawals.$inferInsert)[] = [];
	for (let number = 0; number < 30; number += 1) {
		const state = some('received' as const, 'accepted' as const, 'declined' as const);
		const order = some(null, chance.pick(rows.orders));
		const isOfCards = order === null && chance.next() < 0.5;
		const isMatched = order !== null || isOfCards;
		statements.push({
			...{
				organisationId,
				id: newId(),
				state,
				receivedAt: instant(),
				name: text(),
				email: some('ada@example.org', ''),
			},
			...{ reference: text(), locale: 'en', decisionNote: text() },
			...(order && { subjectKind: 'order' as const, subjectId: newId(), eventId: order.eventId }),
			...(isOfCards && { subjectKind: 'gift_cards' as const, subjectId: newId() }),
			...(isMatched && {
				currency: chance.pick(currencies),
				refundMinor: state === 'accepted' ? minor() : 0,
			}),
			...{ obstacle: maybe(isMatched ? some('late' as const, 'used' as const) : ('unmatched' as const)) },
			decidedAt: state === 'received' ? null : instant(),
		});
	}
	const listings: (typeof resaleListings.$inferInsert)[] = rows.attendees
		.filter(() => chance.next() < 0.3)
		.map((ticket) => {
			const state = some('listed' as const, 'sold' as const, 'withdrawn' as const, 'lapsed' as const);
			const { id: attendeeId, orderId, eventId, ticketTypeId } = ticket as { id: string } & typeof ticket;
			return {
				...{ organisationId, id: newId(), eventId, orderId, attendeeId, ticketTypeId, state, lines: [] },
				...{ priceMinor: 20_000 + minor(), keepMinor: minor(), createdAt: instant() },
				buyerOrderId:
					state === 'sold'
						? chance.pick(rows.orders.filter((one) => one.eventId === eventId)).id
						: maybe(orderId),
				endedAt: state === 'listed' ? null : instant(),
			};
		});
	await db.insert(withdrawals).values(statements);
	await db.insert(payouts).values(
		Array.from({ length: 20 }, () => ({
			...{ organisationId, id: newId(), accountId: newId(), providerId: `po_${newId()}` },
			state: some(...payoutStates),
			// Below 0: the provider takes money from the bank.
			amountMinor: chance.next() < 0.1 ? -minor() : minor(),
			...{ currency: chance.pick(currencies), arrivesAt: instant(), madeAt: instant() },
			...{ failure: maybe(text()), trace: maybe(text()), isAutomatic: chance.next() < 0.5 },
		})),
	);
	await db.insert(giftCardPurchases).values(purchases);
	await db.insert(giftCards).values(cards);
	await db.insert(orders).values(rows.orders);
	await db.insert(orderItems).values(rows.items);
	await db.insert(orderLines).values(rows.lines);
	await db.insert(attendees).values(rows.attendees);
	await db.insert(groupBookings).values(groups);
	await db.transaction(async (tx) => {
		// What these tickets cost is made up, which triggers refuse.
		await tx.execute(sql`ALTER TABLE resale_listings DISABLE TRIGGER USER`);
		if (listings.length > 0) await tx.insert(resaleListings).values(listings);
		await tx.execute(sql`ALTER TABLE resale_listings ENABLE TRIGGER USER`);
	});
	await db.insert(cashDrawers).values(drawers);
	if (sales.length > 0) await db.insert(doorSales).values(sales);
	await db.insert(payments).values(rows.payments);
	await db.insert(checkIns).values(rows.checkIns);
	await db.insert(answers).values(rows.answers);
	await db.insert(donations).values(rows.donations);
	await db.insert(pageViewDays).values(rows.views);
	return eventIds;
}
