import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { NumberStepper } from '#app/ui/number-stepper.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Select } from '#app/ui/select.tsx';
import { MAX_DATES_AHEAD, MAX_START_TIMES } from '#shared/rules/series/repeat.ts';
import {
	type MonthlyDay,
	monthlyDaysOf,
	monthlyMeaning,
	type RepeatForm,
	type RepeatUnit,
	weekdayOf,
	weekdays,
} from '#shared/rules/series/repeat-form.ts';
import { useRepeatTexts } from './use-repeat-texts.ts';

interface RuleFieldsProps {
	form: RepeatForm;
	onChange: (part: Partial<RepeatForm>) => void;
	startsAtLocal: string;
}

/** A rule: how often, on which days, at which times, and when it ends. */
export function RuleFields(props: RuleFieldsProps) {
	const { form, onChange } = props;
	return (
		<>
			{form.otherRule === '' ? (
				<HowOften {...props} />
			) : (
				<Callout
					tone="info"
					action={
						<Button size="sm" variant="outline" onClick={() => onChange({ otherRule: '' })}>
							<Trans>Choose another rule</Trans>
						</Button>
					}
				>
					<Trans>It repeats by a rule that these fields can’t show. The rule is kept:</Trans>{' '}
					<code className="break-all">{form.otherRule}</code>
				</Callout>
			)}
			<StartTimes {...props} />
			<Ends {...props} />
		</>
	);
}

function HowOften({ form, onChange, startsAtLocal }: RuleFieldsProps) {
	const { t } = useLingui();
	const texts = useRepeatTexts();
	const units: Record<RepeatUnit, string> =
		form.every === 1
			? { day: t`day`, week: t`week`, month: t`month`, year: t`year` }
			: { day: t`days`, week: t`weeks`, month: t`months`, year: t`years` };
	const monthly = monthlyDaysOf(startsAtLocal);
	return (
		<>
			<div className="flex flex-wrap items-end gap-3">
				<NumberStepper
					label={t`Every`}
					value={form.every}
					min={1}
					max={52}
					onChange={(every) => onChange({ every })}
				/>
				<Select
					label={t`Unit`}
					isLabelHidden
					value={form.unit}
					onChange={(event) => onChange({ unit: event.target.value as RepeatUnit })}
					options={Object.entries(units).map(([value, label]) => ({ value, label }))}
					className="min-w-32"
				/>
			</div>
			{form.unit === 'week' ? <Weekdays {...{ form, onChange, startsAtLocal }} /> : null}
			{form.unit === 'month' ? (
				<Select
					label={t`Day of the month`}
					value={monthly.includes(form.monthly) ? form.monthly : 'day'}
					onChange={(event) => onChange({ monthly: event.target.value as MonthlyDay })}
					options={monthly.map((value) => ({
						value,
						label: texts.monthlyText(monthlyMeaning(value, startsAtLocal)),
					}))}
					className="max-w-80"
				/>
			) : null}
		</>
	);
}

/** Buttons of a week. That of the first date is always on. */
function Weekdays({ form, onChange, startsAtLocal }: RuleFieldsProps) {
	const { t } = useLingui();
	const texts = useRepeatTexts();
	const own = weekdayOf(startsAtLocal);
	return (
		<fieldset className="flex min-w-0 flex-col gap-1.5">
			<legend className="mb-1.5 text-sm font-medium">
				<Trans>On</Trans>
			</legend>
			<div className="flex flex-wrap gap-2">
				{weekdays.map((day) => {
					const isOwn = day === own;
					const isOn = isOwn || form.otherWeekdays.includes(day);
					return (
						<Button
							key={day}
							variant={isOn ? 'primary' : 'outline'}
							aria-pressed={isOn}
							disabledReason={isOwn ? t`The first date is on this day.` : undefined}
							className="min-h-11 min-w-14"
							onClick={() =>
								onChange({
									otherWeekdays: isOn
										? form.otherWeekdays.filter((one) => one !== day)
										: [...form.otherWeekdays, day],
								})
							}
						>
							<span aria-hidden="true">{texts.dayName(day, 'short')}</span>
							<span className="sr-only">{texts.dayName(day)}</span>
						</Button>
					);
				})}
			</div>
		</fieldset>
	);
}

/** Starts of a day beside that of the first date. */
function StartTimes({ form, onChange, startsAtLocal }: RuleFieldsProps) {
	const { t } = useLingui();
	const texts = useRepeatTexts();
	const { otherTimes } = form;
	const first = texts.timeText(startsAtLocal.slice(11, 16));
	return (
		<div className="flex flex-col gap-3">
			{otherTimes.map((time, place) => (
				<div key={place} className="flex items-end gap-2">
					<DateField
						kind="time"
						label={t`Start ${place + 2} of the day`}
						value={time}
						onChange={(event) => onChange({ otherTimes: otherTimes.with(place, event.target.value) })}
						className="w-40"
					/>
					<IconButton
						icon={X}
						label={t`Remove start ${place + 2}`}
						onClick={() => onChange({ otherTimes: otherTimes.filter((_, other) => other !== place) })}
					/>
				</div>
			))}
			{otherTimes.length + 1 < MAX_START_TIMES ? (
				<div>
					<Button variant="outline" icon={Plus} onClick={() => onChange({ otherTimes: [...otherTimes, ''] })}>
						{t`Add a start on the same day`}
					</Button>
					<p className="mt-1.5 text-compact text-muted">
						<Trans>
							Each day begins at {first}. Up to {MAX_START_TIMES} starts a day.
						</Trans>
					</p>
				</div>
			) : null}
		</div>
	);
}

function Ends({ form, onChange, startsAtLocal }: RuleFieldsProps) {
	const { t } = useLingui();
	return (
		<div className="flex flex-wrap items-end gap-4">
			<RadioGroup
				label={t`Ends`}
				value={form.ends}
				onChange={(event) => onChange({ ends: event.currentTarget.value as RepeatForm['ends'] })}
				options={[
					{ value: 'count', label: t`After a number of dates` },
					{ value: 'until', label: t`On a day` },
					{ value: 'open', label: t`When I stop it` },
				]}
				className="basis-full"
			/>
			{form.ends === 'count' ? (
				<NumberStepper
					label={t`Number of dates`}
					value={form.count}
					min={1}
					max={MAX_DATES_AHEAD}
					onChange={(count) => onChange({ count })}
				/>
			) : form.ends === 'until' ? (
				<DateField
					kind="date"
					label={t`Last day`}
					value={form.until}
					min={startsAtLocal.slice(0, 10)}
					onChange={(event) => onChange({ until: event.target.value })}
				/>
			) : (
				<p className="text-sm text-muted">
					<Trans>Dates are created half a year ahead, and further ones are added each night.</Trans>
				</p>
			)}
		</div>
	);
}
