import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useParams } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { Callout } from '#app/ui/callout.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { TicketType } from '#shared/contracts/tickets.ts';
import type { Offer } from '../use-live-types.ts';

/*
 * Notes that only some ticket types need: the page of an event without them does not load it.
 */

/** Why a type cannot be taken now, as a word. */
export function SaleBadge({ type }: { type: TicketType }) {
	const { t } = useLingui();
	switch (type.state) {
		case 'sold_out':
			return <StatusBadge tone="warning">{t`Sold out`}</StatusBadge>;
		case 'not_yet':
			return <StatusBadge tone="pending">{t`Not open yet`}</StatusBadge>;
		case 'ended':
			return <StatusBadge tone="neutral">{t`Ended`}</StatusBadge>;
		case 'closed':
			return <StatusBadge tone="neutral">{t`Closed`}</StatusBadge>;
		case 'unavailable':
			return <StatusBadge tone="pending">{t`Not on sale`}</StatusBadge>;
		default:
			return <StatusBadge tone="warning">{t`Not enough left`}</StatusBadge>;
	}
}

/** The path of the waitlist, with the code that the page was opened with. */
export const waitlistPath = (event: string, { code }: Pick<Offer, 'code'>) =>
	`/events/${event}/waitlist${code ? `?code=${encodeURIComponent(code.code)}` : ''}`;

/** Beside tickets that are on sale: the way to those that are not. */
export function WaitlistLink({ offer }: { offer: Offer }) {
	const { event = '' } = useParams();
	return (
		<p className="text-sm">
			<Trans>Is your ticket sold out?</Trans>{' '}
			<Link to={waitlistPath(event, offer)} className="link">
				<Trans>Join the waitlist</Trans>
			</Link>
		</p>
	);
}

/** Rules of a type that a buyer should know before choosing. */
export function Notes({ type, most, timeZone }: { type: TicketType; most: number; timeZone: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const count = formats.number;
	const notes: string[] = [];
	if (type.needsApproval) notes.push(t`Approval needed`);
	if (type.state === 'not_yet' && type.salesStartAt)
		notes.push(t`Opens ${formats.dateTime(type.salesStartAt, timeZone)}`);
	if (type.state === 'on_sale' && type.salesEndAt)
		notes.push(t`Until ${formats.dateTime(type.salesEndAt, timeZone)}`);
	if (type.admits > 1) notes.push(t`Valid for ${count(type.admits)} people`);
	if (type.state === 'on_sale' && (most === 0 || type.minPerOrder > 1))
		notes.push(t`Minimum ${count(type.minPerOrder)} per order`);
	if (notes.length === 0) return null;
	return <p className="text-compact text-muted">{notes.join(' · ')}</p>;
}

/** Where the form is begun: the last tickets were taken meanwhile. */
export function LastOnesGone() {
	const { t } = useLingui();
	return (
		<Callout tone="warning" isUrgent title={t`Sold out`}>
			<Trans>The last tickets just went. Your details are saved; try again if one frees up.</Trans>
		</Callout>
	);
}
