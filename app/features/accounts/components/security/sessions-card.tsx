import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useReloadSecurity, useSessions } from '#app/features/accounts/security.ts';
import { api } from '#app/lib/api-client.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { endOtherSessions, endSession, type SessionRow } from '#shared/contracts/auth.ts';
import { describeUserAgent } from '#shared/lib/user-agent.ts';

/** Where the account is signed in, and the way to end each. */
export function SessionsCard() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const sessions = useSessions();
	const reload = useReloadSecurity();
	const [busyId, setBusyId] = useState<string | null>(null);

	async function end(id: string, call: () => Promise<unknown>) {
		setBusyId(id);
		try {
			await call();
			await reload();
		} catch (error) {
			toast({
				variant: 'destructive',
				title: t`Couldn’t sign out this session`,
				description: errorText(error),
			});
		} finally {
			setBusyId(null);
		}
	}
	const rows = sessions.data?.data ?? [];
	const others = rows.filter((row) => !row.isCurrent).length;
	return (
		<Card
			title={t`Active sessions`}
			description={t`Don’t recognise one? Sign it out, then change your password.`}
			className="scroll-mt-24"
			id="sessions"
			actions={
				others > 0 ? (
					<Button
						size="sm"
						variant="outline"
						isLoading={busyId === 'others'}
						onClick={() => void end('others', () => api.call(endOtherSessions))}
					>
						<Trans>Sign out of all other sessions</Trans>
					</Button>
				) : null
			}
		>
			{sessions.isPending ? <Skeleton className="h-16" /> : null}
			{sessions.error && !sessions.data ? (
				<ErrorCallout error={sessions.error} onRetry={sessions.refetch} />
			) : null}
			<ul>
				{rows.map((row) => (
					<Row
						key={row.id}
						row={row}
						isBusy={busyId === row.id}
						onEnd={() => void end(row.id, () => api.call(endSession, { params: { session: row.id } }))}
					/>
				))}
			</ul>
		</Card>
	);
}

function Row({ row, isBusy, onEnd }: { row: SessionRow; isBusy: boolean; onEnd: () => void }) {
	const { t } = useLingui();
	const { browser, system } = describeUserAgent(row.userAgent);
	const dateTime = useViewerTime();
	const since = dateTime(row.createdAt);
	const seen = dateTime(row.lastSeenAt);
	const name = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`API client`);
	return (
		<li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t py-3 first:border-t-0">
			<div className="min-w-0">
				<p className="flex flex-wrap items-center gap-2 font-medium">
					{name}
					{row.isCurrent ? <Badge>{t`This device`}</Badge> : null}
				</p>
				<p className="text-compact text-muted">
					<Trans>
						Since {since}, last used {seen}
					</Trans>
				</p>
			</div>
			{row.isCurrent ? null : (
				<Button size="sm" variant="ghost" isLoading={isBusy} onClick={onEnd} aria-label={t`Sign out ${name}`}>
					<Trans>Sign out</Trans>
				</Button>
			)}
		</li>
	);
}
