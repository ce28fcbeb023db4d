import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { GiftCard } from '#shared/contracts/organiser-gift-cards.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { lowestIdAt } from '#shared/lib/ids.ts';
import { chargeStep } from '#shared/lib/provider-amounts.ts';
import { giftCardText } from '#shared/rules/gift-cards.ts';
import { post } from '../ledger/post.ts';
import type { CardDelivery } from './card-rows.ts';
import { giftCardCode } from './codes.ts';
import { activateCards, makeCards } from './issue.ts';
import { getIssuedCard } from './issued-card.ts';
import { sendAtOf, zoneFor } from './send-day.ts';
import { mostPerCard } from './settings.ts';
import { readSettings, writeSettings } from './settings-rows.ts';

/** A card that a member issues. */
export interface HandIssue extends CardDelivery {
	amountMinor: number;
	/** For nothing, or for money that was received. */
	origin: 'given' | 'cash' | 'transfer';
	/** Whose morning `sendOn` is; without it the organisation's. */
	timeZone?: string | undefined;
	note?: string | undefined;
	locale: string;
	userId: string;
	/** Refuses an amount that is too large without a fresh sign-in, with what the same member issued within the hour before. */
	requireAmount: (amountMinor: number, currency: string) => void;
}

/** What a card is issued for: money that came in, or a cost. */
const debitOf = { given: 'goodwill', cash: 'cash', transfer: 'bank' } as const;

/**
 * Issues a card without a payment; with an address it is sent to it. It has the currency and the end of the settings.
 * @returns the card with its code, as it is shown
 * @throws VALIDATION_FAILED for an amount that no card holds, AUTH_REQUIRED for a large one, `send-day-too-far`
 */
export async function issueByHand(
	services: Services,
	organisationId: string,
	wanted: HandIssue,
): Promise<{ giftCard: GiftCard; code: string }> {
	return services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		return unit.transaction((tx) => issue(inUnit, tx, organisationId, wanted));
	});
}

async function issue(services: Services, tx: Tx, organisationId: string, wanted: HandIssue) {
	const { amountMinor, origin, userId } = wanted;
	const { currency, version } = await readSettings(tx, organisationId);
	if (amountMinor % chargeStep(currency) !== 0)
		throw fieldError('amountMinor', message`Please enter a valid amount.`);
	if (amountMinor > mostPerCard(currency))
		throw fieldError(
			'amountMinor',
			message`This is more than the maximum balance of a gift card. Enter a lower amount.`,
		);
	wanted.requireAmount(
		amountMinor + (await readIssuedLately(services, tx, { organisationId, userId, currency })),
		currency,
	);
	const zone = await zoneFor(tx, organisationId, wanted.timeZone);
	const sendAt = wanted.recipientEmail ? sendAtOf(wanted.sendOn, zone, services.clock.now()) : null;
	// The currency of the first card is that of those after it.
	if (version === 0) await writeSettings(tx, organisationId, {});
	const [made] = await makeCards(services, tx, [
		{
			...{ organisationId, purchaseId: null, position: 0, origin, currency, issuedMinor: amountMinor },
			...{ isTest: false, madeBy: userId, note: wanted.note ?? '', locale: wanted.locale },
			...{ recipientName: wanted.recipientName ?? '', recipientEmail: wanted.recipientEmail ?? '' },
			...{ senderName: wanted.senderName ?? '', message: wanted.message ?? '' },
			sendAt,
		},
	]);
	if (!made) throw new Error('No gift card was made.');
	const { id } = made;
	await activateCards(services, tx, { organisationId, giftCardIds: [id] });
	await post(tx, [
		{
			...{ organisationId, eventId: null, subjectId: id, sourceKind: 'gift_card', sourceId: id },
			...{ currency, madeBy: userId, note: wanted.note ?? '' },
			transfers: [{ kind: 'gift_card', debit: debitOf[origin], credit: 'gift_cards', amountMinor }],
		},
	]);
	const {
		movements: _,
		refundableMinor: _r,
		...giftCard
	} = await getIssuedCard(tx, { organisationId, giftCardId: id });
	return { giftCard, code: giftCardText(giftCardCode(services, made)) };
}

/**
 * What a member has issued within the last hour, in minor units of a currency. Those of a member take turns until `tx` ends: two at once count
 * each other.
 */
async function readIssuedLately(
	services: Services,
	tx: Tx,
	{ organisationId, userId, currency }: { organisationId: string; userId: string; currency: string },
): Promise<number> {
	await tx.execute(
		sql`SELECT pg_advisory_xact_lock(hashtextextended(${`gift cards of ${organisationId} ${userId}`}, 0))`,
	);
	const since = lowestIdAt(services.clock.now().getTime() - 3_600_000);
	const { rows } = await tx.execute<{ sum: string }>(sql`
		SELECT coalesce(sum(issued_minor), 0) AS sum FROM gift_cards
		WHERE organisation_id = ${organisationId} AND id > ${since}::uuid AND made_by = ${userId} AND currency = ${currency}`);
	return Number(rows[0]?.sum ?? 0);
}
