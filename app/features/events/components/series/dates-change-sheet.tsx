import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
	type ChangeDatesInput,
	type DateOutcome,
	planDates,
	type SeriesPlan,
	useChangeDates,
} from '#app/features/events/series-api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { SeriesChange } from '#shared/contracts/series-changes.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { ConcernedGuests } from '../edit/concerned-guests.tsx';
import { OutdatedPlan } from '../edit/outdated-plan.tsx';
import { PlannedChanges, RefusedDates } from './planned-changes.tsx';
import { useDateTexts } from './use-date-texts.ts';

export type DatesChange = Pick<ChangeDatesInput, 'scope' | 'from' | 'changes'>;

export interface DatesChangeSheetProps {
	/** The date that the change is made from. */
	event: PublicEvent;
	series: string;
	change: DatesChange;
	isOpen: boolean;
	onClose: () => void;
	onDone: (change: SeriesChange | null) => void;
}

const effective = new Set<DateOutcome['outcome']>(['changed', 'moved', 'new', 'removed', 'single']);
/** How many dates a plan does something to. */
export const changedDates = (plan: SeriesPlan) =>
	plan.dates.filter(({ outcome }) => effective.has(outcome)).length;

const isOutdatedPlan = (error: unknown) =>
	error instanceof AppError && error.metadata.rule === 'plan-outdated';

/** Preview of a change to several dates: its effect on each of them and on their guests. */
export function DatesChangeSheet(props: DatesChangeSheetProps) {
	const { event, series, change, isOpen, onClose, onDone } = props;
	const { t } = useLingui();
	const errorText = useErrorText();
	const [replaceOwn, setReplaceOwn] = useState(false);
	const [skipRefused, setSkipRefused] = useState(false);
	const [notify, setNotify] = useState<boolean | null>(null);
	const [note, setNote] = useState('');
	const [isOutdated, setOutdated] = useState(false);
	const body: ChangeDatesInput = {
		...change,
		skipRefused,
		...(replaceOwn ? { replaceOwn: true as const } : {}),
	};
	const planned = useQuery({
		queryKey: ['series-plan', series, body],
		queryFn: () => planDates(series, body),
		enabled: isOpen,
		placeholderData: keepPreviousData,
		gcTime: 0,
		retry: false,
	});
	const apply = useChangeDates(series);
	const plan = planned.data;
	const isBlocked = plan === undefined || plan.isRefused || planned.isPlaceholderData;
	const count = plan ? changedDates(plan) : 0;

	async function save() {
		if (!plan) return;
		const isNotified = notify ?? plan.notifiesByDefault;
		try {
			const answer = await apply.mutateAsync({
				...body,
				notify: isNotified,
				note: note.trim(),
				planHash: plan.planHash,
			});
			onDone(answer.change);
		} catch (error) {
			setOutdated(isOutdatedPlan(error));
			if (isOutdatedPlan(error)) await planned.refetch();
		}
	}
	const error = planned.error ?? (isOutdated ? null : apply.error);
	return (
		<Sheet
			isOpen={isOpen}
			onClose={onClose}
			title={t`Change several dates?`}
			footer={
				<>
					<Button variant="outline" onClick={onClose}>
						{t`Cancel`}
					</Button>
					{plan?.isRefused && count > 0 && !skipRefused ? (
						<Button isLoading={planned.isFetching} onClick={() => setSkipRefused(true)}>
							{t`${plural(count, { one: 'Change the other date', other: 'Change the other # dates' })}`}
						</Button>
					) : (
						<Button
							isLoading={apply.isPending || planned.isFetching}
							isDisabled={isBlocked || count === 0}
							onClick={() => void save()}
						>
							{t`${plural(count, { one: 'Change # date', other: 'Change # dates' })}`}
						</Button>
					)}
				</>
			}
		>
			<div className="flex flex-col gap-6">
				{isOutdated ? <OutdatedPlan /> : null}
				{error ? (
					<Callout tone="danger" isUrgent>
						{errorText(error)}
					</Callout>
				) : null}
				{plan ? (
					<>
						<RefusedDates plan={plan} isSkipped={skipRefused} />
						<PlannedChanges event={event} plan={plan} />
						<OwnValues event={event} plan={plan} isReplaced={replaceOwn} onReplace={setReplaceOwn} />
						{count === 0 ? null : plan.guests === 0 ? (
							<p className="text-sm text-muted">
								<Trans>No guests are concerned.</Trans>
							</p>
						) : (
							<ConcernedGuests
								event={event}
								plan={plan}
								hint={<Trans>Each gets one email about all their dates.</Trans>}
								notify={notify ?? plan.notifiesByDefault}
								onNotify={setNotify}
								note={note}
								onNote={setNote}
							/>
						)}
					</>
				) : error ? null : (
					<Skeleton className="h-64 w-full" />
				)}
			</div>
		</Sheet>
	);
}

/** Dates that have of their own what the change would set, and whether it is set there too. */
function OwnValues(props: {
	event: PublicEvent;
	plan: SeriesPlan;
	isReplaced: boolean;
	onReplace: (isReplaced: boolean) => void;
}) {
	const { t } = useLingui();
	const { pathText } = useDateTexts(props.event);
	const keeping = props.plan.dates.filter(({ keeps }) => keeps.length > 0);
	if (keeping.length === 0 && !props.isReplaced) return null;
	const paths = [...new Set(keeping.flatMap(({ keeps }) => keeps))].map(pathText);
	const what = [...new Set(paths)].join(', ');
	return (
		<Checkbox
			label={
				props.isReplaced
					? t`Also overwrite individual changes`
					: t`${plural(keeping.length, { one: '# date keeps its own', other: '# dates keep their own' })}: ${what}. Change them too?`
			}
			checked={props.isReplaced}
			onChange={(event) => props.onReplace(event.target.checked)}
		/>
	);
}
