import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { useFormats } from '#app/lib/format.ts';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { CheckState, ComponentStatus } from '#shared/contracts/status.ts';
import { STATUS_DAYS } from '#shared/rules/periods.ts';
import { checkNames, componentNames } from '../api.ts';

/** The newest of them, which fit on a phone. */
const PHONE_DAYS = 30;
const dayMs = 86_400_000;
const TONES = { ok: 'success', degraded: 'warning', down: 'danger' } as const;

export function CheckBadge({ state }: { state: CheckState | null }) {
	const { i18n } = useLingui();
	if (!state) {
		return (
			<StatusBadge tone="pending">
				<Trans>Unknown</Trans>
			</StatusBadge>
		);
	}
	return <StatusBadge tone={TONES[state]}>{i18n._(checkNames[state])}</StatusBadge>;
}

/** One part: its state now, and a bar for each of the last 90 days (30 on a phone). */
export function ComponentRow({ component, now }: { component: ComponentStatus; now: string }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const byDay = new Map(component.days.map((day) => [day.day, day]));
	const today = Date.parse(now);
	const bars = Array.from({ length: STATUS_DAYS }, (_, index) => {
		const at = new Date(today - (STATUS_DAYS - 1 - index) * dayMs).toISOString().slice(0, 10);
		return { at, day: byDay.get(at) };
	});
	const name = i18n._(componentNames[component.id]);
	if (component.note === 'not-configured') {
		return (
			<li className="flex flex-col gap-2 px-5 py-4 md:px-6 md:py-5">
				<div className="flex flex-wrap items-center justify-between gap-2">
					<h3 className="font-medium">{name}</h3>
					<StatusBadge tone="neutral">
						<Trans>Not configured</Trans>
					</StatusBadge>
				</div>
				<p className="max-w-measure text-sm text-muted">
					<Trans>
						Email isn’t set up on this site. Guests open their tickets from the confirmation page.
					</Trans>
				</p>
			</li>
		);
	}
	const bad = component.days.filter(({ down, degraded }) => down + degraded > 0).length;
	return (
		<li className="flex flex-col gap-3 px-5 py-4 md:px-6 md:py-5">
			<div className="flex flex-wrap items-center justify-between gap-2">
				<h3 className="font-medium">{name}</h3>
				<CheckBadge state={component.state} />
			</div>
			{component.note === 'some-delayed' && (
				<p className="max-w-measure text-sm text-muted">
					<Trans>
						Some tasks of single organisations failed and are tried again. Everyone else’s run as usual.
					</Trans>
				</p>
			)}
			<div aria-hidden="true" className="flex h-8 items-stretch gap-px md:gap-0.5">
				{bars.map(({ at, day }, index) => (
					<span
						key={at}
						title={`${formats.date(`${at}T12:00:00Z`, 'UTC')}: ${day ? formats.percent(shareOf(day)) : '–'}`}
						className={clsx(
							'flex-1 rounded-[2px]',
							index < STATUS_DAYS - PHONE_DAYS && 'max-md:hidden',
							colourOf(day),
						)}
					/>
				))}
			</div>
			<p className="flex justify-between gap-3 text-compact text-muted">
				<span className="max-md:hidden">
					<Trans>{STATUS_DAYS} days ago</Trans>
				</span>
				<span className="md:hidden">
					<Trans>{PHONE_DAYS} days ago</Trans>
				</span>
				<span className="tabular-nums">
					{component.uptime === null ? <Trans>No data</Trans> : t`${percent(component.uptime)} uptime`}
					<span className="sr-only">. {t`Days with incidents:  ${formats.number(bad)}`}</span>
				</span>
				<span>
					<Trans>Today</Trans>
				</span>
			</p>
		</li>
	);
}

const shareOf = (day: ComponentStatus['days'][number]) =>
	(day.ok + day.degraded) / Math.max(1, day.ok + day.degraded + day.down);

/** Two digits behind the point, cut rather than rounded: 99.999 is not 100. */
function percent(share: number): string {
	return `${(Math.floor(share * 10_000) / 100).toString()}%`;
}

function colourOf(day: ComponentStatus['days'][number] | undefined): string {
	if (!day) return 'bg-ink/8';
	const all = day.ok + day.degraded + day.down;
	// A day counts as down from half an hour on, as impaired from a quarter of an hour on.
	if (day.down >= 30 || day.down === all) return 'bg-danger-solid';
	if (day.down > 0 || day.degraded >= Math.min(15, all)) return 'bg-door-wait';
	return 'bg-success';
}
