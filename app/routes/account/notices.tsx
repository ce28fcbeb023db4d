import { Trans, useLingui } from '@lingui/react/macro';
import { CheckCheck } from 'lucide-react';
import { useNotices, useReadNotices } from '#app/features/notices/api.ts';
import { NoticeRow } from '#app/features/notices/components/notice-row.tsx';
import { useErrorText } from '#app/lib/error-text.ts';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { toast } from '#app/ui/toast-store.ts';

/** What stands under the bell, the newest first. */
export default function NoticesPage() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const notices = useNotices();
	const read = useReadNotices();
	const rows = notices.data ?? [];
	const newest = rows[0];
	const hasNew = rows.some(({ isRead }) => !isRead);
	const fail = (error: unknown) =>
		toast({ variant: 'destructive', title: t`Not marked as read`, description: errorText(error) });
	return (
		<PageFrame
			isForm
			title={t`Notifications`}
			actions={
				// There from the start: on a phone it stands above the list.
				<Button
					variant="outline"
					icon={CheckCheck}
					isDisabled={!hasNew}
					isLoading={read.isPending}
					onClick={() => newest && read.mutate({ until: newest.id }, { onError: fail })}
				>
					<Trans>Mark all as read</Trans>
				</Button>
			}
		>
			<ErrorCallout error={notices.error} />
			{notices.isPending ? <RouteSkeleton /> : null}
			{notices.data ? (
				<Card padding="none">
					{rows.length > 0 ? (
						<ul className="divide-y divide-hairline">
							{rows.map((notice) => (
								<NoticeRow
									key={notice.id}
									notice={notice}
									onRead={() => {
										if (!notice.isRead) read.mutate({ id: notice.id });
									}}
								/>
							))}
						</ul>
					) : (
						<EmptyState
							drawing="lamp"
							title={t`You’re all caught up`}
							description={t`Registrations, reminders and account changes appear here.`}
						/>
					)}
				</Card>
			) : null}
			<ShowMore
				hasMore={notices.hasNextPage}
				isLoading={notices.isFetchingNextPage}
				onMore={() => void notices.fetchNextPage()}
			/>
			{/* Below the list, which would push it down. */}
			{notices.isPending ? null : (
				<p className="flex flex-wrap items-center justify-center gap-x-3 text-sm text-muted">
					<Trans>Kept for 90 days</Trans>
					<ButtonLink to="/settings/notifications" variant="ghost" size="sm">
						<Trans>Notification settings</Trans>
					</ButtonLink>
				</p>
			)}
		</PageFrame>
	);
}
