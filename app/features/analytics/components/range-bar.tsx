import { useLingui } from '@lingui/react/macro';
import { DateField } from '#app/ui/date-field.tsx';
import { Select } from '#app/ui/select.tsx';
import type { Comparison } from '#shared/contracts/figures.ts';
import type { AnalyticsView, RangePreset } from '../range.ts';

/** Which days, beside which others, of which event. */
export function RangeBar(props: {
	view: AnalyticsView;
	today: string;
	events: readonly { id: string; title: string }[];
	onChange: (part: Partial<AnalyticsView>) => void;
}) {
	const { view, today, events, onChange } = props;
	const { t } = useLingui();
	const presets: Record<RangePreset, string> = {
		'7': t`Last 7 days`,
		'30': t`Last 30 days`,
		'90': t`Last 90 days`,
		year: t`This year`,
		own: t`Custom range`,
	};
	const others = events.filter(({ id }) => id !== view.event);
	const comparisons: Record<Exclude<Comparison, 'event'>, string> & { event?: string } = {
		before: t`Period before`,
		year: t`Same days last year`,
		...(view.event !== null && others.length > 0 && { event: t`Another event` }),
		none: t`No comparison`,
	};
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
				value={view.compare}
				onChange={(event) => {
					const compare = event.target.value as Comparison;
					onChange({ compare, with: compare === 'event' ? (others[0]?.id ?? null) : null });
				}}
				options={entries(comparisons)}
			/>
			{view.compare === 'event' ? (
				<Select
					label={t`Other event`}
					value={view.with ?? ''}
					onChange={(event) => onChange({ with: event.target.value })}
					options={others.map(({ id, title }) => ({ value: id, label: title }))}
					className="lg:w-72"
				/>
			) : null}
			<Select
				label={t`Event`}
				value={view.event ?? ''}
				onChange={(event) => onChange({ event: event.target.value || null, with: null })}
				options={[
					{ value: '', label: t`All events` },
					...events.map(({ id, title }) => ({ value: id, label: title })),
				]}
				className="lg:w-72"
			/>
		</div>
	);
}
