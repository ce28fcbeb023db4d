import { Trans, useLingui } from '@lingui/react/macro';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#app/lib/api-client.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { type CurrentUser, resendVerification } from '#shared/contracts/accounts.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { useEventStep } from '../../api.ts';

/** Where the event stands, and the one step that leads on. */
export function PublishBar({ event, user }: { event: PublicEvent; user: CurrentUser }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const navigate = useNavigate();
	const step = useEventStep();
	const [isSent, setSent] = useState(false);
	const mayPublish = event.organisation?.permissions.includes('events.publish') ?? false;

	async function publish() {
		try {
			const isFirst = event.publishedAt === null;
			await step.mutateAsync({ event: event.id, step: 'publish' });
			if (isFirst) await navigate(`/events/${event.id}/share`, { state: { isNew: true } });
			else toast({ variant: 'success', description: t`The event is published.` });
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
		}
	}
	async function resend() {
		try {
			await api.call(resendVerification);
			setSent(true);
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
		}
	}

	if (event.status === 'draft' && !user.isEmailVerified) {
		return (
			<Callout
				tone="warning"
				title={t`Confirm your email address to publish`}
				action={
					<Button variant="outline" size="sm" onClick={() => void resend()} isDisabled={isSent}>
						{isSent ? t`Sent` : t`Send the mail again`}
					</Button>
				}
			>
				<Trans>We sent a link to {user.email}. Your draft is saved; publish it when you are back.</Trans>
			</Callout>
		);
	}
	if (event.status === 'draft' || event.status === 'postponed') {
		const isPast = new Date(event.endsAt) < new Date();
		return (
			<Callout
				tone={isPast ? 'warning' : 'info'}
				title={event.status === 'draft' ? t`Only your team sees this event` : t`This event is postponed`}
				action={
					mayPublish ? (
						<Button onClick={() => void publish()} isLoading={step.isPending}>
							{event.status === 'draft' ? t`Publish` : t`Publish with the new date`}
						</Button>
					) : undefined
				}
			>
				{isPast ? (
					<Trans>Its date lies in the past. Published, it will show as over.</Trans>
				) : event.status === 'draft' ? (
					<Trans>Published, everybody whom its settings allow can see it and register.</Trans>
				) : (
					<Trans>Set the new date below, then publish it again.</Trans>
				)}
			</Callout>
		);
	}
	if (event.status === 'published') {
		return (
			<div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-hairline bg-surface px-5 py-4">
				<p className="text-sm text-muted">
					<Trans>The page is live. What you save here shows there at once.</Trans>
				</p>
				<ButtonLink to={`/events/${event.id}/share`} variant="outline" size="sm" icon={Share2}>
					{t`Share`}
				</ButtonLink>
			</div>
		);
	}
	return null;
}
