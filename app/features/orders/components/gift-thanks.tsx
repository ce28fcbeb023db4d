import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { type Fundraiser, getFundraiser } from '#shared/contracts/fundraisers.ts';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { TicketLink } from './ticket-link.tsx';

/** After a donation, also one beside tickets: what the donor said, how far the fundraiser has come by it, and ways to others and back. */
export function GiftThanks(props: { order: ManagedOrder; isNew: boolean }) {
	const { order, isNew } = props;
	const { t } = useLingui();
	const { event } = order;
	const path = `/register/${event.slug}`;
	return (
		<section
			id="gift-thanks"
			aria-label={t`Your support`}
			className="flex min-w-0 flex-col gap-5 rounded-xl border border-hairline bg-surface p-5 shadow-lift"
		>
			<p className="text-lg [overflow-wrap:anywhere]">
				<Trans>
					Your donation supports <bdi className="font-medium">{event.title}</bdi>.
				</Trans>
			</p>
			<Words order={order} />
			<Progress order={order} isNew={isNew} />
			<div className="flex flex-col gap-2">
				<h2 className="text-sm font-medium">
					<Trans>Invite others to donate</Trans>
				</h2>
				<TicketLink path={`/register/${event.slug}`} subject={event.title} />
			</div>
			<ButtonLink to={path} variant="outline" className="self-start">{t`Back to the fundraiser`}</ButtonLink>
		</section>
	);
}

/** As the donor wall shows it: the message, for whom, and by whom. */
function Words({ order: { gift, buyer } }: { order: ManagedOrder }) {
	const { t } = useLingui();
	if (!gift) return null;
	const { honour, message } = gift;
	return (
		<figure className="flex flex-col gap-1 border-s-2 border-event ps-4 [overflow-wrap:anywhere]">
			{message ? (
				<blockquote className="whitespace-pre-line" dir="auto">
					{message}
				</blockquote>
			) : null}
			{honour ? (
				<p className="text-sm" dir="auto">
					{honour.kind === 'memory' ? t`In memory of ${honour.name}` : t`In honour of ${honour.name}`}
				</p>
			) : null}
			<figcaption className="text-sm text-muted" dir="auto">
				{gift.anonymous ? t`Given anonymously` : buyer.name}
			</figcaption>
		</figure>
	);
}

/** The bar of the fundraiser, which moves by the donation when the donor arrives. Its room is there before it is read. */
function Progress({ order, isNew }: { order: ManagedOrder; isNew: boolean }) {
	const { t } = useLingui();
	const formats = useFormats();
	const [fundraiser, setFundraiser] = useState<Fundraiser | null>(null);
	const [hasMoved, setMoved] = useState(!isNew);
	useEffect(() => {
		let isLeft = false;
		publicApi.call(getFundraiser, { params: { event: order.eventId }, hasBearer: false }).then(
			(found) => {
				if (!isLeft) setFundraiser(found);
			},
			// One that has ended or is behind a password: the thanks stand without it.
			() => {},
		);
		return () => {
			isLeft = true;
		};
	}, [order.eventId]);
	useEffect(() => {
		if (!fundraiser || hasMoved) return;
		// The bar as it was is painted first.
		const timer = setTimeout(() => setMoved(true), 400);
		return () => clearTimeout(timer);
	}, [fundraiser, hasMoved]);
	if (!fundraiser) return <div className="needs-script h-12" />;
	const { currency, goalMinor, raisedMinor } = fundraiser;
	const given = giftMinor(order);
	const shown = hasMoved ? raisedMinor : Math.max(0, raisedMinor - given);
	const raised = formats.money(raisedMinor, currency);
	const goal = formats.money(goalMinor, currency);
	return (
		<div className="flex min-h-12 flex-col gap-2">
			<p className="tabular-nums">
				<Trans>
					<strong className="font-semibold">{raised}</strong> raised of {goal}
				</Trans>
			</p>
			<ProgressBar
				label={t`Raised`}
				isLabelHidden
				tone="event"
				value={Math.min(shown, goalMinor)}
				max={goalMinor}
				className="motion-safe:[&_.bg-event]:duration-1000"
			/>
		</div>
	);
}

/** What was given beside tickets. */
const giftMinor = ({ lines }: ManagedOrder) =>
	lines.reduce(
		(sum, { kind, ticketTypeId, grossMinor }) =>
			kind === 'gift' && ticketTypeId === null ? sum + grossMinor : sum,
		0,
	);
