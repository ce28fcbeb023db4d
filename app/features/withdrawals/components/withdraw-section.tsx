import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import * as contracts from '#shared/contracts/withdrawals.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** The subject of a signed link. */
export type WithdrawSubject = { kind: 'order' | 'gift-cards'; token: string };

type Offer = contracts.WithdrawalOffer;

const readOffer = ({ kind, token }: WithdrawSubject): Promise<Offer> =>
	kind === 'order'
		? publicApi.call(contracts.getOrderWithdrawal, { params: { manageToken: token }, hasBearer: false })
		: publicApi.call(contracts.getPurchaseWithdrawal, { params: { purchaseToken: token }, hasBearer: false });

/** The withdrawal function on the page of an order or of gift cards: a button while it is open, and how a statement stands. */
export function WithdrawSection({ of, onDone }: { of: WithdrawSubject; onDone: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const [offer, setOffer] = useState<Offer | null>(null);
	const [isAsking, setAsking] = useState(false);
	const { kind, token } = of;
	useEffect(() => {
		let isGone = false;
		readOffer({ kind, token }).then(
			(read) => {
				if (!isGone) setOffer(read);
			},
			// Without an answer nothing is shown; the page of the organiser is in the email.
			() => {},
		);
		return () => {
			isGone = true;
		};
	}, [kind, token]);
	if (!offer) return null;
	const { items, last } = offer;
	const end = items.map(({ endsAt }) => endsAt).toSorted()[0];
	// With its time: the day ends by the clock of the seller, not of whoever reads it.
	const until = end ? formats.dateTime(end, zone) : '';
	if (items.length === 0 && !last) return null;
	return (
		<section aria-labelledby="withdrawal" className="flex flex-col gap-3" data-print="hide">
			<h2 id="withdrawal" className="text-lg font-medium">
				<Trans>Right of withdrawal</Trans>
			</h2>
			<div aria-live="polite">{last ? <LastStatement last={last} currency={offer.currency} /> : null}</div>
			{items.length > 0 ? (
				<>
					<p className="max-w-measure text-sm text-muted">
						<Trans>You can withdraw until {until} and get your money back. You need not give a reason.</Trans>
					</p>
					<Button
						variant="outline"
						aria-haspopup="dialog"
						className="self-start"
						onClick={() => setAsking(true)}
					>
						{t`Withdraw from contract here`}
					</Button>
				</>
			) : null}
			{isAsking ? (
				<WithdrawDialog
					of={of}
					offer={offer}
					onClose={() => setAsking(false)}
					onDone={(next) => {
						setOffer(next);
						setAsking(false);
						onDone();
					}}
				/>
			) : null}
		</section>
	);
}

function LastStatement({ last, currency }: { last: NonNullable<Offer['last']>; currency: string }) {
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const time = formats.dateTime(last.receivedAt, zone);
	const amount = formats.money(last.refundMinor, currency);
	return (
		<Callout tone={last.state === 'accepted' ? 'success' : 'info'}>
			<p>
				<Trans>
					Your withdrawal was received on {time} ({zone}).
				</Trans>{' '}
				{last.state === 'received' ? (
					<Trans>The organiser checks it and answers you by email.</Trans>
				) : last.state === 'declined' ? (
					<Trans>The organiser declined it.</Trans>
				) : last.refundMinor > 0 ? (
					<Trans>It is accepted: {amount} is refunded.</Trans>
				) : (
					<Trans>It is accepted.</Trans>
				)}
			</p>
			{last.note ? (
				<p className="whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
					{last.note}
				</p>
			) : null}
		</Callout>
	);
}
