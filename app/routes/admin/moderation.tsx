import { Trans, useLingui } from '@lingui/react/macro';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { MessageReviews } from '#app/features/admin/components/message-reviews.tsx';
import { useAdminEvents } from '#app/features/admin/people-api.ts';
import { useMessageReviews } from '#app/features/admin/reviews-api.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { AdminEvent } from '#shared/contracts/admin-people.ts';

const EventSheet = lazyDialog(() =>
	import('#app/features/admin/components/event-sheet.tsx').then((module) => module.EventSheet),
);

/** Events of all organisers, below messages to guests that wait for review. */
export default function AdminModerationPage() {
	const { t } = useLingui();
	const columns = useColumns();
	// Before the list, so that they do not push it away.
	if (useMessageReviews().isPending) return <RouteSkeleton />;
	return (
		<AdminListPage
			title={t`Events`}
			intro={<MessageReviews />}
			search={{ label: t`Search events`, placeholder: t`Title, organiser or code` }}
			filters={[
				{
					name: 'filter',
					label: t`Filter`,
					options: optionsOf({ all: t`All`, featured: t`Featured`, moderated: t`Moderated` }),
				},
			]}
			useRows={useAdminEvents}
			columns={columns}
			empty={{ title: t`No matching events` }}
			sheet={(event, onClose) => <EventSheet event={event} onClose={onClose} />}
		/>
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
