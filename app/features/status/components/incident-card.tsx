import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { Incident, StatusComponent } from '#shared/contracts/status.ts';
import { componentNames, incidentStateNames } from '../api.ts';

function toneOf(incident: Incident): StatusTone {
	if (incident.state === 'resolved') return 'success';
	if (incident.state === 'scheduled') return 'info';
	return incident.impact === 'down' ? 'danger' : 'warning';
}

/** One incident or planned work with its updates, newest first. */
export function IncidentCard({ incident, actions }: { incident: Incident; actions?: ReactNode }) {
	const { i18n } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const at = (instant: string) => `${formats.dateTime(instant, zone)}${zone === 'UTC' ? ' UTC' : ''}`;
	const names = incident.components
		.filter((one): one is StatusComponent => one in componentNames)
		.map((one) => i18n._(componentNames[one]));
	return (
		<article id={incident.id} className="scroll-mt-24 rounded-xl border bg-surface p-5 md:p-6">
			<header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
				<div className="min-w-0">
					<h3 dir="auto" className="font-semibold">
						{incident.title}
					</h3>
					<p className="mt-0.5 text-compact text-muted">
						<time dateTime={incident.startsAt}>{at(incident.startsAt)}</time>
						{incident.endsAt ? ` – ${at(incident.endsAt)}` : null}
						{names.length > 0 ? ` · ${formats.list(names)}` : null}
					</p>
				</div>
				<StatusBadge tone={toneOf(incident)}>{i18n._(incidentStateNames[incident.state])}</StatusBadge>
			</header>
			<ol className="mt-4 flex flex-col gap-4 border-s ps-4">
				{incident.updates.map((update) => (
					<li key={update.id}>
						<p className="text-compact text-muted">
							<strong className="font-medium text-ink">{i18n._(incidentStateNames[update.state])}</strong>
							{' · '}
							<time dateTime={update.createdAt}>{at(update.createdAt)}</time>
						</p>
						<p
							dir="auto"
							className="mt-0.5 max-w-measure text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
						>
							{update.message}
						</p>
					</li>
				))}
			</ol>
			{actions ? <div className="mt-5">{actions}</div> : null}
			{incident.kind === 'maintenance' ? (
				<p className="sr-only">
					<Trans>Scheduled maintenance</Trans>
				</p>
			) : null}
		</article>
	);
}
