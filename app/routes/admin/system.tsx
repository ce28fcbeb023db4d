import { Trans, useLingui } from '@lingui/react/macro';
import { Mail, RotateCw } from 'lucide-react';
import { useSystem, useTestMail } from '#app/features/admin/people-api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import { useSite } from '#app/shell/site.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';

/** Everything that an installation needs, looked at now. */
export default function AdminSystemPage() {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const errorText = useErrorText();
	const system = useSystem();
	const mail = useTestMail();
	return (
		<section className="flex flex-col gap-4" aria-label={t`System check`}>
			<PageTitle title={t`System check`} />
			<div className="flex flex-wrap gap-2">
				<Button
					icon={RotateCw}
					variant="outline"
					isLoading={system.isFetching}
					onClick={() => void system.refetch()}
				>
					<Trans>Run again</Trans>
				</Button>
				{hasEmail ? (
					<Button icon={Mail} variant="outline" isLoading={mail.isPending} onClick={() => mail.mutate()}>
						<Trans>Send test email</Trans>
					</Button>
				) : null}
				<ButtonLink to="/help?for=operators" variant="ghost">
					<Trans>Help for operators</Trans>
				</ButtonLink>
			</div>
			<div role="status" className="empty:hidden">
				{mail.data ? (
					<Callout
						tone={mail.data.isSent ? 'success' : 'danger'}
						title={mail.data.isSent ? t`Sent` : t`Not sent`}
					>
						<code className="[overflow-wrap:anywhere]">{mail.data.response}</code>
					</Callout>
				) : mail.error ? (
					<Callout tone="danger">{errorText(mail.error)}</Callout>
				) : null}
			</div>
			<ErrorCallout error={system.error} />
			<Card padding="none">
				{system.data ? (
					<ul className="flex flex-col divide-y">
						{system.data.findings.map((finding) => (
							<li
								key={`${finding.name} ${finding.text}`}
								className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3"
							>
								<span className="w-28 text-sm font-medium">{finding.name}</span>
								<StatusBadge
									tone={finding.state === 'ok' ? 'success' : finding.state === 'warn' ? 'warning' : 'danger'}
								>
									{finding.name === 'Email' && !hasEmail ? (
										<Trans>Not configured</Trans>
									) : finding.state === 'ok' ? (
										<Trans>OK</Trans>
									) : finding.state === 'warn' ? (
										<Trans>Check</Trans>
									) : (
										<Trans>Fix</Trans>
									)}
								</StatusBadge>
								<span className="min-w-0 flex-1 basis-60 text-sm text-muted [overflow-wrap:anywhere]">
									{finding.text}
								</span>
							</li>
						))}
					</ul>
				) : (
					<Skeleton className="m-5 h-[70rem] sm:h-[43rem]" />
				)}
			</Card>
			{system.data?.release ? (
				<p className="text-compact text-muted">
					<Trans>Release {system.data.release}</Trans>
				</p>
			) : null}
		</section>
	);
}
