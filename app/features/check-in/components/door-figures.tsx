import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { LoadFailed } from '#app/ui/load-failed.tsx';
import { Select } from '#app/ui/select.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { DoorFigures } from '#shared/contracts/door-figures.ts';
import { useCheckInLists, useDoorFigures } from '../organiser-api.ts';
import { ArrivalsChart } from './arrivals-chart.tsx';
import { useVerdictLabels } from './live-figures.tsx';
import { TitledSection } from './titled-section.tsx';

/**
 * How the door runs: who is in, how fast, at which gate, by which device.
 * @param props.children what follows; with the figures, so that nothing moves when they come
 */
export function LiveDoor({
	event,
	timeZone,
	children,
}: {
	event: string;
	timeZone: string;
	children: ReactNode;
}) {
	const { t } = useLingui();
	const lists = useCheckInLists(event).data?.data ?? [];
	const [listId, setListId] = useState('');
	const figures = useDoorFigures(event, listId);
	if (figures.isPending) return <Spinner size={24} className="m-8" />;
	if (!figures.data) {
		return (
			<>
				<LoadFailed title={t`Couldn’t load the figures.`} onRetry={figures.refetch} />
				{children}
			</>
		);
	}
	return (
		<div className="flex flex-col gap-8">
			{lists.length > 1 ? (
				<Select
					label={t`Check-in list`}
					className="max-w-xs"
					value={listId || (lists[0]?.id ?? '')}
					onChange={(change) => setListId(change.target.value)}
					options={lists.map((list) => ({ value: list.id, label: list.name }))}
				/>
			) : null}
			<Tiles figures={figures.data} />
			<ArrivalsChart figures={figures.data} timeZone={timeZone} />
			<div className="grid items-start gap-8 lg:grid-cols-2">
				<Gates figures={figures.data} />
				<Devices figures={figures.data} />
			</div>
			<Refusals figures={figures.data} />
			{children}
		</div>
	);
}

function Tiles({ figures }: { figures: DoorFigures }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { checkedIn, expected } = figures;
	return (
		<div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
			<StatTile
				label={t`On site`}
				value={formats.number(figures.inside)}
				definition={t`Checked in, not checked out.`}
			/>
			<StatTile
				label={t`Checked in`}
				value={formats.number(checkedIn)}
				detail={t`of ${plural(expected, { one: '# guest', other: '# guests' })}`}
				definition={t`Guests with a valid ticket who were checked in at least once.`}
			/>
			<StatTile
				label={t`Check-ins in the last hour`}
				value={formats.number(figures.pacePerHour)}
				definition={t`Guests checked in during the last hour.`}
			/>
			<StatTile
				label={t`Not arrived`}
				value={formats.number(Math.max(0, expected - checkedIn))}
				definition={t`Guests on this list who aren’t checked in yet.`}
			/>
		</div>
	);
}

function Gates({ figures }: { figures: DoorFigures }) {
	const { t } = useLingui();
	const formats = useFormats();
	const most = Math.max(1, ...figures.gates.map((gate) => gate.entries));
	return (
		<TitledSection title={<Trans>Per gate</Trans>}>
			{figures.gates.length === 0 ? (
				<p className="text-muted">
					<Trans>Add gates to see counts per gate.</Trans>
				</p>
			) : (
				<ul className="flex flex-col gap-3 rounded-lg border border-hairline bg-surface p-4">
					{figures.gates.map((gate) => (
						<li key={gate.id ?? 'none'} className="flex flex-col gap-1">
							<p className="flex justify-between gap-3">
								<span className="truncate" dir="auto">
									{gate.name || t`No gate`}
								</span>
								<span className="shrink-0 tabular-nums">
									{formats.number(gate.entries)}
									{gate.exits > 0 ? (
										<span className="text-muted">
											{' · '}
											<Plural value={gate.exits} one="# exit" other="# exits" />
										</span>
									) : null}
								</span>
							</p>
							<div className="h-1.5 rounded-full bg-ink/7" aria-hidden="true">
								<div
									className="h-full rounded-full bg-accent"
									style={{ inlineSize: `${(gate.entries / most) * 100}%` }}
								/>
							</div>
						</li>
					))}
				</ul>
			)}
		</TitledSection>
	);
}

function Devices({ figures }: { figures: DoorFigures }) {
	const { t } = useLingui();
	const formats = useFormats();
	return (
		<TitledSection title={<Trans>Per device</Trans>}>
			{figures.devices.length === 0 ? (
				<p className="text-muted">
					<Trans>No devices yet</Trans>
				</p>
			) : (
				<ul className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
					{figures.devices.map((device) => {
						const seen = device.lastSeenAt ? formats.relative(device.lastSeenAt) : '';
						return (
							<li
								key={device.id}
								className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3"
							>
								<div className="min-w-0">
									<p className="truncate font-medium" dir="auto">
										{device.name || t`Unnamed device`}
									</p>
									<p className="truncate text-sm text-muted" dir="auto">
										{[device.link, seen ? t`last seen ${seen}` : ''].filter(Boolean).join(' · ')}
									</p>
								</div>
								<div className="flex items-center gap-3 text-sm tabular-nums">
									{device.queued > 0 ? (
										<StatusBadge tone="warning">
											<Plural value={device.queued} one="# unsynced" other="# unsynced" />
										</StatusBadge>
									) : null}
									<span className="text-muted">
										<Trans>{formats.number(device.scansLastHour)} in the last hour</Trans>
									</span>
									<span className="text-base font-medium">{formats.number(device.entries)}</span>
								</div>
							</li>
						);
					})}
				</ul>
			)}
		</TitledSection>
	);
}

function Refusals({ figures }: { figures: DoorFigures }) {
	const labels = useVerdictLabels();
	const formats = useFormats();
	if (figures.refusals.length === 0) return null;
	return (
		<TitledSection title={<Trans>Refused</Trans>}>
			<ul className="flex flex-wrap gap-2">
				{figures.refusals.map((refusal) => (
					<li
						key={refusal.verdict}
						className="rounded-full border border-hairline bg-surface px-3 py-1.5 text-sm"
					>
						{labels[refusal.verdict]}{' '}
						<span className="font-medium tabular-nums">{formats.number(refusal.count)}</span>
					</li>
				))}
			</ul>
		</TitledSection>
	);
}
