import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { MailBody } from '#app/ui/mail-body.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { Skeleton, SkeletonGroup } from '#app/ui/skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { OutboxMail } from '#shared/contracts/notifications.ts';
import { useMail, useRetryMail } from '../api.ts';
import { mailLabels } from '../mail-labels.ts';
import { toLabel } from '../to-label.ts';
import { MailStatus } from './mail-status.tsx';

/** One email of the outbox: its status, its text, and another try. */
export function MailSheet(props: { mail: OutboxMail | null; onClose: () => void }) {
	const { t } = useLingui();
	const { mail } = props;
	return (
		<Sheet isOpen={mail !== null} onClose={props.onClose} title={mail?.subject || t`Email`}>
			{mail ? <MailDetail key={mail.id} id={mail.id} /> : null}
		</Sheet>
	);
}

function MailDetail({ id }: { id: string }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const attempt = useAttempt();
	const mail = useMail(id);
	const retry = useRetryMail();
	if (mail.error) return <Callout tone="danger">{errorText(mail.error)}</Callout>;
	if (!mail.data) {
		return (
			<SkeletonGroup className="flex flex-col gap-3">
				<Skeleton className="h-5 w-40" />
				<Skeleton className="h-5 w-64" />
				<Skeleton className="h-80 w-full" />
			</SkeletonGroup>
		);
	}
	const { data } = mail;
	const mayRetry = data.status !== 'sent' && data.status !== 'sending';
	const isUndelivered = ['stored', 'failed', 'withheld'].includes(data.status);

	async function tryAgain() {
		await attempt(retry.mutateAsync(id), t`Retrying now`);
	}

	return (
		<div className="flex flex-col gap-5">
			<MailFacts mail={data} />
			{data.lastError ? <Callout tone="danger">{data.lastError}</Callout> : null}
			{mayRetry ? (
				<Button
					variant="outline"
					icon={RotateCw}
					className="self-start"
					isLoading={retry.isPending}
					onClick={() => void tryAgain()}
				>
					<Trans>Retry now</Trans>
				</Button>
			) : null}
			<Tabs
				label={t`Email format`}
				items={[
					...(data.html ? [{ id: 'html', label: t`Preview`, content: <MailBody html={data.html} /> }] : []),
					{
						id: 'text',
						label: t`Plain text`,
						content: (
							<div className="flex flex-col items-start gap-3">
								{isUndelivered ? (
									<p className="text-sm text-muted">
										<Trans>
											This email was not delivered. You can copy the text and pass it on; its links are for
											the recipient only.
										</Trans>
									</p>
								) : null}
								<CopyButton text={data.text} label={t`Copy text`} />
								<pre
									dir="auto"
									className="w-full rounded-lg border bg-sunken p-4 font-mono text-compact whitespace-pre-wrap [overflow-wrap:anywhere]"
								>
									{data.text}
								</pre>
							</div>
						),
					},
				]}
			/>
		</div>
	);
}

function MailFacts({ mail }: { mail: OutboxMail }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const dateTime = useViewerTime();
	const facts: [string, string][] = [
		[t`To`, mail.recipient],
		[t`Type`, toLabel(i18n, mailLabels, mail.template)],
		[t`Created`, dateTime(mail.createdAt)],
		...(mail.sentAt ? ([[t`Sent`, dateTime(mail.sentAt)]] as [string, string][]) : []),
		...(mail.attempts > 0 ? ([[t`Attempts`, formats.number(mail.attempts)]] as [string, string][]) : []),
		...(mail.status === 'queued' && mail.attempts > 0
			? ([[t`Next attempt`, dateTime(mail.nextAttemptAt)]] as [string, string][])
			: []),
	];
	return (
		<div className="flex flex-col gap-3">
			<MailStatus status={mail.status} />
			<DescriptionList facts={facts} />
		</div>
	);
}
