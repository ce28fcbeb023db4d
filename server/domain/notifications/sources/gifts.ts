import { getMonthlyGift } from '#server/domain/fundraisers/monthly/queries.ts';
import { manageTokenOf } from '#server/domain/orders/commands/place-order.ts';
import { getAgreement } from '#server/domain/payments/agreements/agreement-record.ts';
import { makeAgreementToken } from '#server/domain/payments/agreements/agreement-token.ts';
import { type MonthlyGiftNews, monthlyGift } from '#server/emails/orders/monthly-gift.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { readOrder } from './orders.ts';
import { source } from './source.ts';

/** News of a monthly gift; what is due is not asked for any more once it is paid. */
export const monthlyGiftSource = source({
	template: monthlyGift,
	async load(
		services,
		ref: { organisationId: string; agreementId: string; news: MonthlyGiftNews; orderId?: string },
		options,
	) {
		const { organisationId, agreementId, news, orderId } = ref;
		const scope = { organisationId, agreementId };
		const agreement = await getAgreement(services.database.db, scope).catch((error) => {
			if (error instanceof AppError && error.code === 'RESOURCE_NOT_FOUND') return null;
			throw error;
		});
		if (!agreement?.eventId) return { obsolete: 'The monthly donation is gone.' };
		const { eventId } = agreement;
		const first = await readOrder(
			services,
			{ organisationId, eventId, orderId: orderId ?? agreement.subjectId },
			options,
		);
		if ('obsolete' in first) return first;
		const isDue = news === 'refused' || news === 'confirm';
		if (options.isForSending && isDue && agreement.state !== 'past_due')
			return { obsolete: 'It was paid or stopped.' };
		const gift = await getMonthlyGift(services, scope);
		const { appUrl } = services.config;
		const { order } = first;
		return {
			news,
			event: first.mailEvent,
			amountMinor: orderId ? order.totalMinor : (gift.dueMinor ?? gift.amountMinor + gift.coverMinor),
			currency: gift.currency,
			nextAt: gift.nextAt && gift.state === 'active' ? new Date(gift.nextAt) : null,
			isTest: gift.isTest,
			giftLink: options.showsSecrets
				? `${appUrl}/agreements/${makeAgreementToken(services.secret, scope)}`
				: null,
			orderLink: options.showsSecrets ? `${appUrl}/my-ticket/${manageTokenOf(services, order)}` : null,
		};
	},
});
