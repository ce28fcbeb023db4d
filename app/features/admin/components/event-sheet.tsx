import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useSite } from '#app/shell/site.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { AdminEvent } from '#shared/contracts/admin-people.ts';
import { type EventAction, useEventAction } from '../people-api.ts';

/** One event: shown first, left out of lists, or taken down with a notice to its organiser. */
export function EventSheet({ event, onClose }: { event: AdminEvent | null; onClose: () => void }) {
	return (
		<Sheet isOpen={event !== null} onClose={onClose} title={event?.title ?? ''}>
			{event ? <Detail key={event.id} event={event} /> : null}
		</Sheet>
	);
}

function Detail({ event: given }: { event: AdminEvent }) {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const formats = useFormats();
	const change = useEventAction();
	const [event, setEvent] = useState(given);
	const [asking, setAsking] = useState<'unlisted' | 'taken_down' | null>(null);
	const run = async (act: EventAction) => {
		try {
			setEvent(await change.mutateAsync({ listing: event.id, input: act }));
			setAsking(null);
			toast({ variant: 'success', description: t`Done.` });
		} catch {
			// Shown above the buttons.
		}
	};
	const submit = (submitted: FormEvent<HTMLFormElement>) => {
		submitted.preventDefault();
		if (asking)
			void run({ act: asking, reason: String(new FormData(submitted.currentTarget).get('reason')) });
	};
	const moderationTitle =
		event.moderation === 'taken_down'
			? t`Taken down`
			: event.moderation === 'unlisted'
				? t`Unlisted`
				: t`Closed`;
	return (
		<div className="flex flex-col gap-5">
			<p className="text-sm text-muted">
				{event.organiserName} · {formats.date(event.startsAt, event.timeZone)}
			</p>
			{event.moderation ? (
				<Callout tone="warning" title={moderationTitle}>
					{event.moderation === 'organisation_locked'
						? t`Its organisation is locked. Unlock the organisation to reopen it.`
						: event.moderationReason}
				</Callout>
			) : null}
			<ErrorCallout error={change.error} />
			{asking ? (
				<form onSubmit={submit} className="flex flex-col gap-3">
					<TextArea
						label={t`Message to the organiser`}
						hint={hasEmail ? t`Emailed to the owners of the organisation.` : undefined}
						name="reason"
						required
						maxLength={1000}
						rows={3}
					/>
					<div className="flex gap-2">
						<Button type="submit" tone="destructive" isLoading={change.isPending}>
							{asking === 'taken_down' ? <Trans>Take down</Trans> : <Trans>Unlist</Trans>}
						</Button>
						<Button variant="outline" onClick={() => setAsking(null)}>
							<Trans>Cancel</Trans>
						</Button>
					</div>
				</form>
			) : (
				<div className="flex flex-wrap gap-2">
					<ButtonLink to={`/events/${event.slug}`} variant="outline">
						<Trans>View page</Trans>
					</ButtonLink>
					<Button
						variant="outline"
						onClick={() => void run({ act: event.featuredAt ? 'unfeature' : 'feature' })}
					>
						{event.featuredAt ? <Trans>Unfeature</Trans> : <Trans>Feature</Trans>}
					</Button>
					{event.moderation === 'organisation_locked' ? null : event.moderation ? (
						<Button variant="outline" onClick={() => void run({ act: 'restore' })}>
							<Trans>Restore</Trans>
						</Button>
					) : (
						<Button variant="outline" onClick={() => setAsking('unlisted')}>
							<Trans>Unlist…</Trans>
						</Button>
					)}
					{event.moderation === 'taken_down' ? null : (
						<Button variant="outline" onClick={() => setAsking('taken_down')}>
							<Trans>Take down…</Trans>
						</Button>
					)}
				</div>
			)}
		</div>
	);
}
