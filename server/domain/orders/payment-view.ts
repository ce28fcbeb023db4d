import type { Services } from '#server/services.ts';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { epcCode } from '#shared/rules/bank-transfer.ts';
import { giftCardPart } from '#shared/rules/gift-cards.ts';
import type { EventWithOrganiser } from '../events/event-rows.ts';
import { isGiftCardIssuer } from '../gift-cards/card-issuers.ts';
import { listCardUses } from '../gift-cards/use-card.ts';
import { findAgreementOfGift } from '../payments/agreements/agreement-record.ts';
import { makeAgreementToken } from '../payments/agreements/agreement-token.ts';
import { presentPayment, presentRefund, type ShownPayment } from '../payments/payment-record.ts';
import { type AccountRow, findAccount, readMoney } from '../payments/queries.ts';
import { getPaymentSettings } from '../payments/settings.ts';
import { stockStore } from '../tickets/stock-store.ts';
import { canBeHad } from './event-end.ts';
import { donatedMinorOf } from './gift-cards/donated-part.ts';
import { transferReference } from './order-code.ts';
import type { OrderRecord } from './order-record.ts';
import { getOwedMoney } from './owed-refunds/refund-account.ts';
import { findDisclosure } from './quid-pro-quo.ts';
import { findRefundRequest, presentRefundRequest } from './refund-requests/rows.ts';
import { accountOf, findTransferAccount } from './transfer-account.ts';

/** Payment details for an order's page. */
export type PaymentView = Pick<
	ManagedOrder,
	| 'payments'
	| 'refunds'
	| 'owedMinor'
	| 'refundAccount'
	| 'canSetRefundAccount'
	| 'dueMinor'
	| 'paymentMethods'
	| 'transfer'
	| 'cardForm'
	| 'giftCards'
	| 'takesGiftCards'
	| 'isMonthly'
	| 'agreementToken'
	| 'refundRequest'
	| 'disclosure'
>;

const nothingToPay: PaymentView = {
	payments: [],
	refunds: [],
	owedMinor: 0,
	refundAccount: null,
	canSetRefundAccount: false,
	dueMinor: 0,
	paymentMethods: [],
	transfer: null,
	cardForm: null,
	giftCards: [],
	takesGiftCards: false,
	isMonthly: false,
	agreementToken: null,
	refundRequest: null,
	disclosure: null,
};

/** Payments, what is due, and the ways to pay that are open now. Orders without a price cost no query. */
export async function getPaymentView(
	services: Services,
	order: OrderRecord,
	event: EventWithOrganiser,
): Promise<PaymentView> {
	if (order.totalMinor === 0 && !order.change) return nothingToPay;
	const { db } = services.database;
	const { organisationId } = order;
	const [money, agreement, request] = await Promise.all([
		readMoney(services, { organisationId, subjectId: order.id }),
		order.isMonthly ? findAgreementOfGift(db, { organisationId, orderId: order.id }) : undefined,
		order.confirmedAt ? findRefundRequest(db, { ...order, orderId: order.id }) : undefined,
	]);
	const isOpen = order.status === 'pending';
	const isOwed = money.payments.some(({ gateway, refundingMinor }) => gateway === null && refundingMinor > 0);
	const owed = isOwed ? await getOwedMoney(db, { ...order, orderId: order.id }) : undefined;
	const view = {
		payments: money.payments.map(presentPayment),
		refunds: money.refunds.map(presentRefund),
		owedMinor: owed?.owedMinor ?? 0,
		refundAccount: owed?.account ?? null,
		canSetRefundAccount: owed !== undefined && !owed.isInFile,
		// The books know of an order once it is confirmed; until then what was paid and is not to go back counts.
		dueMinor:
			money.balanceMinor +
			(isOpen
				? money.payments.reduce((sum, { refundingMinor }) => sum + refundingMinor, order.totalMinor)
				: 0),
		giftCards: order.confirmedAt === null ? await listGiftCards(services, order, money.payments) : [],
		refundRequest: request ? presentRefundRequest(request) : null,
		disclosure: await findDisclosure(db, order, services.clock.now()),
		isMonthly: order.isMonthly,
		agreementToken: agreement
			? makeAgreementToken(services.secret, { organisationId, agreementId: agreement.id })
			: null,
	};
	// No way to pay is shown for what cannot be had any more.
	if (!(isOpen || order.change) || !canBeHad(event, services.clock.now()))
		return { ...nothingToPay, ...view };
	const ways = await getWaysToPay(services, order);
	const { settings, account } = ways;
	const { paymentMethods } = ways;
	const transfer =
		order.terms === 'transfer'
			? {
					...((await findTransferAccount(db, { organisationId, orderId: order.id })) ?? accountOf(settings)),
					reference: transferReference(event.code, order.code),
				}
			: null;
	return {
		...view,
		paymentMethods,
		takesGiftCards: isOpen && (await takesGiftCards(services, order, view.dueMinor)),
		transfer: transfer && {
			...transfer,
			epc: epcCode({ ...transfer, amountMinor: view.dueMinor, currency: order.currency }),
		},
		cardForm:
			paymentMethods.includes('card') && account?.providerAccount
				? services.gateway.browserConfig(account.providerAccount)
				: null,
	};
}

/** Gift card payments of an order that is not confirmed; without any, it costs no query. */
async function listGiftCards(
	{ database }: Services,
	order: OrderRecord,
	payments: readonly ShownPayment[],
): Promise<PaymentView['giftCards']> {
	if (!payments.some((one) => one.method === 'gift_card' && one.refundedMinor < one.capturedMinor)) return [];
	const uses = await listCardUses(database.db, {
		organisationId: order.organisationId,
		orderId: order.id,
	});
	return uses.map(({ paymentId, last4, amountMinor }) => ({ paymentId, last4, amountMinor }));
}

/** Whether a gift card can pay something of an order that is open. */
async function takesGiftCards(services: Services, order: OrderRecord, dueMinor: number): Promise<boolean> {
	if (dueMinor <= 0 || takesCardAlone(order)) return false;
	const partMinor = giftCardPart({
		...{ dueMinor, donatedMinor: donatedMinorOf(order), balanceMinor: dueMinor, currency: order.currency },
	});
	return partMinor > 0 && isGiftCardIssuer(services, order.organisationId);
}

/**
 * Whether an order is paid by card and nothing else: what is charged again needs one, a change holds its places for minutes, and a ticket of
 * another guest is theirs until it is paid.
 */
export const takesCardAlone = (order: Pick<OrderRecord, 'isMonthly' | 'change' | 'boughtFrom'>): boolean =>
	order.isMonthly || order.change !== null || order.boughtFrom.length > 0;

export interface WaysToPay {
	paymentMethods: PaymentView['paymentMethods'];
	settings: Awaited<ReturnType<typeof getPaymentSettings>>;
	account: AccountRow | undefined;
}

/** The ways to pay an order that are open now, with what decides about them. */
export async function getWaysToPay(
	services: Services,
	order: Pick<OrderRecord, 'organisationId' | 'eventId' | 'isMonthly' | 'change' | 'boughtFrom'>,
): Promise<WaysToPay> {
	const { db } = services.database;
	const [stock, account, settings] = await Promise.all([
		stockStore(services).get(order.eventId, 1_000),
		findAccount(db, order.organisationId),
		getPaymentSettings(db, order.organisationId),
	]);
	const takesCards = stock?.payment.takesCards === true && account?.gateway === services.gateway.name;
	const isCardAlone = takesCardAlone(order);
	const paymentMethods = [
		...(takesCards ? (['card'] as const) : []),
		...(settings.takesTransfers && !isCardAlone ? (['transfer'] as const) : []),
		...(settings.takesMoneyAtDoor && !isCardAlone ? (['door'] as const) : []),
	];
	return { paymentMethods, settings, account };
}
