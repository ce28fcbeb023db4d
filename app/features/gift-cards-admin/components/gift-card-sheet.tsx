import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats } from '#app/lib/format.ts';
import { useSite } from '#app/shell/site.ts';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Money } from '#app/ui/money.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { Time } from '#app/ui/time.tsx';
import type { GiftCardDetail } from '#shared/contracts/organiser-gift-cards.ts';
import { useGiftCard } from '../api.ts';
import { movementLabels, originLabels, shownState, stateLabels, stateTones } from '../labels.ts';
import { CardActions } from './card-actions.tsx';

interface OpenCard {
	organisation: string;
	isSandbox: boolean;
	card: string;
	canManage: boolean;
	canRefund: boolean;
	confirmed: Confirmed;
}

/** One gift card: what it is, what happened to its balance, and what can be done with it. */
export function GiftCardSheet(props: OpenCard & { onClose: () => void }) {
	const { t } = useLingui();
	const last4 = useGiftCard(props.organisation, props.card).data?.last4;
	return (
		<Sheet isOpen onClose={props.onClose} title={last4 ? t`Gift card ···· ${last4}` : t`Gift card`}>
			<Content {...props} />
		</Sheet>
	);
}

function Content(props: OpenCard) {
	const card = useGiftCard(props.organisation, props.card);
	if (card.data)
		return (
			<div className="flex flex-col gap-6">
				<Head card={card.data} />
				{props.canManage || props.canRefund ? <CardActions {...props} card={card.data} /> : null}
				<Facts card={card.data} />
				<Movements card={card.data} />
			</div>
		);
	if (card.isPending) return <Skeleton className="h-80" />;
	return <ErrorCallout error={card.error} onRetry={card.refetch} />;
}

function Head({ card }: { card: GiftCardDetail }) {
	const { i18n, t } = useLingui();
	const formats = useFormats();
	const state = shownState(card);
	return (
		<div className="flex flex-col gap-1" role="status">
			<div className="flex flex-wrap items-center gap-3">
				<Money className="text-2xl font-semibold">{formats.money(card.balanceMinor, card.currency)}</Money>
				<StatusBadge tone={stateTones[state]}>{i18n._(stateLabels[state])}</StatusBadge>
			</div>
			<p className="text-sm text-muted">
				<Trans>left of {formats.money(card.issuedMinor, card.currency)}</Trans>
			</p>
			{card.blockedBy === 'dispute' ? (
				<p className="text-sm text-muted">
					{t`Blocked because the buyer’s bank disputes its payment. It is unblocked when you win the dispute.`}
				</p>
			) : null}
			{card.isTest ? (
				<p className="text-sm text-muted">{t`Paid for in test mode: it pays only for orders in test mode.`}</p>
			) : null}
		</div>
	);
}

function Facts({ card }: { card: GiftCardDetail }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const { hasEmail } = useSite();
	const isSent = card.sentAt !== null && hasEmail;
	const at = (instant: string | null) => (instant ? formats.dateTime(instant, timeZone) : '');
	const person = (name: string, email: string) => (name && email ? `${name}, ${email}` : name || email);
	return (
		<section className="flex flex-col gap-2">
			<h3 className="text-sm font-semibold">
				<Trans>Details</Trans>
			</h3>
			<DescriptionList
				facts={[
					[t`For`, person(card.recipientName, card.recipientEmail)],
					[t`Bought by`, person(card.buyerName, card.buyerEmail)],
					[t`Payment`, i18n._(originLabels[card.origin])],
					[t`Issued`, at(card.issuedAt)],
					[
						t`Expires`,
						card.expiresOn ? formats.shortDate(`${card.expiresOn}T00:00:00Z`, 'UTC') : t`No expiry date`,
					],
					// Without email it waits on this site until email is set up.
					[t`Sent`, isSent ? at(card.sentAt) : ''],
					[t`To be sent`, isSent ? '' : card.sentAt ? t`Once email is set up` : at(card.sendAt)],
					[t`Note`, card.note],
				]}
			/>
		</section>
	);
}

function Movements({ card }: { card: GiftCardDetail }) {
	const { i18n } = useLingui();
	const formats = useFormats();
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	return (
		<section className="flex flex-col gap-2">
			<h3 id="movements" className="text-sm font-semibold">
				<Trans>Activity</Trans>
			</h3>
			{card.movements.length === 0 ? (
				<p className="text-sm text-muted">
					<Trans>Nothing was paid with this gift card yet.</Trans>
				</p>
			) : (
				<ul aria-labelledby="movements" className="divide-y text-sm">
					{card.movements.map(({ kind, amountMinor, at, order }) => (
						<li key={`${kind} ${at} ${order?.id}`} className="flex items-start justify-between gap-4 py-2.5">
							<div className="flex min-w-0 flex-col">
								<span className="font-medium">{i18n._(movementLabels[kind])}</span>
								{order ? (
									<Link
										to={`/events/${order.eventId}/orders/${order.id}`}
										className="link self-start [overflow-wrap:anywhere]"
									>
										<Trans>
											Order {order.code}, {order.eventTitle}
										</Trans>
									</Link>
								) : null}
								<Time dateTime={at} className="text-compact text-muted">
									{formats.dateTime(at, timeZone)}
								</Time>
							</div>
							<Money className="font-medium">{formats.money(amountMinor, card.currency)}</Money>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
