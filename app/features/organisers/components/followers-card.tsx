import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { exportFollowers, useFollowerCount, useFollowers } from '../api.ts';

/** Who follows the organisation, how many, and the list as a file. */
export function FollowersCard({ organisation }: { organisation: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const attempt = useAttempt();
	const list = useFollowers(organisation);
	const count = useFollowerCount(organisation);
	const [isSaving, setIsSaving] = useState(false);
	const rows = list.data ?? [];

	function download() {
		setIsSaving(true);
		void attempt(
			exportFollowers(organisation).then((response) => saveResponse(response, 'followers.csv')),
		).finally(() => setIsSaving(false));
	}

	return (
		<Card
			id="followers"
			title={t`Followers`}
			description={
				count === undefined ? null : count === 0 ? (
					<Trans>No followers yet. Visitors can follow on your organiser page.</Trans>
				) : (
					<Plural
						value={count}
						one="# person gets email about your new events."
						other="# people get email about your new events."
					/>
				)
			}
			actions={
				rows.length > 0 ? (
					<Button variant="outline" size="sm" icon={Download} isLoading={isSaving} onClick={download}>
						{t`Download CSV`}
					</Button>
				) : null
			}
		>
			<ErrorCallout error={list.error} onRetry={list.refetch} />
			{list.isPending ? <Skeleton className="h-16" /> : null}
			{rows.length > 0 ? (
				<ul className="divide-y divide-hairline">
					{rows.map((row) => (
						<li key={row.id} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
							<span dir="ltr" className="min-w-0 [overflow-wrap:anywhere]">
								{row.email}
							</span>
							<span className="text-muted">{formats.date(row.confirmedAt, zone)}</span>
						</li>
					))}
				</ul>
			) : null}
			<ShowMore
				hasMore={list.hasNextPage}
				isLoading={list.isFetchingNextPage}
				onMore={() => void list.fetchNextPage()}
			/>
		</Card>
	);
}
