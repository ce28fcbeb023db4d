import { useCallback, useState } from 'react';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import * as contracts from '#shared/contracts/agreements.ts';
import type { CardForm } from '../checkout/card-form.ts';

/** The monthly gift behind a donor's link, and everything that the donor may do to it. Each act gives the gift as it is afterwards. */
export function useMonthlyGift(agreementToken: string, initial: contracts.Agreement) {
	const [gift, setGift] = useState(initial);
	const keyOf = useKeyOf();
	const params = { agreementToken };
	const common = () => ({ params, hasBearer: false, idempotencyKey: newIdempotencyKey() }) as const;
	const reload = useCallback(
		async () =>
			setGift(await publicApi.call(contracts.getAgreement, { params: { agreementToken }, hasBearer: false })),
		[agreementToken],
	);
	return {
		gift,
		reload,
		change: async (body: { amountMinor: number; cover: boolean }) =>
			setGift(await publicApi.call(contracts.updateAgreement, { params, body, hasBearer: false })),
		pause: async (months: number) =>
			setGift(await publicApi.call(contracts.pauseAgreement, { ...common(), body: { months } })),
		resume: async () => setGift(await publicApi.call(contracts.resumeAgreement, common())),
		stop: async () => setGift(await publicApi.call(contracts.stopAgreement, common())),
		passTime: async (days: number) =>
			setGift(await publicApi.call(contracts.passAgreementTime, { ...common(), body: { days } })),
		/** Pays what is due. The same token is one payment, however often it is sent. */
		pay: async (confirmationToken: string, challenge: CardForm['challenge']): Promise<void> => {
			const paid = await publicApi.call(contracts.payAgreement, {
				params,
				body: { confirmationToken },
				hasBearer: false,
				idempotencyKey: keyOf({ confirmationToken }),
			});
			const { nextAction } = paid;
			if (nextAction?.kind === 'redirect') return window.location.assign(nextAction.url);
			if (nextAction?.kind === 'stripe') {
				await challenge?.(nextAction.clientSecret);
				return reload();
			}
			setGift(paid);
		},
	};
}

export type MonthlyGiftActions = ReturnType<typeof useMonthlyGift>;
