import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Money } from '#app/ui/money.tsx';
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
import { SearchCard } from './search-card.tsx';

const ConfirmDialog = lazyDialog(() =>
	import('#app/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

/** A monthly donation begins with its first payment. */
const shownStates = agreementStates.filter((state) => state !== 'incomplete');

/** Who gives each month: how it stands, what has come of it, and a way to end it. */
export function MonthlyGiftsCard({ event, isOffered }: { event: PublicEvent; isOffered: boolean }) {
	const { t, i18n } = useLingui();
	const [filters, setFilters] = useState<MonthlyGiftFilters>(noMonthlyGiftFilters);
	const [ending, setEnding] = useState<MonthlyGift | null>(null);
	const gifts = useMonthlyGifts(event.id, filters);
	const isNarrowed = filters.q !== '' || filters.state !== '';
	// A fundraiser that takes none, and never had one, says nothing of them.
	if (!isOffered && !isNarrowed && !gifts.data?.length) return null;
	const canEnd = event.organisation?.permissions.includes('orders.manage') ?? false;
	return (
		<SearchCard
			title={<span className="text-lg">{t`Monthly donations`}</span>}
			search={{ label: t`Search monthly donors`, placeholder: t`Search name or email` }}
			choices={[
				{
					name: 'state',
					label: t`State`,
					all: t`All states`,
					options: shownStates.map((value) => ({ value, label: i18n._(monthlyStateLabels[value]) })),
				},
			]}
			filters={filters}
			onFilters={setFilters}
			pages={gifts}
			texts={{
				failed: t`Couldn’t load the monthly donations.`,
				noMatch: t`No matching monthly donations`,
				empty: t`No monthly donations yet`,
				emptyHint: t`Donors who choose Monthly on the page appear here with what they give.`,
				shown: (
					<Plural
						value={gifts.data?.length ?? 0}
						one="# monthly donation shown"
						other="# monthly donations shown"
					/>
				),
			}}
			table={(list) => <MonthlyGiftTable {...list} event={event} onEnd={canEnd ? setEnding : null} />}
		>
			{ending ? <EndDialog event={event} gift={ending} onClose={() => setEnding(null)} /> : null}
		</SearchCard>
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
