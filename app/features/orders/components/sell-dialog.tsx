import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import {
	getResale,
	listForResale,
	type ResaleObstacle,
	type ResaleOptions,
} from '#shared/contracts/resale.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ManagedOrderActions } from '../use-managed-order.ts';
import { useOrderOptions } from '../use-order-options.ts';
import { Problem, useOrderAction } from './order-dialogs.tsx';
import type { Ticket } from './ticket-card.tsx';

/** Offers a ticket to the next on the waitlist: what they pay, what comes back, and what becomes of the ticket until then. */
export function SellDialog(props: {
	ticket: Ticket;
	actions: ManagedOrderActions;
	manageToken: string;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { ticket, actions, manageToken, onClose } = props;
	const { options, loadError, reload } = useOrderOptions(manageToken, readResale);
	const { isPending, error, act } = useOrderAction(onClose);
	const found = options?.tickets.find(({ attendeeId }) => attendeeId === ticket.id);
	// A ticket that is not among them was cancelled, transferred or offered meanwhile.
	const obstacle = options && (options.obstacle ?? (found ? found.obstacle : 'offered'));
	const obstacleText = useObstacleText(actions.order.event.organiserName);
	const canSell = found !== undefined && obstacle === null;

	async function sell(backMinor: number) {
		const call = { params: { manageToken, attendee: ticket.id }, body: { backMinor }, hasBearer: false };
		try {
			actions.show(await publicApi.call(listForResale, call));
		} catch (failed) {
			// The rules of the event or the ticket are others by now: they are shown, and requested again.
			if (failed instanceof AppError && failed.code === 'BUSINESS_RULE_VIOLATION') reload();
			throw failed;
		}
	}
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!isPending}
			size="sm"
			title={t`Sell ${ticket.name}’s ticket`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={isPending}>
						{obstacle ? <Trans>Close</Trans> : <Trans>Keep ticket</Trans>}
					</Button>
					{obstacle ? null : (
						<Button
							isLoading={isPending}
							isDisabled={!canSell}
							onClick={() => found && void act(() => sell(found.backMinor), t`Your ticket is for sale`)}
						>
							{t`Sell ticket`}
						</Button>
					)}
				</>
			}
		>
			<div className="flex flex-col gap-4">
				<div role="status" className="flex flex-col gap-4">
					{obstacle ? (
						<Callout tone="info" title={t`This ticket can’t be sold now`}>
							{obstacleText(obstacle)}
						</Callout>
					) : found && options ? (
						<Terms ticket={found} currency={options.currency} />
					) : loadError ? null : (
						<Spinner />
					)}
				</div>
				<Problem>{error ?? loadError}</Problem>
			</div>
		</Dialog>
	);
}

/** What the ticket can be sold for, and how. */
function Terms({ ticket, currency }: { ticket: ResaleOptions['tickets'][number]; currency: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { priceMinor, backMinor, waiting } = ticket;
	const money = (minor: number) => formats.money(minor, currency);
	const back = money(backMinor);
	return (
		<>
			<p>
				{waiting > 0 ? (
					<Plural
						value={waiting}
						one="# guest is on the waitlist. The next in line is offered your ticket for what you paid."
						other="# guests are on the waitlist. The next in line is offered your ticket for what you paid."
					/>
				) : (
					<Trans>
						The waitlist is empty now. The next guest to join is offered your ticket for what you paid.
					</Trans>
				)}
			</p>
			<DescriptionList
				facts={[
					[t`The next guest pays`, money(priceMinor)],
					[t`Fee`, priceMinor > backMinor ? money(priceMinor - backMinor) : ''],
					[t`You get back`, back],
				]}
			/>
			<p className="text-sm text-muted">
				<Trans>
					Your ticket stays valid until it is sold. Then it stops working, and {back} goes back the way you
					paid.
				</Trans>
			</p>
		</>
	);
}

/** Why a ticket cannot be sold, and what to do. */
function useObstacleText(organiserName: string) {
	const { t } = useLingui();
	const texts: Record<ResaleObstacle, string> = {
		'no-resale': t`Tickets for this event can’t be sold here now. Contact ${organiserName} if you can’t come.`,
		'not-confirmed': t`Tickets can be sold once they are confirmed.`,
		'payment-in-progress': t`A payment for this order is under way. Try again when it has ended.`,
		'refund-requested': t`You asked for a refund. Cancel that request first.`,
		disputed: t`Your bank is looking into a payment for this order. Contact ${organiserName} if you can’t come.`,
		'checked-in': t`Already used at check-in, so it can’t be sold.`,
		offered: t`It is already offered to someone, or is no longer yours.`,
		'other-kind': t`Tickets of this type can’t be sold here. Contact ${organiserName} if you can’t come.`,
		'no-price': t`It cost nothing, or less than a card can be charged, so it can’t be sold here.`,
		refunded: t`Part of it was refunded, so it can’t be sold. Contact ${organiserName} if you can’t come.`,
	};
	return (obstacle: ResaleObstacle) => texts[obstacle];
}

const readResale = (manageToken: string) =>
	publicApi.call(getResale, { params: { manageToken }, hasBearer: false });
