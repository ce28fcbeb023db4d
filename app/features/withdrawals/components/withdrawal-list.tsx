import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { Withdrawal } from '#shared/contracts/withdrawals.ts';
import { withdrawalStates } from '#shared/rules/withdrawals.ts';
import { useWithdrawals, type WithdrawalFilters } from '../api.ts';
import { obstacleLabels, stateLabels, stateTones } from '../labels.ts';
import { DecideDialog } from './decide-dialog.tsx';

/** Statements of withdrawal of an organisation, narrowed by state, read page by page. */
export function WithdrawalList(props: {
	organisation: string;
	filters: WithdrawalFilters;
	onFilters: (filters: WithdrawalFilters) => void;
	canDecide: boolean;
	confirmed: Confirmed;
}) {
	const { t, i18n } = useLingui();
	const { organisation, filters, onFilters } = props;
	const list = useWithdrawals(organisation, filters);
	const [asking, setAsking] = useState<{ row: Withdrawal; how: 'accept' | 'decline' } | null>(null);
	const rows = list.data ?? [];
	return (
		<Card title={<span className="text-lg">{t`Withdrawals`}</span>} padding="none">
			<div className="px-5 pb-4">
				<Select
					label={t`State`}
					isLabelHidden
					value={filters.state}
					onChange={(change) => onFilters({ state: change.target.value as WithdrawalFilters['state'] })}
					options={[
						{ value: '', label: t`All states` },
						...withdrawalStates.map((value) => ({ value, label: i18n._(stateLabels[value]) })),
					]}
				/>
			</div>
			{list.isPending ? (
				<Skeleton className="m-5 h-40 rounded-xl" />
			) : list.isError ? (
				<EmptyState
					title={t`Couldn’t load the withdrawals.`}
					action={<Button onClick={() => void list.refetch()}>{t`Try again`}</Button>}
				/>
			) : rows.length === 0 && filters.state !== '' ? (
				<EmptyState
					title={t`No matching withdrawals`}
					action={
						<Button variant="outline" onClick={() => onFilters({ state: '' })}>
							{t`Clear filters`}
						</Button>
					}
				/>
			) : rows.length === 0 ? (
				<EmptyState
					title={t`No withdrawals yet`}
					description={t`Buyers can withdraw from gift cards, and from ticket types that you give a right of withdrawal. What they send appears here.`}
					action={
						<ButtonLink to="/help/take-withdrawals" variant="outline">
							{t`How withdrawals work`}
						</ButtonLink>
					}
				/>
			) : (
				<ul aria-label={t`Withdrawals`} className="divide-y divide-hairline border-t border-hairline">
					{rows.map((row) => (
						<Row
							key={row.id}
							row={row}
							onDecide={props.canDecide ? (how) => setAsking({ row, how }) : undefined}
						/>
					))}
				</ul>
			)}
			<div className="px-5 py-3">
				<ShowMore
					{...moreOf(list)}
					status={
						rows.length > 0 && (
							<Plural value={rows.length} one="# withdrawal shown" other="# withdrawals shown" />
						)
					}
				/>
			</div>
			{asking ? (
				<DecideDialog
					organisation={organisation}
					{...asking}
					confirmed={props.confirmed}
					onClose={() => setAsking(null)}
				/>
			) : null}
		</Card>
	);
}

function Row({
	row,
	onDecide,
}: {
	row: Withdrawal;
	onDecide: ((how: 'accept' | 'decline') => void) | undefined;
}) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	return (
		<li className="flex flex-col gap-2 px-5 py-4">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<bdi className="font-medium [overflow-wrap:anywhere]">{row.name}</bdi>
				<StatusBadge tone={stateTones[row.state]}>{i18n._(stateLabels[row.state])}</StatusBadge>
				<time dateTime={row.receivedAt} className="text-compact text-muted">
					{formats.dateTime(row.receivedAt, zone)}
				</time>
			</div>
			<p className="text-sm [overflow-wrap:anywhere]">
				<bdi>{row.email}</bdi> · <SubjectLink row={row} />
			</p>
			{row.items.length > 0 ? (
				<p className="text-sm text-muted [overflow-wrap:anywhere]" dir="auto">
					{row.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
				</p>
			) : null}
			{row.obstacle && row.state === 'received' ? (
				<p className="text-sm">{i18n._(obstacleLabels[row.obstacle])}</p>
			) : null}
			{row.state === 'accepted' && row.currency ? (
				<p className="text-sm">{t`Refunded: ${formats.money(row.refundMinor, row.currency)}`}</p>
			) : null}
			{row.note ? (
				<p className="text-sm whitespace-pre-line text-muted [overflow-wrap:anywhere]" dir="auto">
					{row.note}
				</p>
			) : null}
			{row.state === 'received' && onDecide ? (
				<div className="flex flex-wrap gap-2">
					<Button aria-haspopup="dialog" onClick={() => onDecide('accept')}>
						{t`Accept`}
					</Button>
					<Button variant="outline" aria-haspopup="dialog" onClick={() => onDecide('decline')}>
						{t`Decline`}
					</Button>
				</div>
			) : null}
		</li>
	);
}

/** What a statement matches, where it can be opened; else the number as it was typed. */
function SubjectLink({ row: { subject, reference } }: { row: Withdrawal }) {
	if (subject?.kind === 'order' && subject.event)
		return (
			<Link to={`/events/${subject.event.slug}/orders/${subject.id}`} className="link">
				<Trans>Order {subject.number}</Trans>
			</Link>
		);
	if (subject?.kind === 'gift_cards' && subject.giftCardId)
		return (
			<Link to={`/money/gift-cards?card=${subject.giftCardId}`} className="link">
				<Trans>Gift cards {subject.number}</Trans>
			</Link>
		);
	return <bdi>{reference}</bdi>;
}
