import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { useEventStep } from '#app/features/events/api.ts';
import { useSchedule } from '#app/features/events/review-api.ts';
import { usePublishError } from '#app/features/events/use-publish-error.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { PlanHint } from '#app/shell/plan-hint.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import { Form } from '#app/ui/form.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { EventReview } from '#shared/contracts/event-review.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { zoneCity } from '#shared/lib/formats.ts';

/** Publishes an event now, or at a time by itself. */
export function PublishCard({ event, review }: { event: PublicEvent; review: EventReview }) {
	const { t } = useLingui();
	const formats = useFormats();
	const attempt = useAttempt();
	const showError = usePublishError(event);
	const navigate = useNavigate();
	const step = useEventStep();
	const schedule = useSchedule(event.id);
	const city = zoneCity(event.timeZone);
	const form = useFormCall({
		labels: { publishAtLocal: t`Publish at` },
		checks: { publishAtLocal: (value) => (value ? undefined : t`Choose a date and time.`) },
		send: async ({ publishAtLocal = '' }) => {
			await schedule.mutateAsync(publishAtLocal);
			toast({ variant: 'success', description: t`Publishing scheduled` });
		},
	});
	if (!event.organisation?.permissions.includes('events.publish')) return null;
	if (event.status !== 'draft' && event.status !== 'postponed') {
		return (
			<Callout tone="success" title={event.status === 'published' ? t`Published` : t`Not a draft`}>
				{event.status === 'published' ? (
					<Trans>Guests see this page.</Trans>
				) : (
					<Trans>Only drafts are published.</Trans>
				)}
			</Callout>
		);
	}
	const isBlocked = review.blockers.length > 0;
	async function publish() {
		try {
			await step.mutateAsync({ event: event.id, step: 'publish' });
		} catch (error) {
			return showError(error);
		}
		await navigate(`/events/${event.id}/share`, { state: { isNew: event.publishedAt === null } });
	}
	return (
		<Card>
			<h2 className="text-lg font-semibold">
				<Trans>Publish</Trans>
			</h2>
			<div className="mt-3 flex flex-col gap-4">
				<PlanHint organisation={event.organisation.id} need="liveEvents" />
				{review.publishError ? (
					<Callout tone="danger" title={t`Not published at the scheduled time`}>
						{review.publishError}
					</Callout>
				) : null}
				{review.publishAt ? (
					<Callout
						tone="info"
						title={t`Planned for ${formats.dateTime(review.publishAt, event.timeZone)} ${formats.zone(review.publishAt, event.timeZone)}`}
						action={
							<Button
								size="sm"
								variant="outline"
								isLoading={schedule.isPending}
								onClick={() => void attempt(schedule.mutateAsync(null), t`Schedule cancelled`)}
							>
								{t`Cancel schedule`}
							</Button>
						}
					>
						<Trans>It’s published automatically, even if no one is online.</Trans>
					</Callout>
				) : null}
				<Button
					size="lg"
					onClick={() => void publish()}
					isLoading={step.isPending}
					disabledReason={isBlocked ? t`Fix what is marked in red first` : undefined}
				>
					{t`Publish now`}
				</Button>
				{event.status === 'draft' ? (
					<Form method="post" errors={form.summary} onSubmit={form.submit}>
						<DateField
							kind="datetime-local"
							label={t`Publish at`}
							name="publishAtLocal"
							hint={t`${city} time`}
							error={form.errorOf('publishAtLocal')}
							max={event.endsAtLocal}
						/>
						<Button
							type="submit"
							variant="outline"
							isLoading={form.isPending}
							disabledReason={isBlocked ? t`Fix what is marked in red first` : undefined}
						>
							{t`Publish later`}
						</Button>
					</Form>
				) : null}
			</div>
		</Card>
	);
}
