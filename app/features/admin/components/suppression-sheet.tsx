import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Button } from '#app/ui/button.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import type { MailSuppression } from '#shared/contracts/notifications.ts';
import { useLiftSuppression } from '../api.ts';
import { useSuppressionReasons } from './suppression-reasons.ts';

/** One blocked address: why, and the way to unblock it. */
export function SuppressionSheet(props: { suppression: MailSuppression | null; onClose: () => void }) {
	const { t } = useLingui();
	const { suppression, onClose } = props;
	return (
		<Sheet isOpen={suppression !== null} onClose={onClose} title={suppression?.hint || t`Blocked address`}>
			{suppression ? <Detail key={suppression.id} row={suppression} onClose={onClose} /> : null}
		</Sheet>
	);
}

function Detail({ row, onClose }: { row: MailSuppression; onClose: () => void }) {
	const { t } = useLingui();
	const dateTime = useViewerTime();
	const reasons = useSuppressionReasons();
	const attempt = useAttempt();
	const lift = useLiftSuppression();
	const facts: [string, string][] = [
		[t`Reason`, reasons[row.reason]],
		...(row.detail ? ([[t`Details`, row.detail]] as [string, string][]) : []),
		[t`Applies to`, row.organisationId ? t`Emails of one organisation` : t`Emails of all organisations`],
		[t`Since`, dateTime(row.since)],
		[t`Until`, row.until ? dateTime(row.until) : t`No end`],
	];
	async function unblock() {
		if (await attempt(lift.mutateAsync(row.id), t`Address unblocked`)) onClose();
	}
	return (
		<div className="flex flex-col gap-5">
			<DescriptionList facts={facts} />
			<p className="text-sm text-muted">
				<Trans>
					Unblock the address when its owner says that it works. If an email to it bounces, it is blocked
					again.
				</Trans>
			</p>
			<Button
				variant="outline"
				icon={CircleCheck}
				className="self-start"
				isLoading={lift.isPending}
				onClick={() => void unblock()}
			>
				<Trans>Unblock</Trans>
			</Button>
		</div>
	);
}
