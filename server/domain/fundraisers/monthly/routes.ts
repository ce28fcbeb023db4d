import { getAgreement } from '#server/domain/payments/agreements/agreement-record.ts';
import { settleOpenPeriod } from '#server/domain/payments/agreements/pay-period.ts';
import { handle, type Route } from '#server/http/handler.ts';
import { networksOf } from '#server/platform/network.ts';
import * as contracts from '#shared/contracts/agreements.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { changeAmount, passGiftTime, pauseGift, payDueGift, resumeGift, stopGift } from './change-gift.ts';
import { getMonthlyGift, listMonthlyGifts } from './queries.ts';

/** Monthly gifts behind the links of their donors, and as the organiser sees them. */
export const monthlyRoutes: Route[] = [
	handle(contracts.getAgreement, async ({ agreement }, services) => {
		await settleOpenPeriod(services, agreement);
		return getMonthlyGift(services, agreement);
	}),
	handle(contracts.updateAgreement, async ({ agreement, body }, services) => {
		await changeAmount(services, agreement, body);
		return getMonthlyGift(services, agreement);
	}),
	handle(contracts.pauseAgreement, async ({ agreement, body }, services) => {
		await pauseGift(services, agreement, body.months);
		return getMonthlyGift(services, agreement);
	}),
	handle(contracts.resumeAgreement, async ({ agreement }, services) => {
		await resumeGift(services, agreement);
		return getMonthlyGift(services, agreement);
	}),
	handle(contracts.stopAgreement, async ({ agreement }, services) => {
		await stopGift(services, agreement, 'payer');
		return getMonthlyGift(services, agreement);
	}),
	handle(contracts.payAgreement, async ({ agreement, body, context }, services) => {
		await payDueGift(services, agreement, {
			confirmationToken: body.confirmationToken,
			idempotencyKey: context.needKey(),
			network: networksOf(context.address).wide,
		});
		return getMonthlyGift(services, agreement);
	}),
	handle(contracts.passAgreementTime, async ({ agreement, body }, services) => {
		await passGiftTime(services, agreement, body.days);
		return getMonthlyGift(services, agreement);
	}),
	handle(contracts.listMonthlyGifts, ({ scope, query }, services) =>
		listMonthlyGifts(services, scope, query),
	),
	handle(contracts.stopMonthlyGift, async ({ params, scope }, services) => {
		const gift = { organisationId: scope.organisationId, agreementId: params.agreement };
		const { eventId } = await getAgreement(services.database.db, gift);
		if (eventId !== scope.eventId) throw notFound('Monthly donation');
		await stopGift(services, gift, 'organiser');
		return undefined;
	}),
];
