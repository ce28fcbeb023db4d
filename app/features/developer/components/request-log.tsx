import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Card } from '#app/ui/card.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { ApiRequest } from '#shared/contracts/developer.ts';
import { CALL_LOG_DAYS } from '#shared/rules/periods.ts';
import { useApiKeys, useApiRequests } from '../api.ts';

/** Calls made with the keys of an organisation: which, when and how they ended; never what was sent or answered. */
export function RequestLog({ organisation }: { organisation: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const dateTime = useViewerTime();
	const keys = useApiKeys(organisation).data?.data ?? [];
	const [key, setKey] = useState('');
	const [outcome, setOutcome] = useState<'' | 'failed'>('');
	const [opened, setOpened] = useState<ApiRequest | null>(null);
	const list = useApiRequests(organisation, { key, outcome });
	const rows = list.data ?? [];
	const nameOf = (row: ApiRequest) => keys.find(({ id }) => id === row.keyId)?.name ?? t`Removed key`;
	const columns: Column<ApiRequest>[] = [
		{ id: 'at', header: t`Time`, cell: (row) => dateTime(row.at) },
		{
			id: 'call',
			header: t`Call`,
			cell: (row) => (
				<code dir="ltr" className="[overflow-wrap:anywhere]">
					{row.method} {row.route}
				</code>
			),
		},
		{ id: 'status', header: t`Status`, cell: (row) => <Outcome row={row} /> },
		{ id: 'key', header: t`Key`, from: 'md', cell: nameOf },
		{
			id: 'time',
			header: t`Duration`,
			from: 'lg',
			align: 'end',
			cell: (row) => t`${formats.number(row.durationMs)} ms`,
		},
	];
	return (
		<section className="flex flex-col gap-4" aria-labelledby="api-requests">
			<div>
				<h2 id="api-requests" className="text-lg font-medium">
					<Trans>Request log</Trans>
				</h2>
				<p className="text-muted">
					<Trans>
						Calls made with your keys in the last {CALL_LOG_DAYS} days. Request and response bodies are not
						stored.
					</Trans>
				</p>
			</div>
			<div className="flex flex-wrap items-end gap-3">
				<Select
					label={t`Key`}
					value={key}
					onChange={(change) => setKey(change.target.value)}
					options={[
						{ value: '', label: t`All keys` },
						...keys.map(({ id, name, lastFour }) => ({ value: id, label: `${name} · …${lastFour}` })),
					]}
				/>
				<Select
					label={t`Status`}
					value={outcome}
					onChange={(change) => setOutcome(change.target.value as '' | 'failed')}
					options={[
						{ value: '', label: t`All` },
						{ value: 'failed', label: t`Errors only` },
					]}
				/>
			</div>
			<ErrorCallout error={list.error} onRetry={list.refetch} />
			<Card padding="none">
				<DataTable
					label={t`Request log`}
					columns={columns}
					rows={rows}
					rowKey={({ id }) => id}
					onOpen={setOpened}
					openKey={opened?.id ?? null}
					isLoading={list.isPending}
					empty={
						<EmptyState
							title={key || outcome ? t`No matching calls` : t`No calls in the last ${CALL_LOG_DAYS} days`}
							description={t`Calls appear here about a second after they are made.`}
						/>
					}
				/>
			</Card>
			<ShowMore {...moreOf(list)} status={rows.length > 0 ? t`${rows.length} shown` : undefined} />
			<Sheet isOpen={opened !== null} onClose={() => setOpened(null)} title={t`API call`}>
				{opened ? <Detail row={opened} name={nameOf(opened)} /> : null}
			</Sheet>
		</section>
	);
}

function Outcome({ row }: { row: ApiRequest }) {
	return (
		<StatusBadge tone={row.status >= 500 ? 'danger' : row.status >= 400 ? 'warning' : 'success'}>
			{row.status}
		</StatusBadge>
	);
}

function Detail({ row, name }: { row: ApiRequest; name: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const dateTime = useViewerTime();
	const facts: [string, string][] = [
		[t`Call`, `${row.method} ${row.route}`],
		[t`Key`, name],
		[t`Time`, dateTime(row.at)],
		[t`Status`, String(row.status)],
		...(row.code ? ([[t`Error code`, row.code]] as [string, string][]) : []),
		[t`Duration`, t`${formats.number(row.durationMs)} ms`],
		[t`Request ID`, row.requestId],
		...(row.others > 0
			? ([[t`Same calls in that second`, formats.number(row.others)]] as [string, string][])
			: []),
	];
	return (
		<div className="flex flex-col gap-5">
			<DescriptionList facts={facts} />
			<div>
				<CopyButton text={row.requestId} label={t`Copy request ID`} />
			</div>
		</div>
	);
}
