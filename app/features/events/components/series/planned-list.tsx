import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { type PlannedDate, type PlannedDates, usePlannedDates } from '#app/features/events/series-api.ts';
import { asIfUtc } from '#app/features/events/wall-time.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Switch } from '#app/ui/switch.tsx';
import type { Repeat } from '#shared/rules/series/repeat.ts';
import { monthlyDaysOf, type RepeatForm } from '#shared/rules/series/repeat-form.ts';
import { useRepeatTexts } from './use-repeat-texts.ts';

const PAUSE_MS = 300;
/** Shown at first; a long series is listed whole on request. */
const FEW = 12;

interface PlannedListProps {
	repeat: Repeat;
	start: { startsAtLocal: string; timeZone: string; lengthMinutes: number };
	form: RepeatForm;
	onChange: (part: Partial<RepeatForm>) => void;
}

/** What follows typing after a pause. */
function useSettled<Value>(value: Value): Value {
	const [settled, setSettled] = useState(value);
	const text = JSON.stringify(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return settled;
}

/** The dates that a rule makes, in words and as a list, each to be left out. */
export function PlannedList({ repeat, start, form, onChange }: PlannedListProps) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const settled = useSettled({ repeat, start });
	const { data, error, isPlaceholderData, isFetching } = usePlannedDates(settled.repeat, settled.start);
	if (error && !isFetching)
		return (
			<Callout tone="warning" isUrgent>
				{errorText(error)}
			</Callout>
		);
	if (!data) return <Skeleton className="h-40 w-full" />;
	return (
		<section
			aria-label={t`Dates of the series`}
			aria-busy={isPlaceholderData}
			className="flex flex-col gap-3"
		>
			<p role="status" className="text-sm font-medium">
				<Summary planned={data} rule={settled.repeat.rule} />
			</p>
			<Missing planned={data} startsAtLocal={start.startsAtLocal} form={form} onChange={onChange} />
			<List
				// What is switched shows at once; the server answers a moment later.
				dates={data.dates.map((date) => ({
					...date,
					isSkipped: form.skip.includes(date.key),
				}))}
				onSkip={
					settled.repeat.rule === ''
						? undefined
						: (key, isSkipped) =>
								onChange({
									skip: isSkipped ? [...form.skip, key] : form.skip.filter((one) => one !== key),
								})
				}
			/>
		</section>
	);
}

/** `12 dates, every Tuesday, 19:30 to 21:00, 5 Jan to 23 Mar 2027` */
export function Summary({ planned, rule }: { planned: PlannedDates; rule: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const texts = useRepeatTexts();
	const dates = planned.dates.filter((date) => !date.isSkipped);
	const [first, last] = [dates[0], dates.at(-1)];
	if (!first || !last) return <Trans>No dates</Trans>;
	const count = t`${plural(dates.length, { one: '# date', other: '# dates' })}`;
	const from = texts.timeText(first.startsAtLocal.slice(11, 16));
	const to = texts.timeText(first.endsAtLocal.slice(11, 16));
	const day = (date: PlannedDate) => formats.shortDate(asIfUtc(date.startsAtLocal.slice(0, 16)) ?? '', 'UTC');
	const parts = [
		count,
		...(rule === '' ? [] : [texts.ruleText(rule)]),
		t`${from} to ${to}`,
		planned.isOpen ? t`from ${day(first)}, until you stop it` : t`${day(first)} to ${day(last)}`,
	];
	return <>{parts.join(' · ')}</>;
}

/** That a rule passes over months without its day, and what else could be taken. */
function Missing(props: {
	planned: PlannedDates;
	startsAtLocal: string;
	form: RepeatForm;
	onChange: (part: Partial<RepeatForm>) => void;
}) {
	const { planned, startsAtLocal, form, onChange } = props;
	const { t } = useLingui();
	if (planned.missing === 0) return null;
	const day = Number(startsAtLocal.slice(8, 10));
	const canBeLast = form.unit === 'month' && monthlyDaysOf(startsAtLocal).includes('lastDay');
	return (
		<Callout
			tone="warning"
			action={
				canBeLast ? (
					<Button size="sm" variant="outline" onClick={() => onChange({ monthly: 'lastDay' })}>
						{t`Use the last day instead`}
					</Button>
				) : undefined
			}
		>
			<Plural
				value={planned.missing}
				one={`# month has no day ${day} and is left out.`}
				other={`# months have no day ${day} and are left out.`}
			/>
		</Callout>
	);
}

function List(props: {
	dates: readonly PlannedDate[];
	/** Left out: none can be. */
	onSkip: ((key: string, isSkipped: boolean) => void) | undefined;
}) {
	const { t } = useLingui();
	const texts = useRepeatTexts();
	const [isWhole, setWhole] = useState(false);
	const shown = isWhole ? props.dates : props.dates.slice(0, FEW);
	const more = props.dates.length - shown.length;
	return (
		<>
			<ol className="flex flex-col divide-y divide-hairline rounded-lg border border-hairline px-4">
				{shown.map((date, place) => (
					<li key={date.key} className="flex min-h-12 flex-col justify-center gap-1 py-1.5 text-sm">
						<div className="flex items-center justify-between gap-4">
							<span className={date.isSkipped ? 'text-muted line-through' : undefined}>
								{texts.dateText(date.startsAtLocal)}
							</span>
							{props.onSkip && place > 0 && !date.key.startsWith('+') ? (
								<Switch
									label={
										<>
											<Trans>Skip</Trans>
											<span className="sr-only"> {texts.dateText(date.startsAtLocal)}</span>
										</>
									}
									checked={date.isSkipped}
									onChange={(event) => props.onSkip?.(date.key, event.target.checked)}
								/>
							) : null}
						</div>
						{date.clock ? <ClockMark date={date} /> : null}
					</li>
				))}
			</ol>
			{more > 0 ? (
				<Button variant="ghost" className="self-start" onClick={() => setWhole(true)}>
					{t`${plural(more, { one: 'Show # more date', other: 'Show # more dates' })}`}
				</Button>
			) : null}
		</>
	);
}

function ClockMark({ date }: { date: PlannedDate }) {
	const texts = useRepeatTexts();
	const time = texts.timeText(date.startsAtLocal.slice(11, 16));
	return (
		<span className="text-compact text-warning">
			{date.clock === 'skipped' ? (
				<Trans>The clocks change that night: this one starts at {time}.</Trans>
			) : (
				<Trans>The clocks change that night: {time} comes twice, and this one starts at the first.</Trans>
			)}
		</span>
	);
}
