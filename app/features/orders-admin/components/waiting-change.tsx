import { Trans, useLingui } from '@lingui/react/macro';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import type { useTicketChangeActions } from '../ticket-changes.ts';

/** A change of tickets that its buyer has not paid yet. */
export function WaitingChange(props: {
	order: Pick<OrderDetail, 'change' | 'currency'>;
	timeZone: string;
	/** Null: without the right to. */
	cancel: ReturnType<typeof useTicketChangeActions>['cancelChange'] | null;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const attempt = useAttempt();
	const { cancel } = props;
	const { change, currency } = props.order;
	if (!change) return null;
	const amount = formats.money(change.differenceMinor, currency);
	const until = formats.dateTime(change.expiresAt, props.timeZone);
	return (
		<Callout
			tone="info"
			title={<Trans>A change of tickets waits for {amount} from the buyer</Trans>}
			action={
				cancel ? (
					<Button
						variant="outline"
						size="sm"
						isLoading={cancel.isPending}
						onClick={() => void attempt(cancel.mutateAsync(change.id), t`Change cancelled`)}
					>
						{t`Cancel change`}
					</Button>
				) : null
			}
		>
			<Trans>The new tickets are held until {until}. Unpaid, the order stays as it is.</Trans>
		</Callout>
	);
}
