import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DateOutcome, SeriesPlan } from '#app/features/events/series-api.ts';
import { Callout } from '#app/ui/callout.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { BeforeAfter } from '../edit/before-after.tsx';
import { useDateTexts } from './use-date-texts.ts';
import { useRepeatTexts } from './use-repeat-texts.ts';

interface PlanProps {
	event: PublicEvent;
	plan: SeriesPlan;
}

const of = (plan: SeriesPlan, outcome: DateOutcome['outcome']) =>
	plan.dates.filter((date) => date.outcome === outcome);

/** What changes, by the first date of it, then date by date; of another rule what becomes of each date. */
export function PlannedChanges({ event, plan }: PlanProps) {
	const { t } = useLingui();
	const changed = of(plan, 'changed');
	const stays = [...of(plan, 'same'), ...of(plan, 'past')];
	const lists: [string, DateOutcome[]][] = [
		[
			t`${plural(of(plan, 'moved').length, { one: '# date moves, with its guests', other: '# dates move, with their guests' })}`,
			of(plan, 'moved'),
		],
		[t`${plural(of(plan, 'new').length, { one: '# new date', other: '# new dates' })}`, of(plan, 'new')],
		[
			t`${plural(of(plan, 'removed').length, { one: '# date without guests is removed', other: '# dates without guests are removed' })}`,
			of(plan, 'removed'),
		],
		[
			t`${plural(of(plan, 'single').length, { one: '# date with guests stays as it is', other: '# dates with guests stay as they are' })}`,
			of(plan, 'single'),
		],
	];
	const [example] = changed;
	return (
		<section aria-labelledby="planned-dates" className="flex flex-col gap-3">
			<h3 id="planned-dates" className="text-sm font-semibold">
				<Trans>What changes</Trans>
			</h3>
			{example ? <Effects event={event} date={example} /> : null}
			{changed.length > 0 ? (
				<Folded title={t`${plural(changed.length, { one: '# date changes', other: '# dates change' })}`}>
					{changed.map((date) => (
						<DateLine key={date.key} date={date}>
							<Effects event={event} date={date} />
						</DateLine>
					))}
				</Folded>
			) : null}
			{lists.map(([title, dates]) =>
				dates.length === 0 ? null : (
					<Folded key={title} title={title}>
						{dates.map((date) => (
							<DateLine key={`${date.keyBefore ?? ''}${date.key}`} date={date} />
						))}
					</Folded>
				),
			)}
			{changed.length === 0 && lists.every(([, dates]) => dates.length === 0) ? (
				<p className="text-sm text-muted">
					<Trans>Nothing changes.</Trans>
				</p>
			) : null}
			{stays.length > 0 ? (
				<p className="text-compact text-muted">
					{t`${plural(stays.length, { one: '# date stays as it is', other: '# dates stay as they are' })}`}
				</p>
			) : null}
		</section>
	);
}

/** Dates that refuse the change, each with its reason. */
export function RefusedDates({ plan, isSkipped }: { plan: SeriesPlan; isSkipped: boolean }) {
	const { t } = useLingui();
	const { dateText } = useRepeatTexts();
	const refused = of(plan, 'refused');
	if (refused.length === 0) return null;
	return (
		<Callout
			tone={isSkipped ? 'warning' : 'danger'}
			isUrgent
			title={
				isSkipped
					? t`${plural(refused.length, { one: '# date stays as it is', other: '# dates stay as they are' })}`
					: t`${plural(refused.length, { one: '# date can’t be changed', other: '# dates can’t be changed' })}`
			}
		>
			<ul className="mt-1 flex max-h-48 flex-col gap-1 overflow-y-auto">
				{refused.map(({ key, startsAtLocal, message }) => (
					<li key={key}>
						{dateText(startsAtLocal)}: {message}
					</li>
				))}
			</ul>
		</Callout>
	);
}

function Folded({ title, children }: { title: string; children: React.ReactNode }) {
	return (
		<details className="rounded-lg border border-hairline">
			<summary className="min-h-11 cursor-pointer px-4 py-3 text-sm font-medium">{title}</summary>
			<ul className="flex max-h-96 flex-col divide-y divide-hairline overflow-y-auto border-t border-hairline px-4">
				{children}
			</ul>
		</details>
	);
}

function DateLine({ date, children }: { date: DateOutcome; children?: React.ReactNode }) {
	const { t } = useLingui();
	const { dateText } = useRepeatTexts();
	const before = date.startsAtLocalBefore;
	return (
		<li className="flex flex-col gap-1.5 py-2.5 text-sm">
			<div className="flex flex-wrap items-baseline justify-between gap-x-3">
				{date.outcome === 'moved' && before ? (
					<BeforeAfter before={dateText(before)} after={dateText(date.startsAtLocal)} />
				) : (
					<span className="font-medium">{dateText(date.startsAtLocal)}</span>
				)}
				{date.guests > 0 ? (
					<span className="text-compact text-muted">
						{t`${plural(date.guests, { one: '# ticket', other: '# tickets' })}`}
					</span>
				) : null}
			</div>
			{children}
		</li>
	);
}

function Effects({ event, date }: { event: PublicEvent; date: DateOutcome }) {
	const texts = useDateTexts(event);
	return (
		<ul className="flex flex-col gap-2">
			{date.effects.map((effect) => (
				<li key={effect.path} className="flex flex-col">
					<span className="text-compact text-muted">{texts.nameOf(effect)}</span>
					<BeforeAfter {...texts.valuesOf(effect, date)} />
				</li>
			))}
		</ul>
	);
}
