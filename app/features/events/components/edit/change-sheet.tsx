import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { NotifyChoice } from '#app/features/events/changes-api.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import type { ChangePlan } from '#shared/contracts/event-changes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { BeforeAfter } from './before-after.tsx';
import { ConcernedGuests } from './concerned-guests.tsx';
import { OutdatedPlan } from './outdated-plan.tsx';
import { useChangeTexts } from './use-change-texts.ts';

/** Preview of a save’s effect on guests: each field, who is concerned, and the email that they would get. */
export function ChangeSheet(props: {
	event: PublicEvent;
	plan: ChangePlan;
	/** Something changed since the organiser looked. */
	isOutdated: boolean;
	isOpen: boolean;
	onAnswer: (choice: NotifyChoice | null) => void;
}) {
	const { event, plan, isOutdated, isOpen, onAnswer } = props;
	const { t } = useLingui();
	const texts = useChangeTexts(event);
	const [notify, setNotify] = useState(plan.notifiesByDefault);
	const [note, setNote] = useState('');
	return (
		<Sheet
			isOpen={isOpen}
			onClose={() => onAnswer(null)}
			title={plan.isRefused ? t`This can’t be changed` : t`Change the event?`}
			footer={
				<>
					<Button variant="outline" onClick={() => onAnswer(null)}>
						{plan.isRefused ? t`Close` : t`Cancel`}
					</Button>
					{plan.isRefused ? null : (
						<Button onClick={() => onAnswer({ notify, note: note.trim() })}>{t`Change event`}</Button>
					)}
				</>
			}
		>
			<div className="flex flex-col gap-6">
				{isOutdated ? <OutdatedPlan /> : null}
				<section aria-labelledby="planned-changes">
					<h3 id="planned-changes" className="mb-2 text-sm font-semibold">
						<Trans>What changes</Trans>
					</h3>
					<ul className="flex flex-col gap-4">
						{plan.effects.map(({ field, before, after, verdict, message }) => (
							<li key={field} className="flex flex-col gap-1">
								<span className="text-compact text-muted">{texts.fieldText(field)}</span>
								<BeforeAfter before={texts.valueText(field, before)} after={texts.valueText(field, after)} />
								{verdict === 'refused' ? (
									<Callout tone="danger" className="mt-1">
										{message}
									</Callout>
								) : null}
							</li>
						))}
					</ul>
				</section>
				{plan.isRefused || plan.guests === 0 ? null : (
					<ConcernedGuests
						event={event}
						plan={plan}
						hint={<Trans>Buyers, and guests with an email of their own.</Trans>}
						notify={notify}
						onNotify={setNotify}
						note={note}
						onNote={setNote}
					/>
				)}
			</div>
		</Sheet>
	);
}
