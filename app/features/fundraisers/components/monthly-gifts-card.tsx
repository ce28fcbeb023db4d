import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { DebouncedSearchField } from '#app/ui/debounced-search-field.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { MonthlyGift } from '#shared/contracts/agreements.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { agreementStates } from '#shared/rules/agreement-states.ts';
import {
	type MonthlyGiftFilters,
	noMonthlyGiftFilters,
	useMonthlyGifts,
	useStopMonthlyGift,
} from '../api.ts';
import { endedLabels, monthlyStateLabels, monthlyStateTones } from '../labels.ts';

const ConfirmDialog = lazyDialog(() =>
	import('#app/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

/** A monthly donation begins with its first payment. */
const shownStates = agreementStates.filter((state) => state !== 'incomplete');

/** Who gives each month: how it stands, what has come of it, and a way to end it. */
export function MonthlyGiftsCard({ event }: { event: PublicEvent }) {
	const { t, i18n } = useLingui();
	const [filters, setFilters] = useState<MonthlyGiftFilters>(noMonthlyGiftFilters);
	const [ending, setEnding] = useState<MonthlyGift | null>(null);
	const gifts = useMonthlyGifts(event.id, filters);
	const rows = gifts.data ?? [];
	const canEnd = event.organisation?.permissions.includes('orders.manage') ?? false;
	const isNarrowed = filters.q !== '' || filters.state !== '';
	return (
		<Card title={<span className="text-lg">{t`Monthly donations`}</span>} padding="none">
			<div className="flex flex-wrap items-end gap-2 px-5 pb-4">
				<DebouncedSearchField
					label={t`Search monthly donors`}
					placeholder={t`Search name or email`}
					className="flex-1 basis-full md:basis-56"
					q={filters.q}
					onSearch={(q) => setFilters({ ...filters, q })}
				/>
				<Select
					label={t`State`}
					isLabelHidden
					value={filters.state}
					onChange={(change) =>
						setFilters({ ...filters, state: change.target.value as MonthlyGiftFilters['state'] })
					}
					options={[
						{ value: '', label: t`All states` },
						...shownStates.map((value) => ({ value, label: i18n._(monthlyStateLabels[value]) })),
					]}
				/>
			</div>
			<MonthlyGiftTable
				event={event}
				rows={rows}
				isLoading={gifts.isPending}
				onEnd={canEnd ? setEnding : null}
				empty={
					gifts.isError ? (
						<EmptyState
							title={t`Couldn’t load the monthly donations.`}
							action={<Button onClick={() => void gifts.refetch()}>{t`Try again`}</Button>}
						/>
					) : isNarrowed ? (
						<EmptyState
							title={t`No matching monthly donations`}
							action={
								<Button variant="outline" onClick={() => setFilters(noMonthlyGiftFilters)}>
									{t`Clear filters`}
								</Button>
							}
						/>
					) : (
						<EmptyState
							title={t`No monthly donations yet`}
							description={t`Donors who choose Monthly on the page appear here with what they give.`}
						/>
					)
				}
			/>
			<div className="px-5 py-3">
				<ShowMore
					hasMore={gifts.hasNextPage}
					isLoading={gifts.isFetchingNextPage}
					onMore={() => void gifts.fetchNextPage()}
					status={
						rows.length > 0 ? (
							<Plural value={rows.length} one="# monthly donation shown" other="# monthly donations shown" />
						) : undefined
					}
				/>
			</div>
			{ending ? <EndDialog event={event} gift={ending} onClose={() => setEnding(null)} /> : null}
		</Card>
	);
}

function MonthlyGiftTable(props: {
	event: PublicEvent;
	rows: MonthlyGift[];
	isLoading: boolean;
	empty: React.ReactNode;
	onEnd: ((gift: MonthlyGift) => void) | null;
}) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { event, onEnd } = props;
	return (
		<DataTable
			label={t`Monthly donations`}
			rows={props.rows}
			rowKey={(row) => row.id}
			rowName={(row) => row.donorName}
			isLoading={props.isLoading}
			empty={props.empty}
			columns={[
				{
					id: 'donor',
					header: t`Donor`,
					className: 'w-full max-w-24',
					cell: (row) => (
						<>
							<p className="flex flex-wrap items-center gap-2">
								<span className="truncate font-medium" dir="auto" title={row.donorName}>
									{row.donorName}
								</span>
								<StatusBadge tone={monthlyStateTones[row.state]}>
									{i18n._(
										(row.endedReason ? endedLabels[row.endedReason] : undefined) ??
											monthlyStateLabels[row.state],
									)}
								</StatusBadge>
							</p>
							<p className="truncate text-compact text-muted" title={row.donorEmail}>
								{row.donorEmail}
							</p>
						</>
					),
				},
				{
					id: 'amount',
					header: t`Each month`,
					align: 'end',
					cell: (row) => <Money>{formats.money(row.amountMinor + row.coverMinor, row.currency)}</Money>,
				},
				{
					id: 'given',
					header: t`Given so far`,
					align: 'end',
					from: 'sm',
					cell: (row) => (
						<div className="flex flex-col items-end">
							<Money>{formats.money(row.givenMinor, row.currency)}</Money>
							<span className="whitespace-nowrap text-compact text-muted">
								<Plural value={row.gifts} one="# donation" other="# donations" />
							</span>
						</div>
					),
				},
				{
					id: 'next',
					header: t`Next charge`,
					from: 'md',
					className: 'whitespace-nowrap',
					cell: (row) => (row.nextAt ? formats.shortDate(row.nextAt, event.timeZone) : '–'),
				},
				{
					id: 'actions',
					header: t`Actions`,
					isHeaderHidden: true,
					align: 'end',
					cell: (row) =>
						onEnd && row.state !== 'ended' ? (
							<Button
								variant="outline"
								size="sm"
								aria-label={t`End the monthly donation of ${row.donorName}`}
								onClick={() => onEnd(row)}
							>
								{t`End`}
							</Button>
						) : null,
				},
			]}
		/>
	);
}

function EndDialog(props: { event: PublicEvent; gift: MonthlyGift; onClose: () => void }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const { event, gift, onClose } = props;
	const stop = useStopMonthlyGift(event.id);
	return (
		<ConfirmDialog
			isOpen
			onClose={onClose}
			title={t`End this monthly donation?`}
			description={
				<Trans>
					{gift.donorName} is charged no more and gets an email about it. What was given stays. Only they can
					start again.
				</Trans>
			}
			confirmLabel={t`End donation`}
			isPending={stop.isPending}
			onConfirm={() =>
				void attempt(stop.mutateAsync(gift.id), t`Monthly donation ended`).then((isDone) => {
					if (isDone) onClose();
				})
			}
		/>
	);
}
