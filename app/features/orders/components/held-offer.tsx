import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import type { HeldTicket } from '#shared/contracts/ticket-transfers.ts';
import { Problem, useOrderAction } from './order-dialogs.tsx';

/** Whom a ticket is offered to, and the way back. */
export function HeldOffer(props: {
	offer: NonNullable<HeldTicket['offer']>;
	event: HeldTicket['event'];
	onTakeBack: () => Promise<unknown>;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { offer, event } = props;
	const { isPending, error, act } = useOrderAction(() => {});
	const until = formats.dateTime(offer.expiresAt, event.timeZone);
	return (
		<div className="flex max-w-100 flex-col items-start gap-2 rounded-lg bg-ink/4 p-4 text-sm print:hidden">
			<p className="[overflow-wrap:anywhere]">
				<Trans>
					Offered to <bdi>{offer.name}</bdi> (<bdi>{offer.email}</bdi>) until {until}
				</Trans>
			</p>
			<p className="text-muted">
				<Trans>Your ticket stays valid until they accept.</Trans>
			</p>
			<Button
				variant="outline"
				size="sm"
				className="needs-script"
				isLoading={isPending}
				onClick={() => void act(props.onTakeBack, t`Offer cancelled`)}
			>
				{t`Cancel offer`}
			</Button>
			<Problem>{error}</Problem>
		</div>
	);
}
