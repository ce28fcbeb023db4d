import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { type EventFilter, useAdminEvents } from '#app/features/admin/people-api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { AdminEvent } from '#shared/contracts/admin-people.ts';

const EventSheet = lazyDialog(() =>
	import('#app/features/admin/components/event-sheet.tsx').then((module) => module.EventSheet),
);

/** Events of all organisers. */
export default function AdminModerationPage() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const [q, setQ] = useState('');
	const [filter, setFilter] = useState<EventFilter>('all');
	const [opened, setOpened] = useState<AdminEvent | null>(null);
	const events = useAdminEvents({ q: useDeferredValue(q).trim(), filter });
	const rows = events.data ?? [];
	return (
		<section className="flex flex-col gap-4">
			<PageTitle title={t`Events`} />
			<div className="flex flex-wrap items-end gap-3">
				<SearchField
					label={t`Search events`}
					placeholder={t`Title, organiser or code`}
					className="min-w-56 flex-1 basis-56"
					value={q}
					onChange={(event) => setQ(event.target.value)}
				/>
				<Select
					label={t`Filter`}
					isLabelHidden
					value={filter}
					onChange={(event) => setFilter(event.target.value as EventFilter)}
					options={[
						{ value: 'all', label: t`All` },
						{ value: 'featured', label: t`Featured` },
						{ value: 'moderated', label: t`Moderated` },
					]}
				/>
			</div>
			{events.error ? (
				<Callout tone="danger" isUrgent>
					{errorText(events.error)}
				</Callout>
			) : null}
			<Card padding="none">
				<DataTable
					label={t`Events`}
					columns={useColumns()}
					rows={rows}
					rowKey={(event) => event.id}
					onOpen={setOpened}
					openKey={opened?.id ?? null}
					isLoading={events.isPending}
					empty={<EmptyState title={t`No matching events`} />}
				/>
			</Card>
			<ShowMore
				hasMore={events.hasNextPage}
				isLoading={events.isFetchingNextPage}
				onMore={() => void events.fetchNextPage()}
				status={rows.length > 0 ? t`${rows.length} shown` : undefined}
			/>
			<EventSheet event={opened} onClose={() => setOpened(null)} />
		</section>
	);
}

function useColumns(): Column<AdminEvent>[] {
	const { t } = useLingui();
	const formats = useFormats();
	const states: Record<string, string> = {
		draft: t`Draft`,
		published: t`Published`,
		cancelled: t`Cancelled`,
		postponed: t`Postponed`,
		archived: t`Archived`,
	};
	return [
		{
			id: 'title',
			header: t`Event`,
			className: 'min-w-48',
			cell: (event) => (
				<div className="flex flex-col gap-0.5">
					<span dir="auto" className="font-medium">
						{event.title}
					</span>
					<span dir="auto" className="text-compact text-muted">
						{event.organiserName}
					</span>
				</div>
			),
		},
		{
			id: 'state',
			header: t`Status`,
			cell: (event) =>
				event.moderation ? (
					<StatusBadge tone="warning">
						<ModerationName moderation={event.moderation} />
					</StatusBadge>
				) : event.featuredAt ? (
					<StatusBadge tone="live">
						<Trans>Featured</Trans>
					</StatusBadge>
				) : (
					<StatusBadge tone="neutral">{states[event.status] ?? event.status}</StatusBadge>
				),
		},
		{
			id: 'starts',
			header: t`Starts`,
			from: 'sm',
			align: 'end',
			cell: (event) => formats.shortDate(event.startsAt, event.timeZone),
		},
	];
}

function ModerationName({ moderation }: { moderation: NonNullable<AdminEvent['moderation']> }) {
	if (moderation === 'taken_down') return <Trans>Taken down</Trans>;
	return moderation === 'unlisted' ? <Trans>Unlisted</Trans> : <Trans>Organisation locked</Trans>;
}
