import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Radio } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { Verdict } from '#shared/contracts/check-in.ts';
import type { EventFigures } from '#shared/contracts/guest-list.ts';
import { Bars } from './bars.tsx';
import { TitledSection } from './titled-section.tsx';

/** The latest scans with their verdicts. */
export function RecentCheckIns(props: { figures: EventFigures; timeZone: string; isLive: boolean }) {
	const formats = useFormats();
	const labels = useVerdictLabels();
	const { recentCheckIns } = props.figures;
	return (
		<section className="flex flex-col gap-3" aria-labelledby="recent-check-ins">
			<div className="flex items-center gap-3">
				<h2 id="recent-check-ins" className="text-lg font-medium">
					<Trans>Recent check-ins</Trans>
				</h2>
				{props.isLive ? (
					<StatusBadge tone="live" icon={Radio}>
						<Trans>Live</Trans>
					</StatusBadge>
				) : null}
			</div>
			{recentCheckIns.length === 0 ? (
				<p className="rounded-lg border border-dashed border-edge p-6 text-center text-muted">
					<Trans>No scans yet</Trans>
				</p>
			) : (
				<ol className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
					{recentCheckIns.map((scan) => (
						<li
							key={`${scan.at}${scan.guestName}`}
							className="flex items-center justify-between gap-3 px-4 py-3"
						>
							<div className="min-w-0">
								<p className="truncate font-medium" dir="auto">
									{scan.guestName || labels[scan.verdict]}
								</p>
								<p className="truncate text-sm text-muted">
									{[formats.time(scan.at, props.timeZone), scan.device].filter(Boolean).join(' · ')}
								</p>
							</div>
							<StatusBadge tone={scan.verdict === 'accepted' ? 'success' : 'warning'}>
								{labels[scan.verdict]}
							</StatusBadge>
						</li>
					))}
				</ol>
			)}
		</section>
	);
}

export function useVerdictLabels(): Record<Verdict, string> {
	const { t } = useLingui();
	return {
		accepted: t`Checked in`,
		already_checked_in: t`Already checked in`,
		wrong_event: t`Wrong event`,
		cancelled: t`Cancelled`,
		unpaid: t`Unpaid or incomplete`,
		not_yet_valid: t`Not yet valid`,
		unknown_code: t`Unknown code`,
		wrong_list: t`Wrong check-in list`,
		no_longer_valid: t`Closed`,
		left: t`Checked out`,
		not_inside: t`Not checked in`,
		conflict: t`Conflict`,
	};
}

/** Registrations of the last thirty days as bars, with the numbers as a table for those who do not see them. */
export function RegistrationsChart({ figures }: { figures: EventFigures }) {
	const { t } = useLingui();
	const formats = useFormats();
	const days = figures.registrationsByDay;
	const most = Math.max(1, ...days.map((day) => day.count));
	const total = days.reduce((sum, day) => sum + day.count, 0);
	return (
		<TitledSection title={<Trans>Registrations, last 30 days</Trans>}>
			{total === 0 ? (
				<p className="rounded-lg border border-dashed border-edge p-6 text-center text-muted">
					<Trans>No registrations in the last 30 days</Trans>
				</p>
			) : (
				<figure className="rounded-lg border border-hairline bg-surface p-4">
					<Bars
						className="h-40 items-end gap-1"
						bar="min-h-px rounded-t-sm bg-accent"
						rows={days.map(({ on, count }) => ({
							key: on,
							label: formats.date(`${on}T12:00:00Z`, 'UTC'),
							value: count,
						}))}
					/>
					<figcaption className="mt-2 grid grid-cols-2 gap-y-1 text-sm text-muted">
						<span>{days[0] ? formats.shortDate(`${days[0].on}T12:00:00Z`, 'UTC') : ''}</span>
						<span className="text-end">
							{days.at(-1) ? formats.shortDate(`${days.at(-1)?.on}T12:00:00Z`, 'UTC') : ''}
						</span>
						<span className="col-span-2 text-center">
							{t`${plural(total, { one: '# registration', other: '# registrations' })} · peak ${formats.number(most)}/day`}
						</span>
					</figcaption>
					<table className="sr-only">
						<caption>{t`Registrations by day`}</caption>
						<tbody>
							{days
								.filter((day) => day.count > 0)
								.map((day) => (
									<tr key={day.on}>
										<th scope="row">{formats.date(`${day.on}T12:00:00Z`, 'UTC')}</th>
										<td>{formats.number(day.count)}</td>
									</tr>
								))}
						</tbody>
					</table>
				</figure>
			)}
		</TitledSection>
	);
}
