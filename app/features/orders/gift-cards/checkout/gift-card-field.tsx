import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useRef, useState } from 'react';
import type { Checkout } from '#app/features/orders/checkout/use-checkout.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { payOrder } from '#shared/contracts/order-payments.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { giftCardKey } from '#shared/rules/gift-cards.ts';
import { CodeField } from '../code-field.tsx';

/** Pays an order by gift card, in full or in part. Collapsed until it is opened. */
export function GiftCardField({ checkout, manageToken }: { checkout: Checkout; manageToken: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const { order, show, reload } = checkout;
	const keyOf = useKeyOf();
	const part = useRef<HTMLDetailsElement>(null);
	const [isPending, setPending] = useState(false);
	const [error, setError] = useState<string | null>(null);
	const [done, setDone] = useState('');

	async function apply(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isPending) return;
		const form = event.currentTarget;
		const input = form.elements.namedItem('giftCard') as HTMLInputElement;
		const giftCard = giftCardKey(input.value);
		setDone('');
		setError(giftCard === null ? t`Enter the 16 letters and digits of the code.` : null);
		if (giftCard === null) return input.focus();
		setPending(true);
		try {
			const body = { method: 'gift_card' as const, giftCard, quoteHash: order.quoteHash || '' };
			const paid = await publicApi.call(payOrder, {
				params: { manageToken },
				body,
				hasBearer: false,
				idempotencyKey: keyOf({ ...body, before: order.giftCards.length, dueMinor: order.dueMinor }),
			});
			const amount = formats.money(paid.payment?.amountMinor ?? 0, order.currency);
			setDone(t`The gift card pays ${amount}.`);
			checkout.setError(null);
			form.reset();
			const isHere = part.current?.contains(document.activeElement);
			if (part.current) part.current.open = false;
			// Whoever types in the card form meanwhile stays there.
			if (isHere) part.current?.querySelector('summary')?.focus();
			show(paid.order);
		} catch (failed) {
			setError(errorText(failed));
			if (part.current?.contains(document.activeElement)) input.focus();
			// A refusal says how the order stands now; without an answer the same press may be sent again.
			if (failed instanceof AppError && failed.code !== 'NETWORK_ERROR') await reload().catch(() => {});
		} finally {
			setPending(false);
		}
	}
	return (
		<div id="gift-card" className="needs-script flex flex-col gap-2">
			<details ref={part}>
				<summary className="link flex min-h-11 w-fit cursor-pointer items-center text-sm">
					{order.giftCards.length > 0 ? <Trans>Use another gift card</Trans> : <Trans>Use a gift card</Trans>}
				</summary>
				<form noValidate onSubmit={apply} className="controls-lg flex max-w-md flex-col gap-3 pt-1 pb-2">
					<CodeField name="giftCard" label={t`Gift card code`} error={error ?? undefined} />
					<Button type="submit" variant="outline" size="lg" isLoading={isPending} className="self-start">
						{t`Apply`}
					</Button>
				</form>
			</details>
			<p role="status" className="text-sm text-muted empty:hidden">
				{done}
			</p>
		</div>
	);
}
