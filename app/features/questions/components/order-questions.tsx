import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { ManagedQuestions } from '#shared/contracts/question-answers.ts';
import { type Answerer, missingAnswers, openQuestions, questionsFor } from '#shared/rules/questions.ts';
import { type AskedLink, type SentAnswers, useManagedQuestions } from '../use-managed-questions.ts';
import { type AskedPart, PersonForm } from './person-form.tsx';

/**
 * What the organiser asks of an order, or of whoever holds a ticket of it, on the page of the ticket: never in the way of it. One form for a single ticket; otherwise one
 * for the order and one for each person, saved apart. Nothing at all where nothing is asked.
 */
export function OrderQuestions(props: {
	link: AskedLink;
	organiserName: string;
	people: string;
	/** False: the order waits for the organiser's approval. */
	isConfirmed: boolean;
}) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { asked, error, read, save, fileCalls } = useManagedQuestions(props.link, props.people);
	if (!asked) {
		if (!error) return null;
		return (
			<Callout
				tone="warning"
				title={t`Couldn’t load the organiser’s questions`}
				action={<Button variant="outline" size="sm" onClick={() => void read()}>{t`Try again`}</Button>}
			>
				{errorText(error)}
			</Callout>
		);
	}
	const forms = formsOf(asked);
	if (forms.length === 0) return null;
	const isAllAnswered = forms
		.flat()
		.every((part) => openQuestions(asked.questions, answererOf(part)).length === 0);
	return (
		<section aria-labelledby="order-questions" className="flex flex-col gap-5">
			<div className="flex flex-col gap-1">
				<h2 id="order-questions" className="text-xl font-semibold [overflow-wrap:anywhere]">
					<Trans>
						Questions from <bdi>{props.organiserName}</bdi>
					</Trans>
				</h2>
				<p role="status" className="text-sm text-muted">
					{asked.missingCount > 0 && !props.isConfirmed ? (
						<Plural
							value={asked.missingCount}
							one="# question left. The organiser reads your answers before they approve."
							other="# questions left. The organiser reads your answers before they approve."
						/>
					) : asked.missingCount > 0 ? (
						<Plural
							value={asked.missingCount}
							one="You’re registered. # question left."
							other="You’re registered. # questions left."
						/>
					) : !asked.isEditable ? (
						<Trans>Answers can no longer be changed here.</Trans>
					) : isAllAnswered ? (
						<Trans>All answered. You can change your answers until the event starts.</Trans>
					) : (
						<Trans>Nothing required is left. You can answer until the event starts.</Trans>
					)}
				</p>
			</div>
			{forms.map((parts) => (
				<PersonForm
					key={parts.map(({ attendeeId }) => attendeeId ?? 'order').join()}
					parts={parts}
					questions={asked.questions}
					isEditable={asked.isEditable}
					isAlone={forms.length === 1}
					isOpen={forms.length === 1 || missingIn(asked, parts) > 0}
					missing={missingIn(asked, parts)}
					onSave={(sent: SentAnswers[]) => save(sent)}
					savedFiles={asked.files}
					fileCalls={fileCalls}
				/>
			))}
		</section>
	);
}

const typesOf = (asked: ManagedQuestions) => [
	...new Set(asked.attendees.map(({ ticketTypeId }) => ticketTypeId)),
];

/** The forms: each a list of those whose answers it holds. Whoever is asked nothing has none. */
function formsOf(asked: ManagedQuestions): AskedPart[][] {
	const order: AskedPart = {
		attendeeId: null,
		name: '',
		ticketTypeName: '',
		saved: asked.order.answers,
		orderTicketTypeIds: typesOf(asked),
		orderAnswers: asked.order.answers,
	};
	const people = asked.attendees.map(
		(attendee): AskedPart => ({
			...order,
			attendeeId: attendee.attendeeId,
			name: attendee.name,
			ticketTypeName: attendee.ticketTypeName,
			ticketTypeId: attendee.ticketTypeId,
			saved: attendee.answers,
		}),
	);
	const all = [order, ...people].filter((part) => isAsked(asked, part));
	return people.length === 1 && all.length > 0 ? [all] : all.map((part) => [part]);
}

/** Whether anything may be asked of them, now or after another answer. */
function isAsked(asked: ManagedQuestions, part: AskedPart): boolean {
	const open = asked.questions.map((question) => ({ ...question, shownWhen: null }));
	return questionsFor(open, answererOf(part)).length > 0;
}

function missingIn(asked: ManagedQuestions, parts: AskedPart[]): number {
	return parts.reduce((sum, part) => sum + missingAnswers(asked.questions, answererOf(part)).length, 0);
}

const answererOf = (part: AskedPart): Answerer => ({
	orderTicketTypeIds: part.orderTicketTypeIds,
	orderAnswers: part.orderAnswers,
	...(part.ticketTypeId ? { attendee: { ticketTypeId: part.ticketTypeId, answers: part.saved } } : {}),
});
