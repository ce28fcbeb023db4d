import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, CircleX, Rss } from 'lucide-react';
import { ComponentRow } from '#app/features/status/components/component-row.tsx';
import { IncidentCard } from '#app/features/status/components/incident-card.tsx';
import { useFormats } from '#app/lib/format.ts';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { getStatus, type StatusReport } from '#shared/contracts/status.ts';
import { STATUS_DAYS } from '#shared/rules/periods.ts';
import type { Route } from './+types/status';

export const headers = publicPageHeaders(5);
export const handle = publicPageHandle();

export async function loader({ context, request }: Route.LoaderArgs) {
	return { report: await serverApi({ context, request }).call(getStatus, {}) };
}

export default function StatusPage({ loaderData }: Route.ComponentProps) {
	const { report } = loaderData;
	const { t } = useLingui();
	const open = report.incidents.filter(({ state }) => state !== 'resolved' && state !== 'scheduled');
	const planned = report.incidents.filter(({ state }) => state === 'scheduled');
	const past = report.incidents.filter(({ state }) => state === 'resolved');
	return (
		<div className="page-width flex w-full max-w-[60rem] flex-col gap-10 py-10 md:py-16">
			<PublicHead
				title={t`Status`}
				description={t`Current status and 90-day uptime, measured every minute.`}
				path="/status"
				imageUrl={pictureOf('status')}
			/>
			<link rel="alternate" type="application/atom+xml" title={t`Status`} href="/status.atom" />
			<header className="flex flex-col gap-6">
				<h1 tabIndex={-1} className="title-event">
					<Trans>Status</Trans>
				</h1>
				<Summary report={report} />
			</header>
			{report.isComplete ? null : (
				<Callout tone="danger" title={<Trans>The database isn’t responding</Trans>}>
					<Trans>You see the last known state. Tickets already issued stay valid.</Trans>
				</Callout>
			)}
			<Incidents title={t`Now`} incidents={open} />
			<Incidents title={t`Scheduled`} incidents={planned} />
			<section aria-labelledby="parts">
				<h2 id="parts" className="pb-3 text-lg font-semibold">
					<Trans>Components</Trans>
				</h2>
				<ul className="flex flex-col divide-y rounded-xl border bg-surface">
					{report.components.map((component) => (
						<ComponentRow key={component.id} component={component} now={report.now} />
					))}
				</ul>
				<p className="mt-3 max-w-measure text-compact text-muted">
					<Trans>
						Every minute we request a page, run a query, time the queues, and write and read a file. Minutes
						in which the whole site was off are not recorded.
					</Trans>
				</p>
			</section>
			<section aria-labelledby="past" className="flex flex-col gap-3">
				<h2 id="past" className="text-lg font-semibold">
					<Trans>Last {STATUS_DAYS} days</Trans>
				</h2>
				{past.length === 0 ? (
					<p className="text-muted">
						<Trans>No incidents reported</Trans>
					</p>
				) : (
					past.map((incident) => <IncidentCard key={incident.id} incident={incident} />)
				)}
			</section>
			<a
				href="/status.atom"
				className="inline-flex min-h-11 items-center gap-2 self-start text-sm text-muted hover:text-ink hover:underline"
			>
				<Icon icon={Rss} />
				<Trans>RSS feed</Trans>
			</a>
		</div>
	);
}

function Incidents({ title, incidents }: { title: string; incidents: StatusReport['incidents'] }) {
	if (incidents.length === 0) return null;
	return (
		<section aria-label={title} className="flex flex-col gap-3">
			<h2 className="text-lg font-semibold">{title}</h2>
			{incidents.map((incident) => (
				<IncidentCard key={incident.id} incident={incident} />
			))}
		</section>
	);
}

/** The whole in one line. A part that nobody looked at is not called fine. */
function Summary({ report }: { report: StatusReport }) {
	const formats = useFormats();
	const states = report.components.map(({ state }) => state);
	const isDown = states.includes('down');
	const isImpaired = states.includes('degraded');
	const isUnknown = states.every((state) => state === null);
	const look = isDown
		? { icon: CircleX, className: 'bg-danger-tint text-danger' }
		: isImpaired || isUnknown
			? { icon: CircleAlert, className: 'bg-warning-tint text-warning' }
			: { icon: CircleCheck, className: 'bg-success-tint text-success' };
	return (
		<div className={`flex items-center gap-4 rounded-xl p-5 md:p-6 ${look.className}`}>
			<Icon icon={look.icon} size={20} className="size-8 shrink-0" />
			<div>
				<p className="text-lg font-semibold">
					{isDown ? (
						<Trans>Major outage</Trans>
					) : isUnknown ? (
						<Trans>Status unknown</Trans>
					) : isImpaired ? (
						<Trans>Degraded performance</Trans>
					) : (
						<Trans>All systems operational</Trans>
					)}
				</p>
				{report.checkedAt ? (
					<p className="text-sm">
						<Trans>Updated {formats.dateTime(report.checkedAt, 'UTC')} UTC</Trans>
					</p>
				) : null}
			</div>
		</div>
	);
}
