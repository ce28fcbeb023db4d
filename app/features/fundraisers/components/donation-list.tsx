import { Plural, useLingui } from '@lingui/react/macro';
import { Download, Plus, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { useUrlFilters } from '#app/lib/url-filters.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Money } from '#app/ui/money.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Donation, Fundraiser } from '#shared/contracts/fundraisers.ts';
import { donationSources } from '#shared/rules/fundraisers.ts';
import { type DonationFilters, downloadDonations, noDonationFilters, useDonations } from '../api.ts';
import { sourceLabels, wayLabels } from '../labels.ts';
import { DonationActions } from './donation-actions.tsx';
import { SearchCard } from './search-card.tsx';

const DonationDialog = lazyDialog(() =>
	import('./donation-dialog.tsx').then((module) => module.DonationDialog),
);
const IssueReceiptsDialog = lazyDialog(() =>
	import('./issue-receipts-dialog.tsx').then((module) => module.IssueReceiptsDialog),
);

const isKnown = (name: string, value: string) =>
	name !== 'source' || donationSources.includes(value as Donation['source']);

/** The donations of an event with what can be done about them. */
export function DonationList(props: { event: PublicEvent; fundraiser: Fundraiser; base: string }) {
	const { t, i18n } = useLingui();
	const attempt = useAttempt();
	const { event } = props;
	const permissions = event.organisation?.permissions ?? [];
	const [filters, setFilters] = useUrlFilters<DonationFilters>(noDonationFilters, isKnown);
	const [isAdding, setAdding] = useState(false);
	const [isExporting, setExporting] = useState(false);
	const [isIssuing, setIssuing] = useState(false);
	const donations = useDonations(event.id, filters);
	async function save() {
		setExporting(true);
		await attempt(downloadDonations(event.id, 'csv'));
		setExporting(false);
	}
	const add = permissions.includes('orders.manage') ? (
		<Button icon={Plus} onClick={() => setAdding(true)}>
			{t`Add donation`}
		</Button>
	) : null;
	return (
		<SearchCard
			title={<span className="text-lg">{t`Donations`}</span>}
			actions={
				<div className="flex flex-wrap gap-2">
					{permissions.includes('attendees.export') ? (
						<Button variant="outline" icon={Download} isLoading={isExporting} onClick={() => void save()}>
							{t`Export CSV`}
						</Button>
					) : null}
					{permissions.includes('money.manage') ? (
						<Button variant="outline" icon={ReceiptText} onClick={() => setIssuing(true)}>
							{t`Issue receipts`}
						</Button>
					) : null}
					{add}
				</div>
			}
			search={{ label: t`Search donations`, placeholder: t`Search donor or message` }}
			choices={[
				{
					name: 'source',
					label: t`Source`,
					all: t`All sources`,
					options: donationSources.map((value) => ({ value, label: i18n._(sourceLabels[value]) })),
				},
			]}
			filters={filters}
			onFilters={setFilters}
			pages={donations}
			texts={{
				failed: t`Couldn’t load the donations.`,
				noMatch: t`No matching donations`,
				empty: t`No donations yet`,
				emptyHint: t`Online donations appear here automatically. Add donations in cash or by transfer.`,
				shown: (
					<Plural value={donations.data?.length ?? 0} one="# donation shown" other="# donations shown" />
				),
			}}
			table={(list) => <DonationTable {...props} {...list} />}
		>
			{isAdding ? (
				<DonationDialog event={event} currency={props.fundraiser.currency} onClose={() => setAdding(false)} />
			) : null}
			{isIssuing ? (
				<IssueReceiptsDialog
					isSandbox={event.isSandbox}
					organisation={event.organisation?.id ?? ''}
					event={event.id}
					onClose={() => setIssuing(false)}
				/>
			) : null}
		</SearchCard>
	);
}

function DonationTable(props: {
	event: PublicEvent;
	fundraiser: Fundraiser;
	base: string;
	rows: Donation[];
	isLoading: boolean;
	empty: React.ReactNode;
}) {
	const { t } = useLingui();
	const { event } = props;
	return (
		<DataTable
			label={t`Donations`}
			rows={props.rows}
			rowKey={(row) => row.id}
			isLoading={props.isLoading}
			empty={props.empty}
			columns={[
				{
					id: 'donor',
					header: t`Donor`,
					className: 'w-full max-w-24',
					cell: (row) => <Donor row={row} />,
				},
				{ id: 'amount', header: t`Amount`, align: 'end', cell: (row) => <Amount row={row} /> },
				{
					id: 'source',
					header: t`Source`,
					from: 'md',
					cell: (row) => <Source row={row} base={props.base} />,
				},
				{ id: 'when', header: t`Date`, from: 'lg', cell: (row) => <When row={row} zone={event.timeZone} /> },
				{
					id: 'actions',
					header: t`Actions`,
					isHeaderHidden: true,
					align: 'end',
					cell: (row) => <DonationActions {...props} row={row} />,
				},
			]}
		/>
	);
}

function Donor({ row }: { row: Donation }) {
	const { t } = useLingui();
	const said = [
		row.honour
			? row.honour.kind === 'memory'
				? t`In memory of ${row.honour.name}`
				: t`In honour of ${row.honour.name}`
			: '',
		row.message,
	].filter(Boolean);
	const page = [row.page?.name, row.team?.name].filter(Boolean).join(' · ');
	return (
		<>
			<p className="flex items-center gap-2">
				<span className="truncate font-medium" dir="auto" title={row.donorName}>
					{row.donorName}
				</span>
				{row.isAnonymous ? <Badge variant="outline">{t`Anonymous`}</Badge> : null}
			</p>
			<p className="truncate text-compact text-muted max-sm:hidden" title={row.donorEmail}>
				{row.donorEmail}
			</p>
			{page ? (
				<p className="truncate text-compact text-muted" dir="auto" title={page}>
					{page}
				</p>
			) : null}
			{said.length > 0 ? (
				<p
					className={row.isMessageHidden ? 'text-compact text-muted line-through' : 'text-compact'}
					dir="auto"
				>
					{said.join(' · ')}
				</p>
			) : null}
		</>
	);
}

function Amount({ row }: { row: Donation }) {
	const formats = useFormats();
	const isGone = row.refundedMinor >= row.amountMinor;
	return (
		<div className="flex flex-col items-end">
			<Money isStruck={isGone}>{formats.money(row.amountMinor, row.currency)}</Money>
			{row.refundedMinor > 0 && !isGone ? (
				<Money className="text-compact text-muted">{formats.money(-row.refundedMinor, row.currency)}</Money>
			) : null}
		</div>
	);
}

function Source({ row, base }: { row: Donation; base: string }) {
	const { i18n } = useLingui();
	if (row.orderId)
		return (
			<Link to={`${base}/orders/${row.orderId}`} className="link">
				{i18n._(sourceLabels[row.source])}
			</Link>
		);
	return (
		<span className="whitespace-nowrap">
			{i18n._(row.way ? wayLabels[row.way] : sourceLabels[row.source])}
		</span>
	);
}

function When({ row, zone }: { row: Donation; zone: string }) {
	const formats = useFormats();
	return (
		<span className="whitespace-nowrap">
			{row.receivedOn
				? formats.date(`${row.receivedOn}T12:00:00Z`, 'UTC')
				: formats.date(row.createdAt, zone)}
		</span>
	);
}
