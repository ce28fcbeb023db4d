import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats } from '#app/lib/format.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { readError } from '#app/lib/read-error.ts';
import { useUrlFilters } from '#app/lib/url-filters.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { TaxReport } from '#shared/contracts/ledger.ts';
import type { AccountNames } from '../account-names.ts';
import { useClosePeriod, useTaxReport } from '../api.ts';
import { JournalCard } from './journal-card.tsx';
import { TaxTable } from './tax-table.tsx';

const isMonth = (_: string, value: string) => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(value);

/** The months to choose from, the current one first. */
function listMonths(now: Date): string[] {
	return Array.from({ length: 24 }, (_, index) =>
		new Date(Date.UTC(now.getFullYear(), now.getMonth() - index, 1)).toISOString().slice(0, 7),
	);
}

/**
 * Sales and tax of a month, its journal as a file, and the closing of the month. What follows below comes once the first
 * report is there, which would push it away.
 */
export function TaxReportSection(props: {
	organisation: string;
	canManage: boolean;
	confirmed: Confirmed;
	accountNames: AccountNames;
	children: ReactNode;
}) {
	const { t, i18n } = useLingui();
	const [now] = useState(() => new Date());
	const [{ month }, setFilters] = useUrlFilters({ month: '' }, isMonth);
	const months = listMonths(now);
	const report = useTaxReport(props.organisation, month);
	// Which month it is depends on the zone of the books, which the server knows.
	const shown = month || report.data?.period || (months[0] as string);
	const error = readError(report);
	const [isRead, setRead] = useState(false);
	if (!isRead && (error || report.data)) setRead(true);
	const name = new Intl.DateTimeFormat(i18n.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
	return (
		<div className="flex flex-col gap-6">
			<section className="flex flex-col gap-6" aria-label={t`Monthly report`}>
				<Select
					label={t`Month`}
					value={shown}
					onChange={(change) => setFilters({ month: change.target.value })}
					options={[...new Set([...months, shown])]
						.toSorted((a, b) => (a < b ? 1 : -1))
						.map((value) => ({
							value,
							label: name.format(new Date(`${value}-01T00:00:00Z`)),
						}))}
					className="max-w-60"
				/>
				{error ? (
					<ErrorCallout error={error} onRetry={report.refetch} />
				) : report.data ? (
					<Report
						{...props}
						key={report.data.period}
						report={report.data}
						month={name.format(new Date(`${report.data.period}-01T00:00:00Z`))}
					/>
				) : (
					<Skeleton className="h-64" />
				)}
			</section>
			{isRead ? props.children : null}
		</div>
	);
}

function Report(props: {
	organisation: string;
	canManage: boolean;
	confirmed: Confirmed;
	accountNames: AccountNames;
	report: TaxReport;
	month: string;
}) {
	const { t } = useLingui();
	const showError = useErrorToast();
	const { report, organisation, month } = props;
	const close = useClosePeriod(organisation);
	const [isAsking, setAsking] = useState(false);
	const fail = (error: unknown) => showError(error);
	async function closeMonth() {
		setAsking(false);
		try {
			const closed = await props.confirmed(() => close.mutateAsync(report.period));
			if (closed) toast({ variant: 'success', description: t`${month} is closed` });
		} catch (error) {
			fail(error);
		}
	}
	return (
		<>
			<Card
				title={
					<span className="flex flex-wrap items-center gap-2">
						<Trans>Tax by country and rate</Trans>
						{report.isTest ? <Badge variant="outline">{t`Test mode`}</Badge> : null}
						{report.closedAt ? <Badge>{t`Closed`}</Badge> : null}
					</span>
				}
				description={t`Sales on the day they are confirmed, less refunds on the day they are made (${report.timeZone}).`}
			>
				<TaxTable report={report} />
			</Card>
			<JournalCard {...props} />
			<Card title={<Trans>Close the month</Trans>} description={<ClosingNote report={report} />}>
				{report.closedAt || report.blocker || !props.canManage ? null : (
					<Button
						variant="outline"
						className="self-start"
						isLoading={close.isPending}
						onClick={() => setAsking(true)}
					>
						{t`Close ${month}`}
					</Button>
				)}
			</Card>
			<ConfirmDialog
				isOpen={isAsking}
				title={t`Close ${month}?`}
				confirmLabel={t`Close month`}
				onConfirm={() => void closeMonth()}
				onClose={() => setAsking(false)}
			>
				<Trans>
					Its figures stay as they are. Later refunds count in the month they are made. A closed month can’t
					be opened again.
				</Trans>
			</ConfirmDialog>
		</>
	);
}

function ClosingNote({ report }: { report: TaxReport }) {
	const formats = useFormats();
	if (report.closedAt) {
		const when = formats.dateTime(report.closedAt, report.timeZone);
		return (
			<>
				<Trans>Closed on {when}. The figures no longer change.</Trans>
				<code className="mt-1 block text-compact [overflow-wrap:anywhere]">SHA-256 {report.hash}</code>
			</>
		);
	}
	if (report.blocker === 'period-open')
		return <Trans>A month can be closed one hour after it has ended.</Trans>;
	if (report.blocker === 'earlier-period-open')
		return <Trans>An earlier month is still open. Close that one first.</Trans>;
	return <Trans>The figures of a closed month no longer change.</Trans>;
}
