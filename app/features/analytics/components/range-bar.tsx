import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { EventPicker } from '#app/shell/event-picker.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import { Select } from '#app/ui/select.tsx';
import type { Comparison } from '#shared/contracts/figures.ts';
import type { AnalyticsView, RangePreset } from '../range.ts';

/** Which days, beside which others, of which event. */
export function RangeBar(props: {
	organisation: string;
	view: AnalyticsView;
	today: string;
	/** There are events to compare one with. */
	hasOthers: boolean;
	onChange: (part: Partial<AnalyticsView>) => void;
}) {
	const { organisation, view, today, onChange } = props;
	const { t } = useLingui();
	const presets: Record<RangePreset, string> = {
		'7': t`Last 7 days`,
		'30': t`Last 30 days`,
		'90': t`Last 90 days`,
		year: t`This year`,
		own: t`Custom range`,
	};
	const [isOtherWanted, setIsOtherWanted] = useState(false);
	const comparisons: Record<Exclude<Comparison, 'event'>, string> & { event?: string } = {
		before: t`Period before`,
		year: t`Same days last year`,
		...(view.event !== null && props.hasOthers && { event: t`Another event` }),
		none: t`No comparison`,
	};
	/** Two events are compared once both are known. */
	const isChoosing = view.event !== null && (view.compare === 'event' || isOtherWanted);
	const entries = <Key extends string>(labels: { [key in Key]?: string }) =>
		(Object.entries(labels) as [Key, string][]).map(([value, label]) => ({ value, label }));
	return (
		<div className="grid gap-3 sm:grid-cols-2 lg:flex lg:flex-wrap lg:items-end">
			<Select
				label={t`Period`}
				value={view.preset}
				onChange={(event) => onChange({ preset: event.target.value as RangePreset })}
				options={entries({
					'7': presets['7'],
					'30': presets['30'],
					'90': presets['90'],
					year: presets.year,
					own: presets.own,
				})}
			/>
			{view.preset === 'own' ? (
				<>
					<DateField
						label={t`From`}
						value={view.from}
						max={view.to}
						onChange={(event) => event.target.value && onChange({ from: event.target.value })}
					/>
					<DateField
						label={t`To`}
						value={view.to}
						min={view.from}
						max={today}
						onChange={(event) => event.target.value && onChange({ to: event.target.value })}
					/>
				</>
			) : null}
			<Select
				label={t`Compare with`}
				value={isChoosing ? 'event' : view.compare}
				onChange={(event) => {
					const compare = event.target.value as Comparison;
					setIsOtherWanted(compare === 'event');
					if (compare !== 'event') onChange({ compare, with: null });
				}}
				options={entries(comparisons)}
			/>
			{isChoosing ? (
				<EventPicker
					organisation={organisation}
					label={t`Other event`}
					value={view.with}
					without={view.event ? [view.event] : []}
					onChange={(event) => event && onChange({ compare: 'event', with: event.id })}
					className="lg:w-72"
				/>
			) : null}
			<EventPicker
				organisation={organisation}
				label={t`Event`}
				noEvent={view.series ? t`All dates of the series` : t`All events`}
				value={view.event}
				onChange={(event) => {
					setIsOtherWanted(false);
					onChange({ event: event?.id ?? null, series: event ? null : view.series, with: null });
				}}
				className="lg:w-72"
			/>
		</div>
	);
}
