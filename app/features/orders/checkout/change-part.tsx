import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { withdrawChange } from '#shared/contracts/order-changes.ts';
import type { Checkout } from './use-checkout.ts';

/** What was paid and did not go back. */
const paymentsOf = ({ payments, refunds }: ManagedOrder) =>
	payments.filter(
		({ id, state }) => state === 'succeeded' && !refunds.some(({ paymentId }) => paymentId === id),
	).length;

/** Whose the tickets of an order are that another guest sells; or what becomes of a change of a confirmed order: given up, ended, or paid, which leads to the tickets. */
export function ChangePart({ checkout, manageToken }: { checkout: Checkout; manageToken: string }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { order, setError, isPaying, isWaiting } = checkout;
	const { change } = order;
	const [paidBefore] = useState(paymentsOf(order));
	const [isLeaving, setLeaving] = useState(false);
	const isPaid = !change && paymentsOf(order) > paidBefore;
	const tickets = `/my-ticket/${manageToken}`;
	useEffect(() => {
		if (isPaid) window.location.replace(`${tickets}?changed`);
	}, [isPaid, tickets]);

	async function withdraw(id: string) {
		setLeaving(true);
		setError(null);
		try {
			await publicApi.call(withdrawChange, { params: { manageToken, change: id }, hasBearer: false });
			window.location.replace(tickets);
		} catch (failed) {
			setError(failed);
			setLeaving(false);
		}
	}
	if (order.isResale)
		return (
			<p id="change-part" className="text-sm text-muted">
				<Trans>From another guest, for what they paid. Their ticket stays theirs until you have paid.</Trans>
			</p>
		);
	return (
		<div id="change-part" className="flex flex-col gap-4">
			{change ? (
				<Button
					variant="ghost"
					className="needs-script self-center"
					isLoading={isLeaving}
					isDisabled={isPaying || isWaiting}
					onClick={() => void withdraw(change.id)}
				>
					{t`Keep my tickets as they are`}
				</Button>
			) : isPaid ? null : (
				<>
					<Callout
						tone="warning"
						title={t`This change has ended`}
						action={
							<ButtonLink to={tickets} size="sm" reloadDocument>
								{t`Back to your tickets`}
							</ButtonLink>
						}
					>
						<Trans>It wasn’t paid in time, or was cancelled. Your tickets haven’t changed.</Trans>
					</Callout>
					{checkout.error ? (
						<Callout tone="danger" isUrgent>
							{errorText(checkout.error)}
						</Callout>
					) : null}
				</>
			)}
		</div>
	);
}
