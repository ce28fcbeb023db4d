import type { Tx } from '#server/db/client.ts';
import {
	hasWithdrawalRight,
	purchaseNumber,
	type WithdrawalObstacle,
	withdrawalEndsAt,
} from '#shared/rules/withdrawals.ts';
import { type HeldPurchase, holdPurchase, returnPurchase } from '../gift-cards/return-purchase.ts';
import { getOrganisationSettings } from '../settings/queries.ts';
import { countItems, type Found } from './found.ts';
import { readNow } from './order-subject.ts';

/**
 * The part of a gift card purchase that can be withdrawn from: all of it together, with the balance of the cards. Locked until the transaction ends.
 * @throws not-found
 */
export async function findPurchaseSubject(
	tx: Tx,
	scope: { organisationId: string; purchaseId: string },
): Promise<Found> {
	const held = await holdPurchase(tx, scope);
	const { purchase, cards } = held;
	const { countryCode, defaultTimeZone } = await getOrganisationSettings(tx, scope.organisationId);
	const now = await readNow(tx);
	const endsAt = withdrawalEndsAt(purchase.paidAt ?? now, defaultTimeZone || 'UTC');
	const obstacle = obstacleOf(held, { hasRight: hasWithdrawalRight(countryCode), isLate: endsAt <= now });
	const left = cards.filter(({ balanceMinor }) => balanceMinor > 0);
	const nameOf = ({ last4 }: { last4: string }) => `•••• ${last4}`;
	return {
		...{ name: purchase.buyerName, email: purchase.buyerEmail, currency: purchase.currency },
		reference: purchaseNumber(purchase.id),
		open:
			obstacle === null
				? left.map((card) => ({
						id: card.id,
						name: nameOf(card),
						refundMinor: card.balanceMinor,
						endsAt: endsAt.toISOString(),
					}))
				: [],
		meant: { ids: [], items: countItems(cards.map(nameOf)) },
		obstacle,
		carryOut: (inUnit, inTx, decision) => returnPurchase(inUnit, inTx, held, decision),
	};
}

function obstacleOf(
	{ purchase, cards, payment, balanceMinor }: HeldPurchase,
	{ hasRight, isLate }: { hasRight: boolean; isLate: boolean },
): WithdrawalObstacle | null {
	if (purchase.state !== 'paid') return 'unpaid';
	if (!hasRight) return 'no-right';
	if (cards.some(({ blockedBy }) => blockedBy === 'dispute')) return 'disputed';
	if (cards.some(({ blockedBy }) => blockedBy === 'organiser')) return 'blocked';
	if (balanceMinor === 0) return 'used';
	if (isLate) return 'late';
	return payment && payment.leftMinor >= balanceMinor ? null : 'disputed';
}
