import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SeriesPlan } from '#app/features/events/series-api.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { MailPreview, NotifiesIn } from '../edit/mail-preview.tsx';

/** Whom a change of several dates concerns, whether they are emailed, and the email as one of them reads it. */
export function ConcernedGuests(props: {
	event: PublicEvent;
	plan: SeriesPlan;
	notify: boolean;
	onNotify: (notify: boolean) => void;
	note: string;
	onNote: (note: string) => void;
}) {
	const { event, plan, notify, note } = props;
	const { t } = useLingui();
	const mailNote = useMailNote(event);
	if (plan.guests === 0)
		return (
			<p className="text-sm text-muted">
				<Trans>No guests are concerned.</Trans>
			</p>
		);
	return (
		<section aria-labelledby="concerned-guests" className="flex flex-col gap-4">
			<div>
				<h3 id="concerned-guests" className="text-sm font-semibold">
					<Plural value={plan.guests} one="# guest is concerned" other="# guests are concerned" />
				</h3>
				<p className="text-sm text-muted">
					<Trans>Each gets one email about all their dates.</Trans>
				</p>
			</div>
			<Checkbox
				label={t`Email them`}
				hint={mailNote ?? <NotifiesIn minutes={plan.notifiesAfterMinutes} />}
				checked={notify}
				onChange={(change) => props.onNotify(change.target.checked)}
			/>
			{notify ? (
				<>
					<TextArea
						label={t`Note to guests`}
						value={note}
						onChange={(change) => props.onNote(change.target.value)}
						maxLength={1_000}
						rows={3}
						isOptional
					/>
					{plan.mail ? <MailPreview mail={plan.mail} note={note} /> : null}
				</>
			) : null}
		</section>
	);
}
