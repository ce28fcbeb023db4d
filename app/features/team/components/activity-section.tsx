import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import { EventPicker } from '#app/shell/event-picker.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { OrganisationAct } from '#shared/contracts/team.ts';
import { HISTORY_DAYS } from '#shared/rules/periods.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { exportActs, useActs, useMembers } from '../api.ts';
import { SectionHead } from './section-head.tsx';

/** The start of a day of the viewer, or of the day after; empty without one. */
function startOf(day: string, plusDays: number): string {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return '';
	const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
	return new Date(year, month - 1, date + plusDays).toISOString();
}

type Filters = Record<'actor' | 'event' | 'from' | 'to', string>;

/** What was changed in an organisation, by whom; for who may not see all, what they did themselves. */
export function ActivitySection({ organisation }: { organisation: CurrentUser['organisations'][number] }) {
	const { t } = useLingui();
	const formats = useFormats();
	const attempt = useAttempt();
	const zone = useViewerTimeZone() ?? 'UTC';
	const seesAll = memberCan(organisation, 'acts.view');
	const [filters, setFilters] = useState<Filters>({ actor: '', event: '', from: '', to: '' });
	const [opened, setOpened] = useState<OrganisationAct | null>(null);
	const [isSaving, setIsSaving] = useState(false);
	const query = { ...filters, from: startOf(filters.from, 0), to: startOf(filters.to, 1) };
	const list = useActs(organisation.id, query);
	const rows = list.data ?? [];
	const nameOf = useActorName();
	const columns: Column<OrganisationAct>[] = [
		{ id: 'at', header: t`Time`, cell: (row) => formats.dateTime(row.at, zone) },
		{ id: 'who', header: t`Who`, cell: (row) => <span dir="auto">{nameOf(row)}</span> },
		{
			id: 'what',
			header: t`What`,
			cell: (row) => <span className="[overflow-wrap:anywhere]">{row.summary}</span>,
		},
		{
			id: 'event',
			header: t`Event`,
			from: 'md',
			cell: (row) => <span dir="auto">{row.event?.title ?? ''}</span>,
		},
		{ id: 'outcome', header: t`Outcome`, from: 'lg', cell: (row) => <Outcome row={row} /> },
	];

	function download() {
		setIsSaving(true);
		const set = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
		void attempt(
			exportActs(organisation.id, set).then((response) => saveResponse(response, 'activity.csv')),
		).finally(() => setIsSaving(false));
	}

	return (
		<section className="flex flex-col gap-4" aria-labelledby="activity">
			<SectionHead
				id="activity"
				title={<Trans>Activity</Trans>}
				description={
					seesAll ? (
						<Trans>
							Changes of the last {HISTORY_DAYS} days. Typed text, sales and scans are not part of it.
						</Trans>
					) : (
						<Trans>What you changed in the last {HISTORY_DAYS} days.</Trans>
					)
				}
				actions={
					seesAll ? (
						<Button variant="outline" icon={Download} isLoading={isSaving} onClick={download}>
							{t`Download CSV`}
						</Button>
					) : null
				}
			/>
			<ActivityFilters
				organisation={organisation.id}
				seesAll={seesAll}
				filters={filters}
				onChange={(change) => setFilters((old) => ({ ...old, ...change }))}
			/>
			<ErrorCallout error={list.error} onRetry={list.refetch} />
			<Card padding="none">
				<DataTable
					label={t`Changes`}
					columns={columns}
					rows={rows}
					rowKey={({ id }) => id}
					onOpen={setOpened}
					openKey={opened?.id ?? null}
					isLoading={list.isPending}
					empty={
						<EmptyState
							title={
								Object.values(filters).some(Boolean)
									? t`No results for these filters`
									: t`Nothing was changed yet`
							}
							description={t`Changes appear here at once.`}
						/>
					}
				/>
			</Card>
			<ShowMore {...moreOf(list)} status={rows.length > 0 ? t`${rows.length} shown` : undefined} />
			<Sheet isOpen={opened !== null} onClose={() => setOpened(null)} title={t`Activity`}>
				{opened ? <ActDetails act={opened} zone={zone} /> : null}
			</Sheet>
		</section>
	);
}

function Outcome({ row }: { row: OrganisationAct }) {
	const { t } = useLingui();
	return row.outcome < 400 ? (
		<StatusBadge tone="success">{t`Done`}</StatusBadge>
	) : (
		<StatusBadge tone="warning">{t`Refused`}</StatusBadge>
	);
}

function useActorName() {
	const { t } = useLingui();
	return ({ actor }: OrganisationAct) => actor.name || t`Former member`;
}

function ActivityFilters(props: {
	organisation: string;
	seesAll: boolean;
	filters: Filters;
	onChange: (change: Partial<Filters>) => void;
}) {
	const { organisation, seesAll, filters } = props;
	const { t } = useLingui();
	const members = useMembers(organisation, seesAll).data?.data ?? [];
	const change = (name: keyof Filters) => (event: { target: { value: string } }) =>
		props.onChange({ [name]: event.target.value });
	return (
		<div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
			{seesAll ? (
				<Select
					label={t`Who`}
					value={filters.actor}
					onChange={change('actor')}
					options={[
						{ value: '', label: t`Everyone` },
						...members.map(({ userId, name, email }) => ({ value: userId, label: name || email })),
					]}
				/>
			) : null}
			<EventPicker
				organisation={organisation}
				label={t`Event`}
				noEvent={t`All events`}
				value={filters.event || null}
				onChange={(event) => props.onChange({ event: event?.id ?? '' })}
			/>
			<TextField label={t`From`} type="date" value={filters.from} onChange={change('from')} />
			<TextField label={t`To`} type="date" value={filters.to} onChange={change('to')} />
		</div>
	);
}

function ActDetails({ act, zone }: { act: OrganisationAct; zone: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const nameOf = useActorName();
	return (
		<DescriptionList
			facts={[
				[t`What`, act.summary],
				[t`Who`, act.actor.kind === 'key' ? t`API key ${nameOf(act)}` : nameOf(act)],
				[t`Time`, formats.dateTime(act.at, zone)],
				...(act.event ? [[t`Event`, act.event.title] as [string, string]] : []),
				...(act.subject ? [[t`About`, act.subject] as [string, string]] : []),
				...Object.entries(act.input).map(([name, value]): [string, string] => [
					name,
					typeof value === 'string' ? value : JSON.stringify(value),
				]),
				[t`Outcome`, String(act.outcome)],
				[t`Request ID`, act.requestId],
			]}
		/>
	);
}
