import { Plural, Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import {
	BadgeCheck,
	CalendarClock,
	Download,
	Gauge,
	MailCheck,
	ShieldCheck,
	TriangleAlert,
	Undo2,
	UserPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Icon, type LucideIcon } from '#app/ui/icon.tsx';
import type { Notice, NoticeKind } from '#shared/contracts/notices.ts';
import { ownershipOfferDays } from '#shared/contracts/team-ownership.ts';
import { bankDetailsHours } from '#shared/rules/payment-details.ts';

const ICONS: Record<NoticeKind, LucideIcon> = {
	security: ShieldCheck,
	'export-ready': Download,
	'plan-limit': Gauge,
	'cards-tried': TriangleAlert,
	'dispute-opened': TriangleAlert,
	'dispute-won': ShieldCheck,
	'dispute-lost': TriangleAlert,
	'payout-failed': TriangleAlert,
	'refund-requested': Undo2,
	'withdrawal-received': Undo2,
	'approval-asked': UserPlus,
	'payment-details': ShieldCheck,
	'publishing-failed': TriangleAlert,
	'message-reviewed': MailCheck,
	'list-narrowed': TriangleAlert,
	'two-factor-needed': ShieldCheck,
	'ownership-offered': UserPlus,
	'cash-difference': TriangleAlert,
	'goal-reached': BadgeCheck,
	'page-reported': TriangleAlert,
	'report-ready': Download,
	'report-stopped': TriangleAlert,
	reminders: CalendarClock,
	registrations: UserPlus,
	'door-conflicts': TriangleAlert,
};

/** Where a notice leads. */
function targetOf({ kind, event, organisation }: Notice): string {
	const slug = event?.slug ?? '';
	const reports = `/custom-reports${organisation ? `?organisation=${organisation.id}` : ''}`;
	const money = `/money${organisation ? `?organisation=${organisation.id}` : ''}`;
	return {
		security: '/settings/security',
		'export-ready': '/settings/data',
		'plan-limit': '/settings/plan',
		// Sent without an organisation: to administrators.
		'cards-tried': organisation ? `/events/${slug}/orders` : '/admin/payments?filter=failed',
		'dispute-opened': money,
		'dispute-won': money,
		'dispute-lost': money,
		'payout-failed': money,
		'refund-requested': `/events/${slug}/orders`,
		'withdrawal-received': `/money/withdrawals${organisation ? `?organisation=${organisation.id}` : ''}`,
		'approval-asked': `/events/${slug}/orders?state=awaiting_approval`,
		'payment-details': `/stripe-connect-demo${organisation ? `?organisation=${organisation.id}` : ''}`,
		'publishing-failed': `/event-review?event=${slug}`,
		'message-reviewed': event ? `/events/${slug}/messages` : '/dashboard',
		'list-narrowed': `/events/${slug}/door`,
		'two-factor-needed': '/settings/security',
		'ownership-offered': '/staff-management',
		'cash-difference': `/events/${slug}/door?tab=sales`,
		'goal-reached': `/events/${slug}/fundraiser`,
		'page-reported': `/events/${slug}/fundraiser`,
		'report-ready': `${reports}${organisation ? '&' : '?'}view=files`,
		'report-stopped': reports,
		reminders: `/events/${slug}`,
		registrations: `/events/${slug}/guests`,
		'door-conflicts': `/events/${slug}/door`,
	}[kind];
}

/** One line of a day: what happened, when, and the way there. Going there is reading it. */
export function NoticeRow({ notice, onRead }: { notice: Notice; onRead: () => void }) {
	const formats = useFormats();
	const { t } = useLingui();
	const zone = useViewerTimeZone() ?? 'UTC';
	return (
		<li>
			<Link
				to={targetOf(notice)}
				onClick={onRead}
				className="flex items-start gap-4 px-5 py-4 transition-colors hover:bg-ink/4"
			>
				<span
					className={clsx(
						'grid size-9 shrink-0 place-content-center rounded-full',
						notice.isRead ? 'bg-ink/6 text-muted' : 'bg-accent-tint text-accent',
					)}
				>
					<Icon icon={ICONS[notice.kind]} size={16} />
				</span>
				<span className="min-w-0 flex-1">
					<span className={clsx('block text-sm', notice.isRead ? 'text-muted' : 'font-medium')}>
						<NoticeText notice={notice} />
					</span>
					<time dateTime={notice.toldAt} className="block text-compact text-muted">
						{formats.time(notice.toldAt, zone)}
					</time>
				</span>
				{notice.isRead ? null : (
					<span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
						<span className="sr-only">{t`Unread`}</span>
					</span>
				)}
			</Link>
		</li>
	);
}

function NoticeText({ notice }: { notice: Notice }) {
	const formats = useFormats();
	const { kind, event, guests, change } = notice;
	const title = event?.title ?? '';
	const organisation = notice.organisation?.name;
	const about = event?.title ?? organisation ?? '';
	if (kind === 'security') return <SecurityWords change={change} />;
	if (kind === 'export-ready') return <Trans>Your data export is ready. Available for one day.</Trans>;
	if (kind === 'plan-limit') return <LimitWords {...notice} />;
	if (kind === 'report-ready')
		return organisation ? (
			<Trans>The file of your report of {organisation} is ready.</Trans>
		) : (
			<Trans>The file of your report is ready.</Trans>
		);
	if (kind === 'report-stopped')
		return organisation ? (
			<Trans>A report of {organisation} is no longer sent. See why and turn it on again.</Trans>
		) : (
			<Trans>A report is no longer sent. See why and turn it on again.</Trans>
		);
	if (kind === 'two-factor-needed')
		return <Trans>{about} requires 2FA. Set it up to keep working in the organization.</Trans>;
	if (kind === 'ownership-offered')
		return (
			<Trans>
				You’re offered ownership of {about}. Accept or decline it within {ownershipOfferDays} days.
			</Trans>
		);
	if (kind === 'door-conflicts') return <Trans>A ticket was checked in twice at {title}.</Trans>;
	if (kind === 'cards-tried' && !organisation)
		return (
			<Trans>
				Cards are being tested at {title}: many were declined. For now, every buyer’s bank asks for a
				confirmation. Check the payments.
			</Trans>
		);
	if (kind === 'cards-tried')
		return (
			<Trans>
				Many cards were declined at {title}. They may be stolen: for now, every buyer’s bank asks for a
				confirmation.
			</Trans>
		);
	if (kind === 'dispute-opened')
		return (
			<Trans>A buyer’s bank disputes a payment for {about}. See by when to answer, and with what.</Trans>
		);
	if (kind === 'dispute-won') return <Trans>A dispute over a payment for {about} was won.</Trans>;
	if (kind === 'dispute-lost')
		return <Trans>A dispute over a payment for {about} was lost: the money went back to the buyer.</Trans>;
	if (kind === 'payout-failed')
		return <Trans>A payout to {about} failed. See why, and check the bank account.</Trans>;
	if (kind === 'refund-requested') return <Trans>A buyer asks for a refund of tickets for {title}.</Trans>;
	if (kind === 'withdrawal-received')
		return <Trans>A buyer withdrew from a contract with {organisation}. Decide about it.</Trans>;
	if (kind === 'approval-asked') return <Trans>Orders for {title} wait for your approval.</Trans>;
	if (kind === 'payment-details') return <DetailsWords change={change} about={about} />;
	if (kind === 'publishing-failed')
		return <Trans>{title} was not published at the time you planned. See why.</Trans>;
	if (kind === 'message-reviewed')
		return change === 'refused' ? (
			<Trans>A message to guests of {about} was refused after review. See why.</Trans>
		) : (
			<Trans>A message to guests of {about} was released after review.</Trans>
		);
	if (kind === 'list-narrowed')
		return (
			<Trans>
				Check-in list “{change}” of {title} now refuses some guests it accepted before. Check its tickets and
				times.
			</Trans>
		);
	if (kind === 'cash-difference')
		return (
			<Trans>The cash counted in a drawer at {title} is not what was expected. See the difference.</Trans>
		);
	if (kind === 'goal-reached') return <Trans>The fundraiser of {title} has reached its goal.</Trans>;
	if (kind === 'page-reported')
		return <Trans>A visitor reported a supporter’s page of {title}. Check it, and hide it if need be.</Trans>;
	if (kind === 'reminders') {
		const when = event ? formats.dateTime(event.startsAt, event.timeZone) : '';
		return (
			<Trans>
				Soon: {title}, {when}
			</Trans>
		);
	}
	return (
		<Plural
			value={guests ?? 0}
			one={`# new registration for ${title}`}
			other={`# new registrations for ${title}`}
		/>
	);
}

function LimitWords({ change, percent, event }: Notice): ReactNode {
	const title = event?.title ?? '';
	if (change === 'liveEvents')
		return percent === 100 ? (
			<Trans>All live events of your plan are in use. Upgrade to publish more.</Trans>
		) : (
			<Trans>{percent} % of the live events of your plan are in use.</Trans>
		);
	if (change === 'staffLinks')
		return percent === 100 ? (
			<Trans>All staff links of your plan are in use. Upgrade to make more.</Trans>
		) : (
			<Trans>{percent} % of the staff links of your plan are in use.</Trans>
		);
	return percent === 100 ? (
		<Trans>{title} has as many guests as your plan allows. Upgrade to take more.</Trans>
	) : (
		<Trans>
			{title} has {percent} % of the guests that your plan allows.
		</Trans>
	);
}

function DetailsWords({ change, about }: { change: string | null; about: string }): ReactNode {
	switch (change) {
		case 'transfer-requested':
			return (
				<Trans>
					Bank details of {about} will change in {bankDetailsHours} hours. Check who changed them.
				</Trans>
			);
		case 'transfer-confirmed':
			return <Trans>New bank details of {about} were confirmed. Buyers see them now.</Trans>;
		case 'transfer-withdrawn':
			return <Trans>The change of bank details of {about} was cancelled.</Trans>;
		case 'account-opened':
			return <Trans>{about} has a new payment account.</Trans>;
		case 'account-disconnected':
			return <Trans>The payment account of {about} was disconnected.</Trans>;
		default:
			return <Trans>{about} has new bank details. Check who changed them.</Trans>;
	}
}

function SecurityWords({ change }: { change: string | null }): ReactNode {
	switch (change) {
		case 'password-changed':
			return <Trans>Your password was changed.</Trans>;
		case 'two-factor-on':
			return <Trans>Two-factor authentication was turned on.</Trans>;
		case 'two-factor-off':
			return <Trans>Two-factor authentication was turned off.</Trans>;
		case 'recovery-codes-new':
			return <Trans>New recovery codes were created. The old ones no longer work.</Trans>;
		case 'recovery-code-used':
			return <Trans>A recovery code was used to log in.</Trans>;
		case 'email-changed':
			return <Trans>Your email address was changed.</Trans>;
		case 'provider-linked':
			return <Trans>A login provider was connected to your account.</Trans>;
		case 'provider-unlinked':
			return <Trans>A login provider was disconnected from your account.</Trans>;
		default:
			return <Trans>Your account’s security settings were changed.</Trans>;
	}
}
