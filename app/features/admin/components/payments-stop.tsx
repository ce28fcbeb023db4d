import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { usePaymentsStop, useSetPaymentsStop } from '../payments-api.ts';
import { ReasonForm } from './reason-form.tsx';

/** Stops payments to an organisation, with a reason that its owners read, or resumes them. */
export function PaymentsStop({ organisation }: { organisation: string }) {
	const { t } = useLingui();
	const dateTime = useViewerTime();
	const [isStopping, setIsStopping] = useState(false);
	const stop = usePaymentsStop(organisation);
	const change = useSetPaymentsStop(organisation);
	if (stop.error) return <ErrorCallout error={stop.error} onRetry={stop.refetch} />;
	if (!stop.data) return <Skeleton className="h-16" />;
	const { hasAccount, stoppedAt, reason } = stop.data;
	if (!hasAccount) return null;
	const set = (isStopped: boolean, why: string) =>
		change.mutate(
			{ isStopped, reason: why },
			{
				onSuccess: () => {
					setIsStopping(false);
					toast({ variant: 'success', description: t`Saved` });
				},
			},
		);
	return (
		<section className="flex flex-col items-start gap-2">
			<h3 className="text-sm font-semibold">
				{stoppedAt ? <Trans>Payments stopped {dateTime(stoppedAt)}</Trans> : <Trans>Payments</Trans>}
			</h3>
			{reason === '' ? null : (
				<p dir="auto" className="text-sm text-muted [overflow-wrap:anywhere]">
					{reason}
				</p>
			)}
			<ErrorCallout error={change.error} />
			{isStopping ? (
				<ReasonForm
					hint={t`Nothing is sold by card or bank transfer. Refunds and check-in still work. The owners get the reason by email.`}
					label={t`Stop payments`}
					isPending={change.isPending}
					onSubmit={(why) => set(true, why)}
					onCancel={() => setIsStopping(false)}
				/>
			) : stoppedAt ? (
				<Button variant="outline" isLoading={change.isPending} onClick={() => set(false, '')}>
					<Trans>Resume payments</Trans>
				</Button>
			) : (
				<Button variant="outline" onClick={() => setIsStopping(true)}>
					<Trans>Stop payments…</Trans>
				</Button>
			)}
		</section>
	);
}
