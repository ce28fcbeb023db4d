import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { cancelAllDates } from '#shared/contracts/series-orders.ts';
import { Problem, useOrderAction } from '../components/order-dialogs.tsx';

/** The other dates of a booking, with the way to their tickets, and cancelling them all. */
export function OtherDates(props: {
	order: ManagedOrder;
	manageToken: string;
	/** Shows the order as it is afterwards. */
	onCancelled: (order: ManagedOrder) => unknown;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { order, manageToken } = props;
	const [isAsking, setAsking] = useState(false);
	const { isPending, error, act } = useOrderAction(() => setAsking(false));
	const dates = order.otherDates ?? [];
	const isOpen = ({ status }: { status: string }) => status !== 'cancelled' && status !== 'expired';
	const isPaid = order.totalMinor > 0 && order.status === 'confirmed';
	const cancel = async () =>
		props.onCancelled(
			await publicApi.call(cancelAllDates, {
				params: { manageToken },
				hasBearer: false,
				idempotencyKey: newIdempotencyKey(),
			}),
		);
	return (
		<section className="flex max-w-100 flex-col gap-2 print:hidden" aria-labelledby="other-dates">
			<h2 id="other-dates" className="font-semibold">
				<Trans>Your other dates</Trans>
			</h2>
			<ul className="flex flex-col">
				{dates.map((date) => (
					<li key={date.orderCode + date.startsAt}>
						<Link
							to={`/my-ticket/${date.manageToken}`}
							className="flex min-h-11 flex-wrap items-center gap-x-3 hover:underline"
						>
							<span>{formats.dateTime(date.startsAt, date.timeZone)}</span>
							{isOpen(date) ? null : (
								<span className="text-sm text-muted">
									<Trans>Cancelled</Trans>
								</span>
							)}
						</Link>
					</li>
				))}
			</ul>
			{order.canCancel && !isPaid && dates.some(isOpen) ? (
				<Button variant="outline" className="needs-script self-start" onClick={() => setAsking(true)}>
					{t`Cancel all dates ahead`}
				</Button>
			) : null}
			{isAsking ? (
				<ConfirmDialog
					isOpen
					onClose={() => setAsking(false)}
					title={t`Cancel all dates ahead?`}
					description={t`Your tickets for all of these dates stop working, and others can take your spots.`}
					confirmLabel={t`Cancel all dates`}
					cancelLabel={t`Keep tickets`}
					isPending={isPending}
					onConfirm={() => void act(cancel, t`All dates cancelled`)}
				>
					{error ? <Problem>{error}</Problem> : undefined}
				</ConfirmDialog>
			) : null}
		</section>
	);
}
