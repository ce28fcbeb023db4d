import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useRemoveDate, useSeriesDates } from '#app/features/events/series-api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormatLocale } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Series, SeriesDate } from '#shared/contracts/series.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { AddDateDialog } from './add-date-dialog.tsx';
import { DateRow } from './date-row.tsx';

/** A month as `2027-01`, some months on. */
function monthsOn(month: string, months: number): string {
	const [year = 0, number = 1] = month.split('-').map(Number);
	return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}
const lastDayOf = (month: string) =>
	new Date(Date.parse(`${monthsOn(month, 1)}-01T00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** The usual height of a row, and how many of them are read at once. */
const rowRem = 4.3125;
const pageOfDates = 60;

/** The dates of a series: those that are ahead, or month by month. */
export function DatesCard({ series, mayEdit }: { series: Series; mayEdit: boolean }) {
	const { t } = useLingui();
	const locale = useFormatLocale();
	/** Empty: all that are ahead. */
	const [month, setMonth] = useState('');
	const [isAdding, setAdding] = useState(false);
	const [removed, setRemoved] = useState<SeriesDate | null>(null);
	const days = month ? { from: `${month}-01`, to: lastDayOf(month) } : { from: today() };
	const { data, error, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage, refetch } =
		useSeriesDates(series.id, days);
	const shown = month || today().slice(0, 7);
	// What is below stays in place when the rows come.
	const rowsAhead = Math.min(series.counts.ahead, pageOfDates);
	const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
		Date.parse(`${shown}-01T00:00Z`),
	);
	return (
		<Card
			title={t`Dates`}
			actions={
				mayEdit ? (
					<Button variant="outline" icon={Plus} onClick={() => setAdding(true)}>
						{t`Add a date`}
					</Button>
				) : undefined
			}
		>
			<div className="mb-3 flex flex-wrap items-center gap-2">
				<Button
					size="sm"
					variant={month === '' ? 'secondary' : 'ghost'}
					aria-pressed={month === ''}
					className="min-h-11"
					onClick={() => setMonth('')}
				>
					{t`All ahead`}
				</Button>
				<div className="ms-auto flex items-center">
					<IconButton
						icon={ChevronLeft}
						isDirectional
						label={t`Previous month`}
						tip="none"
						onClick={() => setMonth(monthsOn(shown, -1))}
					/>
					<p aria-live="polite" className="min-w-32 text-center text-sm font-medium">
						{month === '' ? <Trans>By month</Trans> : name}
					</p>
					<IconButton
						icon={ChevronRight}
						isDirectional
						label={month === '' ? t`This month` : t`Next month`}
						tip="none"
						onClick={() => setMonth(month === '' ? shown : monthsOn(shown, 1))}
					/>
				</div>
			</div>
			{error && !data ? (
				<ErrorCallout error={error} onRetry={refetch} />
			) : !data ? (
				<div style={month ? undefined : { height: `${rowsAhead * rowRem}rem` }}>
					<Skeleton className="h-64 w-full" />
				</div>
			) : data.length === 0 ? (
				<EmptyState
					title={month ? t`No dates in this month` : t`No dates ahead`}
					description={mayEdit ? t`Add a date, or change how the series repeats.` : undefined}
					action={
						month ? (
							<Button variant="outline" onClick={() => setMonth('')}>{t`Show all ahead`}</Button>
						) : undefined
					}
				/>
			) : (
				<ul
					aria-label={t`Dates of the series`}
					aria-busy={isPlaceholderData}
					className="flex flex-col divide-y divide-hairline"
				>
					{data.map((date) => (
						<DateRow key={date.id} date={date} onRemove={mayEdit ? () => setRemoved(date) : undefined} />
					))}
				</ul>
			)}
			<ShowMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
			<AddDateDialog series={series} isOpen={isAdding} onClose={() => setAdding(false)} />
			<RemoveDialog series={series.id} date={removed} onClose={() => setRemoved(null)} />
		</Card>
	);
}

const hasGuests = (error: unknown) => error instanceof AppError && error.metadata.rule === 'date-has-guests';

const today = () => new Date().toISOString().slice(0, 10);

/** Asks before a date is removed; one with guests stays, and the ways out of that are said. */
function RemoveDialog(props: { series: string; date: SeriesDate | null; onClose: () => void }) {
	const { series, date, onClose } = props;
	const { t } = useLingui();
	const errorText = useErrorText();
	const remove = useRemoveDate(series);
	const close = () => {
		remove.reset();
		onClose();
	};
	async function confirm() {
		if (!date) return;
		try {
			await remove.mutateAsync(date.id);
			toast({ variant: 'success', description: t`Date removed` });
			close();
		} catch {
			// The dialog says why.
		}
	}
	return (
		<ConfirmDialog
			isOpen={date !== null}
			onClose={close}
			title={t`Remove this date?`}
			description={t`It is deleted, and isn’t added again when the series resumes. Only dates without guests can be removed.`}
			confirmLabel={t`Remove date`}
			isPending={remove.isPending}
			onConfirm={() => void confirm()}
		>
			{remove.error && date ? (
				<Callout tone="danger" isUrgent>
					{errorText(remove.error)}{' '}
					<span className="flex flex-wrap gap-x-4">
						{hasGuests(remove.error) ? (
							<Link
								to={`/events/${date.id}/guests?move=all`}
								className="link inline-flex min-h-11 items-center"
							>
								<Trans>Move all guests</Trans>
							</Link>
						) : null}
						<Link to={`/events/${date.id}/edit#actions`} className="link inline-flex min-h-11 items-center">
							<Trans>Open the date</Trans>
						</Link>
					</span>
				</Callout>
			) : null}
		</ConfirmDialog>
	);
}
