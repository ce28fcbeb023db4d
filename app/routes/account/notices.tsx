import { Trans, useLingui } from '@lingui/react/macro';
import { CheckCheck, Settings2 } from 'lucide-react';
import { useNotices, useReadNotices } from '#app/features/notices/api.ts';
import { NoticeDays } from '#app/features/notices/components/notice-days.tsx';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { NOTICE_DAYS } from '#shared/rules/periods.ts';

/** Notifications by day, the newest first. */
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
			title={t`Notifications`}
			description={t`What happened in your events and your account. Kept for ${NOTICE_DAYS} days.`}
			actions={
				// There from the start: on a phone they stand above the list.
				<>
					<Button
						variant="outline"
						icon={CheckCheck}
						isDisabled={!hasNew}
						isLoading={read.isPending}
						onClick={() => newest && read.mutate({ until: newest.id }, { onError: fail })}
					>
						<Trans>Mark all as read</Trans>
					</Button>
					<ButtonLink to="/settings/notifications" variant="ghost" icon={Settings2}>
						<Trans>Notification settings</Trans>
					</ButtonLink>
				</>
			}
		>
			<ErrorCallout error={notices.error} />
			{notices.isPending ? <RouteSkeleton /> : null}
			{notices.data && rows.length === 0 ? (
				<Card padding="none">
					<EmptyState
						drawing="lamp"
						title={t`You’re all caught up`}
						description={t`Registrations, reminders and account changes appear here.`}
					/>
				</Card>
			) : null}
			{rows.length > 0 ? (
				<NoticeDays
					notices={rows}
					onRead={({ id, isRead }) => {
						if (!isRead) read.mutate({ id });
					}}
				>
					<ShowMore {...moreOf(notices)} />
				</NoticeDays>
			) : null}
		</PageFrame>
	);
}
