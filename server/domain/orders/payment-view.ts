import type { Services } from '#server/services.ts';
import type { ManagedOrder } from '#shared/contracts/orders.ts';
import { epcCode } from '#shared/rules/bank-transfer.ts';
import type { EventWithOrganiser } from '../events/event-rows.ts';
import { findAgreementOfGift } from '../payments/agreements/agreement-record.ts';
import { makeAgreementToken } from '../payments/agreements/agreement-token.ts';
import { presentPayment, presentRefund } from '../payments/payment-record.ts';
import { type AccountRow, findAccount, readMoney } from '../payments/queries.ts';
import { getPaymentSettings } from '../payments/settings.ts';
import { stockStore } from '../tickets/stock-store.ts';
import { canBeHad } from './event-end.ts';
import { transferReference } from './order-code.ts';
import type { OrderRecord } from './order-record.ts';
import { getOwedMoney } from './owed-refunds/refund-account.ts';
import { findRefundRequest, presentRefundRequest } from './refund-requests/rows.ts';
import { accountOf, findTransferAccount } from './transfer-account.ts';

/** What an order's page says of its payment. */
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
	| 'isMonthly'
	| 'agreementToken'
	| 'refundRequest'
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
	isMonthly: false,
	agreementToken: null,
	refundRequest: null,
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
		refundRequest: request ? presentRefundRequest(request) : null,
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

/** The ways to pay an order that are open now, with what decides about them. */
export async function getWaysToPay(
	services: Services,
	order: Pick<OrderRecord, 'organisationId' | 'eventId' | 'isMonthly' | 'change' | 'boughtFrom'>,
): Promise<{
	paymentMethods: PaymentView['paymentMethods'];
	settings: Awaited<ReturnType<typeof getPaymentSettings>>;
	account: AccountRow | undefined;
}> {
	const { db } = services.database;
	const [stock, account, settings] = await Promise.all([
		stockStore(services).get(order.eventId, 1_000),
		findAccount(db, order.organisationId),
		getPaymentSettings(db, order.organisationId),
	]);
	const takesCards = stock?.payment.takesCards === true && account?.gateway === services.gateway.name;
	// What is charged again needs a card. A change holds its places for minutes, and a ticket of another guest is theirs until it is paid.
	const takesCardAlone = order.isMonthly || order.change !== null || order.boughtFrom.length > 0;
	const paymentMethods = [
		...(takesCards ? (['card'] as const) : []),
		...(settings.takesTransfers && !takesCardAlone ? (['transfer'] as const) : []),
		...(settings.takesMoneyAtDoor && !takesCardAlone ? (['door'] as const) : []),
	];
	return { paymentMethods, settings, account };
}
