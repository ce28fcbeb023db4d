import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { giftCards, giftCardUses } from '#server/db/tables/gift-cards.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { giftCardKey, giftCardPart } from '#shared/rules/gift-cards.ts';
import type { GiftCardRow } from './card-rows.ts';
import { hashOfCode } from './codes.ts';

/** An order that is to be paid by gift card. Its payments and balance are held. */
export interface CardUse {
	organisationId: string;
	eventId: string;
	orderId: string;
	/** As it was typed. */
	code: string;
	dueMinor: number;
	/** The donated part of it: a gift card pays no donation. */
	donatedMinor: number;
	currency: string;
	/** When to look whether the order was confirmed. */
	checkAt: Date;
}

/** A card that is held, with whether its last day is over everywhere. */
type UsableCard = GiftCardRow & { isOver: boolean };

/**
 * SQL: whether the last day of a card is over: by the day in UTC-12, where each day ends last, so that nobody loses hours of it.
 */
const isCardOver = sql<boolean>`coalesce(${giftCards.expiresOn} < ((now() AT TIME ZONE 'UTC') - interval '12 hours')::date, false)`;

/**
 * The card of a code, held until the transaction ends; undefined where the organisation has none of it that was issued.
 * @param code as it was typed
 */
async function lockByCode(
	tx: Tx,
	{ organisationId, code }: { organisationId: string; code: string },
): Promise<UsableCard | undefined> {
	const key = giftCardKey(code);
	if (key === null) return undefined;
	const [found] = await tx
		.select({ card: giftCards, isOver: isCardOver })
		.from(giftCards)
		.where(and(eq(giftCards.organisationId, organisationId), eq(giftCards.codeHash, hashOfCode(key))))
		.for('update');
	if (!found || found.card.state === 'ordered') return undefined;
	return { ...found.card, isOver: found.isOver };
}

const notUsable = (state: string, text: ReturnType<typeof message>, more: Record<string, unknown> = {}) =>
	ruleViolation('gift-card-not-usable', text, { state, ...more });

/** @throws `gift-card-not-usable`, `gift-card-empty` */
function refuseUnusable(services: Services, card: UsableCard, use: CardUse): void {
	if (card.state === 'blocked')
		throw notUsable('blocked', message`This gift card is blocked. Contact the organiser to unblock it.`);
	if (card.state === 'lapsed' || card.isOver)
		throw notUsable('lapsed', message`This gift card has expired. Pay another way.`);
	if (card.state === 'cancelled')
		throw notUsable('cancelled', message`This gift card was refunded to its buyer. Pay another way.`);
	if (card.currency !== use.currency)
		throw notUsable(
			'other-currency',
			message`This gift card is in another currency than this order. Pay another way.`,
			{ currency: card.currency },
		);
	if (card.isTest && services.gateway.name !== 'test')
		throw notUsable('test', message`This gift card was bought in test mode. Pay another way.`);
	if (card.balanceMinor === 0)
		throw ruleViolation('gift-card-empty', message`Nothing is left on this gift card. Pay another way.`);
}

/**
 * Takes what a gift card can pay of an order out of its balance. The caller records the payment under the id that it answers, and has made
 * sure that the card does not pay the order already (`findUseOfCode`).
 * @throws `gift-card-unknown`, `gift-card-not-usable` (metadata `state`, `currency`), `gift-card-empty`, `gift-card-pays-nothing`
 */
export async function takeFromCard(
	services: Services,
	tx: Tx,
	use: CardUse,
): Promise<{ paymentId: string; giftCardId: string; amountMinor: number }> {
	const { organisationId, eventId, orderId } = use;
	const card = await lockByCode(tx, use);
	if (!card)
		throw ruleViolation(
			'gift-card-unknown',
			message`No gift card of this organiser has this code. Check the code and try again.`,
		);
	refuseUnusable(services, card, use);
	const amountMinor = giftCardPart({ ...use, balanceMinor: card.balanceMinor });
	if (amountMinor === 0)
		throw ruleViolation(
			'gift-card-pays-nothing',
			message`A gift card can’t pay donations, nor leave a remainder that is too small for a card payment. Pay this order another way.`,
		);
	const [taken] = await tx
		.update(giftCards)
		.set({
			balanceMinor: sql`${giftCards.balanceMinor} - ${amountMinor}`,
			version: sql`${giftCards.version} + 1`,
			updatedAt: sql`now()`,
		})
		.where(
			and(
				eq(giftCards.organisationId, organisationId),
				eq(giftCards.id, card.id),
				eq(giftCards.state, 'active'),
				sql`${giftCards.balanceMinor} >= ${amountMinor}`,
			),
		)
		.returning({ id: giftCards.id });
	if (!taken) throw new Error(`gift card ${card.id} was changed while it was held`);
	const paymentId = newId();
	await tx.insert(giftCardUses).values({
		...{ organisationId, paymentId, giftCardId: card.id, eventId, orderId, amountMinor },
		checkAt: use.checkAt,
	});
	const payload = { giftCardId: card.id, paymentId, orderId, amountMinor };
	await services.facts.publish(tx, { name: 'gift-cards.used', organisationId, eventId, payload }, services);
	return { paymentId, giftCardId: card.id, amountMinor };
}

/** The payment by which the card of a code pays an order already; undefined: it does not, or all of it went back. */
export async function findUseOfCode(
	db: DbOrTx,
	of: { organisationId: string; orderId: string; code: string },
): Promise<string | undefined> {
	const key = giftCardKey(of.code);
	if (key === null) return undefined;
	const [use] = await db
		.select({ paymentId: giftCardUses.paymentId })
		.from(giftCardUses)
		.innerJoin(giftCards, isCardOfUse)
		.where(and(pays(of), eq(giftCards.codeHash, hashOfCode(key))))
		.limit(1);
	return use?.paymentId;
}

const isCardOfUse = and(
	eq(giftCards.organisationId, giftCardUses.organisationId),
	eq(giftCards.id, giftCardUses.giftCardId),
);

/** Uses of an order of which something is not returned. */
const pays = ({ organisationId, orderId }: { organisationId: string; orderId: string }) =>
	and(
		eq(giftCardUses.organisationId, organisationId),
		eq(giftCardUses.orderId, orderId),
		sql`${giftCardUses.returnedMinor} < ${giftCardUses.amountMinor}`,
	);

/** The amount of an order paid by gift cards, less refunds to them. */
export async function listCardUses(
	db: DbOrTx,
	scope: { organisationId: string; orderId: string },
): Promise<{ paymentId: string; giftCardId: string; last4: string; amountMinor: number }[]> {
	return db
		.select({
			paymentId: giftCardUses.paymentId,
			giftCardId: giftCardUses.giftCardId,
			last4: giftCards.last4,
			amountMinor: sql<number>`${giftCardUses.amountMinor} - ${giftCardUses.returnedMinor}`.mapWith(Number),
		})
		.from(giftCardUses)
		.innerJoin(giftCards, isCardOfUse)
		.where(pays(scope))
		.orderBy(giftCardUses.paymentId);
}

/** Whether an organisation has issued any card that has something left. */
export async function hasCards(db: DbOrTx, organisationId: string): Promise<boolean> {
	const { rows } = await db.execute<{ one: number }>(sql`
		SELECT 1 AS one FROM gift_cards
		WHERE organisation_id = ${organisationId} AND state = 'active' AND balance_minor > 0 LIMIT 1`);
	return rows.length > 0;
}
