import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { BarChart3, CalendarClock, Rocket, ScanLine, Share2, Users } from 'lucide-react';
import { Link } from 'react-router';
import { daysUntil, type NextStep, nextStep } from '#app/features/events/next-step.ts';
import { useFormats } from '#app/lib/format.ts';
import { EventStatus } from '#app/shell/event-workspace.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import type { LucideIcon } from '#app/ui/icon.tsx';
import { Money } from '#app/ui/money.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { Dashboard } from '#shared/contracts/dashboard.ts';
import type { EventCard } from '#shared/contracts/events.ts';
import { eventState } from '#shared/rules/event-state.ts';

/** The event that comes next: how long, how full, what it brought in, and the one thing to do now. */
export function NextEvent(props: { event: NonNullable<Dashboard['next']>; mayCheckIn: boolean }) {
	const { event, mayCheckIn } = props;
	const formats = useFormats();
	const now = new Date();
	const when = formats.when(event);
	const { figures } = event;
	const step = nextStep(event, figures?.confirmed, now);
	return (
		<section
			aria-labelledby="next-event"
			className="event-theme overflow-hidden rounded-xl border border-hairline bg-linear-to-r from-event-wash to-surface"
			style={{ '--event-hue': event.themeHue }}
		>
			<div className="grid md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
				<img
					src={event.cover.url}
					alt=""
					width={640}
					height={360}
					className="aspect-16/9 size-full object-cover md:aspect-auto"
				/>
				<div className="flex min-w-0 flex-col gap-5 p-6">
					<div className="min-w-0">
						<div className="flex flex-wrap items-center gap-2">
							<EventStatus status={event.status} />
							<Countdown event={event} now={now} />
						</div>
						<h2
							id="next-event"
							className="mt-2 font-display text-2xl leading-tight font-semibold [overflow-wrap:anywhere]"
							dir="auto"
						>
							<Link to={`/events/${event.id}/overview`} className="hover:underline">
								{event.title}
							</Link>
						</h2>
						<p className="mt-1 text-sm text-muted">{[when.date, when.time].filter(Boolean).join(' · ')}</p>
					</div>
					{figures && event.status !== 'draft' ? <Taken {...figures} /> : null}
					<NetRevenue event={event} />
					<div className="flex flex-wrap gap-2">
						<StepButton event={event} step={step} mayCheckIn={mayCheckIn} />
						<ButtonLink to={`/events/${event.id}/edit`} variant="outline">
							<Trans>Edit</Trans>
						</ButtonLink>
					</div>
				</div>
			</div>
		</section>
	);
}

/** Revenue of the event, less tax, refunds and fees; hidden before the first sale. */
function NetRevenue({ event }: { event: NonNullable<Dashboard['next']> }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { net, isTest } = event;
	if (!net || net.length === 0) return null;
	return (
		<p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
			<Link to={`/events/${event.id}/money`} className="link">
				{t`Net revenue`}
			</Link>
			{net.map(({ netMinor, currency }) => (
				<Money key={currency} className="font-medium">
					{formats.money(netMinor, currency)}
				</Money>
			))}
			{isTest ? <Badge variant="outline">{t`Test mode`}</Badge> : null}
		</p>
	);
}

function Countdown({ event, now }: { event: EventCard; now: Date }) {
	const state = eventState({ ...event, status: 'published' }, now);
	const days = daysUntil(event.startsAt, event.timeZone, now);
	if (event.status === 'cancelled' || state === 'ended') return null;
	return (
		<p className="text-sm font-medium text-event-ink">
			{state === 'ongoing' ? (
				<Trans>Happening now</Trans>
			) : days === 0 ? (
				<Trans>Today</Trans>
			) : days === 1 ? (
				<Trans>Tomorrow</Trans>
			) : (
				<Plural value={days} one="in # day" other="in # days" />
			)}
		</p>
	);
}

function Taken({ confirmed, capacity }: { confirmed: number; capacity: number | null }) {
	const { t } = useLingui();
	const formats = useFormats();
	const taken = formats.number(confirmed);
	if (capacity === null) {
		return (
			<p className="text-sm">
				<Plural value={confirmed} one="# registered" other="# registered" />
			</p>
		);
	}
	const size = formats.number(capacity);
	return (
		<ProgressBar
			label={t`Registered`}
			value={confirmed}
			max={capacity}
			detail={t`${taken} of ${size}`}
			tone="event"
			className="max-w-sm"
		/>
	);
}

function StepButton(props: { event: EventCard; step: NextStep; mayCheckIn: boolean }) {
	const { event, step, mayCheckIn } = props;
	const { t } = useLingui();
	const base = `/events/${event.id}`;
	const steps: Record<NextStep, { label: string; to: string; icon: LucideIcon }> = {
		publish: { label: t`Continue setup`, to: `${base}/edit`, icon: Rocket },
		reschedule: { label: t`Set new date`, to: `${base}/edit#times`, icon: CalendarClock },
		share: { label: t`Share event`, to: `${base}/share`, icon: Share2 },
		guests: { label: t`View guests`, to: `${base}/guests`, icon: Users },
		door: mayCheckIn
			? { label: t`Start check-in`, to: `/qr-scanner/${event.code}`, icon: ScanLine }
			: { label: t`Check-in`, to: `${base}/door?tab=live`, icon: ScanLine },
		review: { label: t`View results`, to: `${base}/overview`, icon: BarChart3 },
	};
	const { label, to, icon } = steps[step];
	return (
		<ButtonLink to={to} icon={icon}>
			{label}
		</ButtonLink>
	);
}
