import { Trans, useLingui } from '@lingui/react/macro';
import { Check, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { api } from '#app/lib/api-client.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { type CurrentUser, resendVerification } from '#shared/contracts/accounts.ts';
import type { EventCard } from '#shared/contracts/events.ts';

/** The first four steps of an organiser; gone once all are done. */
export function SetupChecklist(props: { user: CurrentUser; newest?: EventCard; hasPublished: boolean }) {
	const { user, newest, hasPublished } = props;
	const { t } = useLingui();
	const attempt = useAttempt();
	const { hasEmail } = useSite();
	const steps: { label: string; isDone: boolean; isMail?: boolean; to?: string }[] = [
		{ label: t`Create your account`, isDone: true },
		...(hasEmail ? [{ label: t`Verify your email`, isDone: user.isEmailVerified, isMail: true }] : []),
		{ label: t`Create your first event`, isDone: newest !== undefined, to: '/create-event' },
		{
			label: t`Publish your event`,
			isDone: hasPublished,
			...(newest && { to: `/events/${newest.id}/edit` }),
		},
	];
	const done = steps.filter(({ isDone }) => isDone).length;
	if (done === steps.length) return null;

	async function resend() {
		await attempt(api.call(resendVerification), t`We sent a new link to ${user.email}.`);
	}
	return (
		<Card title={t`Get started`} description={t`${done} of ${steps.length} done`}>
			<ol className="flex flex-col">
				{steps.map((step) => (
					<li
						key={step.label}
						className="flex min-h-12 items-center gap-3 border-t border-hairline first:border-t-0"
					>
						<span
							className={
								step.isDone
									? 'grid size-6 flex-none place-items-center rounded-full bg-success-tint text-success'
									: 'size-6 flex-none rounded-full border border-control'
							}
						>
							{step.isDone ? <Icon icon={Check} /> : null}
						</span>
						<span className={step.isDone ? 'flex-1 text-muted' : 'flex-1 font-medium'}>
							{step.label}
							{step.isDone ? (
								<span className="sr-only">
									{' '}
									<Trans>(done)</Trans>
								</span>
							) : null}
						</span>
						{step.isDone ? null : step.isMail ? (
							<Button variant="ghost" size="sm" onClick={() => void resend()}>
								{t`Resend email`}
							</Button>
						) : step.to ? (
							<Link to={step.to} className="link flex min-h-11 items-center gap-1 text-sm">
								<Trans>Start</Trans>
								<Icon icon={ChevronRight} isDirectional />
							</Link>
						) : null}
					</li>
				))}
			</ol>
		</Card>
	);
}
