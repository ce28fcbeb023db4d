import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useRef, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { Callout } from '#app/ui/callout.tsx';
import { CardFields } from '../checkout/card-fields.tsx';
import type { CardForm } from '../checkout/card-form.ts';
import { PayFrame } from '../checkout/pay-frame.tsx';
import { MonthlyConsent } from './monthly-consent.tsx';
import type { MonthlyGiftActions } from './use-monthly-gift.ts';

/** Pays a month that was refused, or that the bank wants confirmed. */
export function DueForm({ actions }: { actions: MonthlyGiftActions }) {
	const { t } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const { gift, pay, reload } = actions;
	const { cardForm, currency } = gift;
	const dueMinor = gift.dueMinor ?? 0;
	const card = useRef<CardForm>(null);
	const [isBusy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const amount = formats.money(dueMinor, currency);

	const submit = useCallback(async () => {
		if (isBusy) return;
		setBusy(true);
		setError(null);
		try {
			const token = await card.current?.submit();
			if (token) await pay(token, card.current?.challenge);
		} catch (failed) {
			setError(failed);
			await reload().catch(() => {});
		} finally {
			setBusy(false);
		}
	}, [isBusy, pay, reload]);

	if (!cardForm)
		return (
			<Callout tone="warning">
				<Trans>
					{gift.event.organiserName} takes no card payments right now. We’ll try your card again later.
				</Trans>
			</Callout>
		);
	return (
		<PayFrame
			onSubmit={submit}
			isBusy={isBusy}
			error={error ? errorText(error) : null}
			label={t`Pay ${amount}`}
		>
			<CardFields
				config={cardForm}
				purpose={{ mode: 'payment', methods: ['card'], amountMinor: dueMinor, currency, isSaved: true }}
				formRef={card}
				onSubmit={submit}
			/>
			<MonthlyConsent
				organiserName={gift.event.organiserName}
				amount={formats.money(gift.amountMinor + gift.coverMinor, currency)}
			/>
		</PayFrame>
	);
}
