import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';

/** In the place of the form where nobody can register here: closed, on another site, or a course that is booked as a whole. */
export function RegistrationElsewhere({ event, isClosed }: { event: PublicEvent; isClosed: boolean }) {
	if (isClosed) return <ClosedRegistration event={event} />;
	return event.externalUrl ? <ExternalRegistration event={event} /> : <CourseRegistration event={event} />;
}

/** A date of a course that is booked as a whole. */
function CourseRegistration({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	return (
		<section
			id="register"
			aria-labelledby="register-title"
			className="flex scroll-mt-20 flex-col gap-3 rounded-xl border border-hairline bg-surface p-5 shadow-lift"
		>
			<h2 id="register-title" className="text-lg font-semibold">
				<Trans>Registration</Trans>
			</h2>
			<p className="text-muted">
				<Trans>This course is booked as a whole: one booking is for all of its dates.</Trans>
			</p>
			<ButtonLink to={`/events/${event.slug}/dates`} size="lg">
				{t`Book the course`}
			</ButtonLink>
		</section>
	);
}

/** An event that registers elsewhere: the way there, and nothing sold here. */
function ExternalRegistration({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const host = new URL(event.externalUrl).host;
	return (
		<section className="flex flex-col gap-3 rounded-xl border border-hairline bg-surface p-5">
			<h2 className="text-lg font-semibold">
				<Trans>Registration</Trans>
			</h2>
			<p className="text-muted [overflow-wrap:anywhere]">
				<Trans>Registration is on {host}.</Trans>
			</p>
			<ButtonLink to={event.externalUrl} isExternal size="lg" rel="noreferrer">
				{t`Register on ${host}`}
			</ButtonLink>
		</section>
	);
}

/** Shown instead of registration when the event is over or cancelled. */
function ClosedRegistration({ event }: { event: PublicEvent }) {
	const formats = useFormats();
	const date = formats.date(event.startsAt, event.timeZone);
	return (
		<section className="flex flex-col gap-2 rounded-xl border border-hairline bg-surface p-5">
			<h2 className="text-lg font-semibold">
				<Trans>Registration is closed</Trans>
			</h2>
			<p className="text-muted">
				{event.status === 'cancelled' ? (
					<Trans>The event was cancelled.</Trans>
				) : (
					<Trans>The event was on {date}.</Trans>
				)}
			</p>
		</section>
	);
}
