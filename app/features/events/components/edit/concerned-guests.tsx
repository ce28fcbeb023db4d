import { Plural, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import type { ChangePlan } from '#shared/contracts/event-changes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { MailPreview, NotifiesIn } from './mail-preview.tsx';

/** How many guests a change concerns, whether they are emailed, and the email as one of them reads it. */
export function ConcernedGuests(props: {
	event: PublicEvent;
	plan: Pick<ChangePlan, 'guests' | 'notifiesAfterMinutes' | 'mail'>;
	/** Who gets an email, and how many. */
	hint: ReactNode;
	notify: boolean;
	onNotify: (notify: boolean) => void;
	note: string;
	onNote: (note: string) => void;
}) {
	const { event, plan, notify, note } = props;
	const { t } = useLingui();
	const mailNote = useMailNote(event);
	return (
		<section aria-labelledby="concerned-guests" className="flex flex-col gap-4">
			<div>
				<h3 id="concerned-guests" className="text-sm font-semibold">
					<Plural value={plan.guests} one="# guest is concerned" other="# guests are concerned" />
				</h3>
				<p className="text-sm text-muted">{props.hint}</p>
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
