import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Button } from '#app/ui/button.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import type { FailedRefund } from '#shared/contracts/admin-money.ts';
import { useRetryFailedRefund } from '../payments-api.ts';

/** Why a refund was requested, for administrators; one without words is shown by its name. */
const refundReasons: Record<string, MessageDescriptor> = {
	organiser: msg`The organiser refunded it`,
	late_payment: msg`The payment came too late`,
	not_sold: msg`The order wasn’t confirmed`,
	paid_twice: msg`The order was paid already`,
	cancelled_event: msg`The event was cancelled`,
	ticket_changed: msg`Tickets were changed for ones that cost less`,
	resold: msg`The ticket was resold`,
	buyer_cancelled: msg`The buyer cancelled`,
	withdrawal: msg`Returned by right of a consumer`,
	outside: msg`Made at the payment provider`,
};

/** One failed refund: why it failed, and sending it again. */
export function FailedRefundSheet(props: { refund: FailedRefund | null; onClose: () => void }) {
	const { t } = useLingui();
	const { refund, onClose } = props;
	return (
		<Sheet isOpen={refund !== null} onClose={onClose} title={t`Failed refund`}>
			{refund ? <Detail key={refund.id} refund={refund} onClose={onClose} /> : null}
		</Sheet>
	);
}

function Detail({ refund, onClose }: { refund: FailedRefund; onClose: () => void }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const attempt = useAttempt();
	const retry = useRetryFailedRefund();
	const dateTime = useViewerTime();
	const reason = refundReasons[refund.reason];
	return (
		<div className="flex flex-col items-start gap-5">
			<DescriptionList
				facts={[
					[t`Amount`, formats.money(refund.amountMinor, refund.currency)],
					[t`Organisation`, refund.organisationName],
					[t`Event`, refund.eventTitle ?? ''],
					[t`Reason`, reason ? i18n._(reason) : refund.reason],
					[t`Error`, refund.failure],
					[t`Requested`, dateTime(refund.createdAt)],
					[t`ID at the provider`, refund.providerId ?? ''],
				]}
			/>
			<p className="text-sm text-muted">
				<Trans>
					It is sent as a new refund to the card that was charged. Where that card no longer exists, the
					organiser refunds the buyer another way.
				</Trans>
			</p>
			<Button
				variant="outline"
				icon={RotateCw}
				isLoading={retry.isPending}
				onClick={async () => {
					if (await attempt(retry.mutateAsync(refund.id), t`The refund is sent again.`)) onClose();
				}}
			>
				<Trans>Refund again</Trans>
			</Button>
		</div>
	);
}
