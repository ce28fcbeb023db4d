import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { giftCards } from '#server/db/tables/gift-cards.ts';
import type { PurchaseScope } from '#server/http/handler.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { giftCardText } from '#shared/rules/gift-cards.ts';
import {
	type CardDelivery,
	type CardScope,
	type GiftCardRow,
	getCard,
	lockCard,
	ofCard,
} from './card-rows.ts';
import { giftCardCode } from './codes.ts';
import { notActive, sendCard } from './issue.ts';
import { sendAtOf, zoneFor } from './send-day.ts';

/** A card of a purchase, by the link of its buyer. */
export interface BoughtScope extends PurchaseScope {
	giftCardId: string;
}

/** The buyer may have a card sent this often in all: its email is no way to write to somebody again and again. */
const mostSendings = 10;

/** The card, held, if it is of the purchase. @throws not-found */
async function holdBought(tx: Tx, { organisationId, purchaseId, giftCardId }: BoughtScope) {
	const card = await lockCard(tx, { organisationId, giftCardId });
	if (card.purchaseId !== purchaseId) throw notFound('Gift card');
	return card;
}

/** The fields of a card that its buyer can change. */
export interface CardChanges extends CardDelivery {
	timeZone?: string | undefined;
}

/** Changes for whom a card is, its message and its day. @throws not-found, `gift-card-sent`, `gift-card-not-usable`, `send-day-too-far` */
export async function updateBought(
	services: Services,
	scope: BoughtScope,
	{ sendOn, timeZone, ...changes }: CardChanges,
): Promise<void> {
	const zone = await zoneFor(services.database.db, scope.organisationId, timeZone);
	const sendAt = sendAtOf(sendOn, zone, services.clock.now());
	await services.database.transaction(async (tx) => {
		const card = await holdBought(tx, scope);
		if (card.sentAt !== null)
			throw ruleViolation(
				'gift-card-sent',
				message`This gift card was sent already. If the address is wrong, send it again to the right one.`,
			);
		if (card.state !== 'ordered' && card.state !== 'active') throw notActive(card);
		await tx
			.update(giftCards)
			.set({
				...changes,
				// Of a card that can be used, no day is now.
				...(sendOn !== undefined && { sendAt: sendAt ?? (card.state === 'active' ? sql`now()` : null) }),
				version: sql`${giftCards.version} + 1`,
				updatedAt: sql`now()`,
			})
			.where(ofCard(scope));
	});
}

/** Sends a card now or once more. @throws not-found, `gift-card-not-usable`, RATE_LIMIT_EXCEEDED */
export async function sendBought(
	services: Services,
	scope: BoughtScope,
	email: string | undefined,
): Promise<void> {
	const { organisationId, giftCardId } = scope;
	await services.database.transaction(async (tx) => {
		const { sendings } = await holdBought(tx, scope);
		if (sendings >= mostSendings) throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 86_400 });
		await sendCard(services, tx, { organisationId, giftCardId, email });
	});
}

/** The code of a card that was paid for, as people read it. @throws not-found, `gift-card-not-usable` */
export async function showBought(services: Services, scope: BoughtScope): Promise<string> {
	const card: GiftCardRow = await getCard(services.database.db, scope);
	if (card.purchaseId !== scope.purchaseId) throw notFound('Gift card');
	if (card.state !== 'active') throw notActive(card);
	return giftCardText(giftCardCode(services, card));
}

const name = 'gift-cards.send-due';
const perRound = 200;

/** Sends cards whose day has come. Safe on many workers. */
export const sendPoller = createFairPoller<CardScope>({
	name,
	idleMs: 2_000,
	...findDue<CardScope>(
		name,
		`SELECT organisation_id AS "organisationId", id AS "giftCardId" FROM gift_cards
			WHERE send_at IS NOT NULL AND sent_at IS NULL AND state = 'active' AND send_at <= now()
				AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
			ORDER BY send_at LIMIT ${perRound}`,
	),
	keyOf: ({ giftCardId }) => giftCardId,
	atOnce: 1,
	async run(services, [scope]) {
		return services.database.transaction(async (tx) => {
			const [due] = await tx
				.select({ id: giftCards.id })
				.from(giftCards)
				.where(and(ofCard(scope), eq(giftCards.state, 'active'), sql`sent_at IS NULL AND send_at <= now()`))
				.for('update');
			// Sent meanwhile, by another worker or its buyer; or moved to another day.
			if (!due) return 0;
			await sendCard(services, tx, scope);
			return 1;
		});
	},
});

/** Sends all cards that are due. @returns how many */
export const sendDueCards = runDue(sendPoller);
