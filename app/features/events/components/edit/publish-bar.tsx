import { Trans, useLingui } from '@lingui/react/macro';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePublish } from '#app/features/events/use-publish.tsx';
import { usePublishError } from '#app/features/events/use-publish-error.ts';
import { api } from '#app/lib/api-client.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { messageText } from '#app/lib/message-text.ts';
import { isPlanLimit } from '#app/lib/plan-limit.ts';
import { PlanHint } from '#app/shell/plan-hint.tsx';
import { useSite } from '#app/shell/site.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { type CurrentUser, resendVerification } from '#shared/contracts/accounts.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { hasNewDate } from '#shared/rules/event-state.ts';
import { reviewSentences } from '#shared/rules/review-sentences.ts';
import { useSavingState } from './autosave.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';

/** Where the event stands, and the one step that leads on. */
export function PublishBar({ event, user }: { event: PublicEvent; user: CurrentUser }) {
	const { t } = useLingui();
	const showError = usePublishError(event);
	const attempt = useAttempt();
	const navigate = useNavigate();
	const { hasEmail } = useSite();
	const formats = useFormats();
	const publishing = usePublish();
	const { saveAll } = useSavingState();
	const focusHeading = useHeadingFocus();
	const [isSent, setSent] = useState(false);
	const mayPublish = event.organisation?.permissions.includes('events.publish') ?? false;

	async function publish() {
		try {
			// The last input is a part of it. What could not be saved is said where it is.
			if (!(await saveAll())) return document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus();
			const isFirst = event.publishedAt === null;
			const outcome = await publishing.publish(event.id, isFirst ? [] : 'all');
			if (outcome !== 'published') return;
			if (isFirst) await navigate(`/events/${event.id}/share`, { state: { isNew: true } });
			else {
				focusHeading();
				toast({ variant: 'success', description: t`Event published` });
			}
		} catch (error) {
			// Of a limit of the plan the notice below says it.
			if (!isPlanLimit(error)) showError(error);
		}
	}
	async function resend() {
		if (await attempt(api.call(resendVerification))) setSent(true);
	}

	if (hasEmail && event.status === 'draft' && !user.isEmailVerified) {
		return (
			<Callout
				tone="warning"
				title={t`Verify your email to publish`}
				action={
					<Button variant="outline" size="sm" onClick={() => void resend()} isDisabled={isSent}>
						{isSent ? t`Sent` : t`Resend email`}
					</Button>
				}
			>
				<Trans>Open the link in our email to {user.email}, or send a new one. Your draft is saved.</Trans>
			</Callout>
		);
	}
	if (event.status === 'draft' || event.status === 'postponed') {
		const isFirst = event.publishedAt === null;
		// What goes out for the first time must not have begun, as the review says.
		const isPast = new Date(isFirst ? event.startsAt : event.endsAt) <= new Date();
		const { publishAt } = event.organisation ?? {};
		const plannedAt = publishAt ? formats.dateTime(publishAt, event.timeZone) : null;
		const isWaiting = event.status === 'postponed' && !hasNewDate(event);
		return (
			<div className="flex flex-col gap-3">
				<Callout
					tone={isPast ? 'warning' : 'info'}
					title={event.status === 'draft' ? t`Draft: visible to your team only` : t`This event is postponed`}
					action={
						mayPublish ? (
							<span className="flex flex-wrap gap-2">
								<ButtonLink to={`/event-review?event=${event.id}`} variant="outline">
									{t`Review`}
								</ButtonLink>
								<Button
									onClick={() => void publish()}
									isLoading={publishing.isPending}
									disabledReason={isWaiting ? t`Set a new date first` : undefined}
								>
									{event.status === 'draft' ? t`Publish` : t`Republish`}
								</Button>
							</span>
						) : undefined
					}
				>
					{isWaiting ? (
						<Trans>Set a new date below, then republish.</Trans>
					) : isPast ? (
						isFirst ? (
							<StartInPast />
						) : (
							<Trans>The date is in the past. Once published, the event shows as over.</Trans>
						)
					) : plannedAt ? (
						<Trans>It is published automatically on {plannedAt}.</Trans>
					) : event.status === 'draft' ? (
						<Trans>Publish to let people see it and register.</Trans>
					) : (
						<Trans>The new date is set. Republish to reopen registration.</Trans>
					)}
				</Callout>
				{mayPublish && !publishing.error ? (
					<PlanHint organisation={event.organisation?.id} need="liveEvents" />
				) : null}
				{isPlanLimit(publishing.error) ? <ErrorCallout error={publishing.error} /> : null}
				{publishing.dialog}
			</div>
		);
	}
	if (event.status === 'published') {
		return (
			<div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-hairline bg-surface px-5 py-4">
				<p className="text-sm text-muted">
					<Trans>Live. Changes appear within a few seconds.</Trans>
				</p>
				<ButtonLink to={`/events/${event.id}/share`} variant="outline" size="sm" icon={Share2}>
					{t`Share`}
				</ButtonLink>
			</div>
		);
	}
	return null;
}

/** As the review says it, with the way to the date. */
function StartInPast() {
	const { i18n } = useLingui();
	const sentence = messageText(i18n, reviewSentences['starts-in-past']);
	return (
		<>
			{sentence}{' '}
			<Link to="#times" className="link">
				<Trans>Change</Trans>
				<span className="sr-only">: {sentence}</span>
			</Link>
		</>
	);
}
