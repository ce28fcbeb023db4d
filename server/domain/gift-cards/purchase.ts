import { and, asc, eq } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { giftCardPurchases, giftCards } from '#server/db/tables/gift-cards.ts';
import type { PurchaseScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { GiftCardPurchase } from '#shared/contracts/gift-cards.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { chargeStep, isChargeable, leastCharge, toProvider } from '#shared/lib/provider-amounts.ts';
import { purchaseNumber } from '#shared/rules/withdrawals.ts';
import { awaitPayment } from '../payments/await-payment.ts';
import { nextActionOf, type PaymentRow, presentPayment } from '../payments/payment-record.ts';
import { listPayments } from '../payments/queries.ts';
import { type CardDelivery, type GiftCardRow, getPurchase, type PurchaseRow } from './card-rows.ts';
import { makeCards } from './issue.ts';
import { sendAtOf, zoneFor } from './send-day.ts';
import { findChargedAccount, type GiftCardSettingsRow } from './settings-rows.ts';
import { getSeller, getSellerOfCards } from './shop.ts';

/** The gift cards of an order request. */
export interface WantedCards {
	buyer: { name: string; email: string };
	cards: readonly (CardDelivery & { amountMinor: number })[];
	timeZone?: string | undefined;
	locale: string;
}

/** What the provider charges at most at once, in its own units. */
const mostCharged = 99_999_999;

/**
 * Orders gift cards: they can be used once they are paid.
 * @throws not-found where none are sold; `account-cannot-charge`, `amount-not-offered`, `send-day-too-far`
 */
export async function orderCards(
	services: Services,
	slug: string,
	wanted: WantedCards,
): Promise<PurchaseRow> {
	const { db } = services.database;
	const { seller, settings } = await getSellerOfCards(services, slug);
	const { currency } = settings;
	const organisationId = seller.id;
	if (!isChargeable(currency) || !(await findChargedAccount(services, organisationId))) throw cannotCharge();
	const totalMinor = wanted.cards.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
	refuseAmounts(
		settings,
		wanted.cards.map(({ amountMinor }) => amountMinor),
		totalMinor,
	);
	const timeZone = await zoneFor(db, organisationId, wanted.timeZone);
	const now = services.clock.now();
	const { locale } = wanted;
	return services.database.transaction(async (tx) => {
		const [purchase] = await tx
			.insert(giftCardPurchases)
			.values({
				...{ id: newId(), organisationId, locale, currency, totalMinor },
				buyerName: wanted.buyer.name,
				buyerEmail: wanted.buyer.email,
			})
			.returning();
		const made = purchase as PurchaseRow;
		await makeCards(
			services,
			tx,
			wanted.cards.map((card, position) => ({
				...{ organisationId, purchaseId: made.id, position, origin: 'bought' as const, currency, locale },
				issuedMinor: card.amountMinor,
				// Settled by the account that is paid.
				isTest: services.gateway.name === 'test',
				recipientName: card.recipientName ?? '',
				recipientEmail: card.recipientEmail ?? '',
				senderName: card.senderName ?? '',
				message: card.message ?? '',
				sendAt: sendAtOf(card.sendOn, timeZone, now),
				...{ madeBy: null, note: '' },
			})),
		);
		return made;
	});
}

/** @returns that cards cannot be charged for gift cards right now */
export const cannotCharge = () =>
	ruleViolation(
		'account-cannot-charge',
		message`Gift cards cannot be paid by card right now. Try again later, or contact the organiser.`,
	);

function refuseAmounts(settings: GiftCardSettingsRow, amounts: number[], totalMinor: number): void {
	const { currency, leastMinor, mostMinor } = settings;
	const stepMinor = chargeStep(currency);
	const isOffered = (minor: number) =>
		minor >= leastMinor && minor <= mostMinor && minor % stepMinor === 0 && Number.isSafeInteger(minor);
	const isCharged =
		amounts.every(isOffered) &&
		totalMinor >= leastCharge(currency) &&
		toProvider(totalMinor, currency) <= mostCharged;
	if (!isCharged)
		throw ruleViolation(
			'amount-not-offered',
			message`Choose an amount between the minimum and the maximum.`,
			{ leastMinor, mostMinor, stepMinor, currency },
		);
}

/** The cards of a purchase, in the order in which they were chosen. */
export const listCardsOf = (
	db: DbOrTx,
	{ organisationId, purchaseId }: PurchaseScope,
): Promise<GiftCardRow[]> =>
	db
		.select()
		.from(giftCards)
		.where(and(eq(giftCards.organisationId, organisationId), eq(giftCards.purchaseId, purchaseId)))
		.orderBy(asc(giftCards.position));

/** The payment to notify its buyer of: the one that paid, else the last. */
const shownPayment = (payments: readonly PaymentRow[]): PaymentRow | undefined =>
	payments.find(
		({ state, capturedMinor, refundedMinor, refundingMinor }) =>
			state === 'succeeded' && refundedMinor + refundingMinor < capturedMinor,
	) ?? payments.at(-1);

/** Gift cards as their buyer sees them now. */
export async function getPurchaseView(services: Services, scope: PurchaseScope): Promise<GiftCardPurchase> {
	const { db } = services.database;
	const { organisationId, purchaseId } = scope;
	const [purchase, cards, seller, payments, account] = await Promise.all([
		getPurchase(db, scope),
		listCardsOf(db, scope),
		getSeller(services, organisationId),
		listPayments(db, { organisationId, subjectId: purchaseId }),
		findChargedAccount(services, organisationId),
	]);
	const payment = shownPayment(payments);
	const isPaid = purchase.state === 'paid';
	return {
		number: purchaseNumber(purchase.id),
		organiser: { name: seller.name, slug: seller.slug },
		buyer: { name: purchase.buyerName, email: purchase.buyerEmail },
		state: purchase.state,
		currency: purchase.currency,
		totalMinor: purchase.totalMinor,
		cards: cards.map(presentBought),
		payment: payment ? presentPayment(payment) : null,
		nextAction: !isPaid && payment ? nextActionOf(payment) : null,
		cardForm: !isPaid && account ? services.gateway.browserConfig(account.providerAccount) : null,
		isTest: isPaid ? cards.some(({ isTest }) => isTest) : services.gateway.name === 'test',
		createdAt: purchase.createdAt.toISOString(),
		paidAt: purchase.paidAt?.toISOString() ?? null,
	};
}

const presentBought = (card: GiftCardRow): GiftCardPurchase['cards'][number] => ({
	id: card.id,
	last4: card.last4,
	amountMinor: card.issuedMinor,
	state: card.state,
	expiresOn: card.expiresOn,
	recipientName: card.recipientName,
	recipientEmail: card.recipientEmail,
	senderName: card.senderName,
	message: card.message,
	sendAt: card.sendAt?.toISOString() ?? null,
	sentAt: card.sentAt?.toISOString() ?? null,
});

/** Waits until an open payment of a purchase is settled, or so long. */
export async function awaitPurchase(
	services: Services,
	{ organisationId, purchaseId }: PurchaseScope,
	waitMs: number,
	signal: AbortSignal,
): Promise<void> {
	const payments = await listPayments(services.database.db, { organisationId, subjectId: purchaseId });
	const open = payments.findLast(({ state }) => ['created', 'requires_action', 'processing'].includes(state));
	if (open) await awaitPayment(services, { organisationId, paymentId: open.id }, waitMs, signal);
}
