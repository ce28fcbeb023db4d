import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { confirmOrderAddress } from '#shared/contracts/managed-orders.ts';
import type { Checkout } from './use-checkout.ts';

/**
 * What is paid at the door, and until when its tickets are held: for a day, unless the buyer confirms their address.
 * @param props.proof of the link in the email
 */
export function DoorDetails(props: { checkout: Checkout; manageToken: string; proof: string | null }) {
	const { checkout, manageToken, proof } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const [isBusy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const { order } = checkout;
	const { event, buyer } = order;
	const until = formats.dateTime(order.expiresAt ?? event.endsAt, event.timeZone);
	const confirm = async () => {
		setBusy(true);
		setError(null);
		try {
			const call = { params: { manageToken }, body: { proof: proof ?? '' } };
			checkout.show(
				await publicApi.call(confirmOrderAddress, {
					...call,
					hasBearer: false,
					idempotencyKey: newIdempotencyKey(),
				}),
			);
		} catch (failed) {
			setError(failed);
		} finally {
			setBusy(false);
		}
	};
	const hasTickets = order.attendees.length > 0;
	return (
		<div className="flex flex-col items-start gap-4">
			{hasTickets && order.mustConfirmAddress ? (
				<Callout tone="warning" title={t`Confirm your email address by ${until}`}>
					{proof ? (
						<Trans>Your tickets are then held until the event. Otherwise they are released.</Trans>
					) : (
						<Trans>
							Press the button in the email that we sent to {buyer.email}: your tickets are then held until
							the event. Otherwise they are released.
						</Trans>
					)}
				</Callout>
			) : null}
			{hasTickets && order.mustConfirmAddress && proof ? (
				<Button tone="event" className="needs-script" isLoading={isBusy} onClick={() => void confirm()}>
					{t`Keep my tickets`}
				</Button>
			) : null}
			{error ? (
				<Callout tone="danger" isUrgent>
					{errorText(error)}
				</Callout>
			) : null}
			<Callout tone="info" title={t`Pay at the door`}>
				{hasTickets ? (
					<Trans>Show your order there. Your tickets are valid once it is paid.</Trans>
				) : (
					<Trans>Show your order there. Your donation counts once it is paid.</Trans>
				)}
				{hasTickets && !order.mustConfirmAddress ? (
					<>
						{' '}
						<Trans>They are held until {until}.</Trans>
					</>
				) : null}
			</Callout>
		</div>
	);
}
