import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { DebouncedSearchField } from '#app/ui/debounced-search-field.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailed } from '#app/ui/load-failed.tsx';
import { Money } from '#app/ui/money.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { GiftCard } from '#shared/contracts/organiser-gift-cards.ts';
import { type GiftCardFilters, useGiftCards } from '../api.ts';
import { originLabels, shownState, shownStates, stateLabels, stateTones } from '../labels.ts';
import { searchedText } from '../search-text.ts';

/** The gift cards of an organisation: searched, narrowed by state, read page by page. */
export function GiftCardList(props: {
	organisation: string;
	filters: GiftCardFilters;
	onFilters: (filters: Partial<GiftCardFilters>) => void;
	onOpen: (card: GiftCard) => void;
	openKey: string | null;
	/** Issues one; left out for members who may not. */
	actions: ReactNode;
	/** Where none was issued yet: what to do next. */
	empty: ReactNode;
}) {
	const { t, i18n } = useLingui();
	const { filters, onFilters } = props;
	const q = searchedText(filters.q);
	const cards = useGiftCards(props.organisation, { ...filters, q: q ?? '' }, q !== null);
	const rows = q === null ? [] : (cards.data ?? []);
	const isFiltered = filters.q !== '' || filters.state !== '';
	const empty = cards.isError ? (
		<LoadFailed title={t`Couldn’t load the gift cards.`} onRetry={cards.refetch} />
	) : isFiltered ? (
		<EmptyState
			title={t`No matching gift cards`}
			description={
				filters.q === ''
					? undefined
					: t`Search by the whole email address, or by the last 4 characters of the code.`
			}
			action={
				<Button variant="outline" onClick={() => onFilters({ q: '', state: '' })}>
					{t`Clear filters`}
				</Button>
			}
		/>
	) : (
		props.empty
	);
	return (
		<Card
			title={<span className="text-lg">{t`Issued gift cards`}</span>}
			padding="none"
			actions={props.actions}
		>
			<div className="flex flex-wrap items-end gap-2 px-5 pb-4">
				<DebouncedSearchField
					label={t`Search gift cards`}
					placeholder={t`Email, or last 4 of the code`}
					className="flex-1 basis-full md:basis-56"
					q={filters.q}
					onSearch={(typed) => onFilters({ q: searchedText(typed) ?? typed })}
				/>
				<Select
					label={t`State`}
					isLabelHidden
					value={filters.state}
					onChange={(change) => onFilters({ state: change.target.value as GiftCardFilters['state'] })}
					options={[
						{ value: '', label: t`All states` },
						...shownStates.map((value) => ({ value, label: i18n._(stateLabels[value]) })),
					]}
				/>
			</div>
			<Rows
				rows={rows}
				isLoading={q !== null && cards.isPending}
				empty={empty}
				onOpen={props.onOpen}
				openKey={props.openKey}
			/>
			<div className="px-5 py-3">
				<ShowMore
					hasMore={q !== null && cards.hasNextPage}
					isLoading={cards.isFetchingNextPage}
					onMore={() => void cards.fetchNextPage()}
					status={
						rows.length > 0 ? (
							<Plural value={rows.length} one="# gift card shown" other="# gift cards shown" />
						) : undefined
					}
				/>
			</div>
		</Card>
	);
}

function Rows(props: {
	rows: GiftCard[];
	isLoading: boolean;
	empty: ReactNode;
	onOpen: (card: GiftCard) => void;
	openKey: string | null;
}) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const day = (date: string) => formats.shortDate(`${date}T00:00:00Z`, 'UTC');
	return (
		<DataTable
			label={t`Gift cards`}
			rows={props.rows}
			rowKey={(row) => row.id}
			onOpen={props.onOpen}
			openKey={props.openKey}
			isLoading={props.isLoading}
			empty={props.empty}
			columns={[
				{
					id: 'card',
					header: t`Gift card`,
					cell: (row) => (
						<div className="flex min-w-0 flex-col">
							<span className="flex flex-wrap items-center gap-x-2">
								<button
									type="button"
									className="link whitespace-nowrap tabular-nums"
									onClick={() => props.onOpen(row)}
								>
									<span className="sr-only">
										<Trans>Gift card</Trans>{' '}
									</span>
									<span aria-hidden="true">···· </span>
									{row.last4}
								</button>
								{row.isTest ? <Badge variant="outline">{t`Test mode`}</Badge> : null}
							</span>
							<bdi className="text-compact text-muted [overflow-wrap:anywhere] md:hidden">
								{row.recipientName || row.recipientEmail || row.buyerName || i18n._(originLabels[row.origin])}
							</bdi>
						</div>
					),
				},
				{
					id: 'recipient',
					header: t`For`,
					from: 'md',
					cell: (row) => (
						<Lines
							first={row.recipientName || row.recipientEmail || '–'}
							second={row.recipientName && row.recipientEmail}
						/>
					),
				},
				{
					id: 'origin',
					header: t`From`,
					from: 'lg',
					cell: (row) => (
						<Lines first={i18n._(originLabels[row.origin])} second={row.buyerName || row.buyerEmail} />
					),
				},
				{
					id: 'expires',
					header: t`Expires`,
					from: 'lg',
					className: 'whitespace-nowrap',
					cell: (row) => (row.expiresOn ? day(row.expiresOn) : '–'),
				},
				{
					id: 'state',
					header: t`State`,
					cell: (row) => {
						const state = shownState(row);
						return <StatusBadge tone={stateTones[state]}>{i18n._(stateLabels[state])}</StatusBadge>;
					},
				},
				{
					id: 'balance',
					header: t`Balance`,
					align: 'end',
					cell: (row) => (
						<div className="flex flex-col items-end">
							<Money>{formats.money(row.balanceMinor, row.currency)}</Money>
							{row.balanceMinor === row.issuedMinor ? null : (
								<span className="text-compact whitespace-nowrap text-muted">
									<Trans>of {formats.money(row.issuedMinor, row.currency)}</Trans>
								</span>
							)}
						</div>
					),
				},
			]}
		/>
	);
}

/** Two lines of a cell; the second only where it says something. */
const Lines = ({ first, second }: { first: string; second: string }) => (
	<div className="flex flex-col">
		<bdi className="[overflow-wrap:anywhere]">{first}</bdi>
		{second ? <bdi className="text-compact text-muted [overflow-wrap:anywhere]">{second}</bdi> : null}
	</div>
);
